/** Reads what a run or its panels found, for the scenario's answer. */
import { join } from 'node:path';
import { holdsPanels, readPanels } from '../recording/panelsFile.ts';
import type {
  Found,
  FoundAlgorithm,
  FoundPanel,
  Named,
  Quantity,
  SomeAgents,
  WaitedFor,
} from '../configuration/found.ts';
import { keyOf } from '../algorithms/parts.ts';
import { readManifest } from '../recording/readManifest.ts';
import { acrossLines, slopesText } from './across.ts';
import { sentenceOf, sentencesOf } from './clauses.ts';
import { type Change, changesOf, compare, costText, intervalText, joined, placed } from './comparisons.ts';
import { against, bias, ends, lowest, sentences, unsettled } from './conclusions.ts';
import { type AlgorithmData, divergedSeeds, groupByAlgorithm } from './curve.ts';
import { valueOf } from './expectedFloor.ts';
import { amount, percent } from '../values/numbers.ts';
import { algorithmsOf, commonColumn, type PanelData, readPanelData, summarisePanels } from './panelData.ts';
import { type AgentsOfAlgorithm, inAll, readAgents } from './readAgents.ts';
import type { Amount } from './axes.ts';
import { reachedBy } from './reach.ts';
import { reaches } from './reaching.ts';
import { readRounds } from './readRounds.ts';
import { endingOf, seedNumbers } from './seedNumbers.ts';
import { confidenceHalfWidth, mean } from './statistics.ts';
import type { AlgorithmSummary } from './summary.ts';
import { meanOver, tailOf } from './tail.ts';
import type { Measure } from '../configuration/scenario.ts';
import type { Level } from '../values/level.ts';

/** Something is not there that an answer is about: other algorithms or panels were run. */
export class NotFound extends Error {}

/** What a finished run directory, or the folder of finished panels, found. */
export async function readFound(directory: string): Promise<Found> {
  if (holdsPanels(directory)) {
    const panels = await readPanelData(directory, readPanels(directory));
    return foundIn(panels.map((panel) => ({ panel, ...agentsIn(join(directory, panel.name)) })));
  }
  const manifest = readManifest(directory);
  const { configuration, runs } = manifest;
  const series = await readRounds(directory, manifest);
  const data = groupByAlgorithm(configuration.algorithms.map(keyOf), series, runs, configuration);
  const panel = { name: '', title: '', at: null, manifest, data };
  return foundIn([{ panel, ...agentsIn(directory) }]);
}

/** A seed's agents are read when a sentence is about them. */
function agentsIn(directory: string): Pick<ReadPanel, 'agents' | 'agentsOf'> {
  const bySeed = new Map<number, readonly AgentsOfAlgorithm[]>();
  return {
    agents: readAgents(directory),
    agentsOf: (seed) => {
      const agents = bySeed.get(seed) ?? readAgents(directory, seed);
      bySeed.set(seed, agents);
      return agents;
    },
  };
}

/** A panel's records, and its agents'. */
export interface ReadPanel {
  readonly panel: PanelData;
  /** over the seeds, and of one */
  readonly agents: readonly AgentsOfAlgorithm[];
  readonly agentsOf: (seed: number) => readonly AgentsOfAlgorithm[];
}

/** What some panels found; a run without panels is one. */
export function foundIn(read: readonly ReadPanel[]): Found {
  const data = read.map(({ panel }) => panel);
  const column = commonColumn(data);
  const summaries = summarisePanels(data, column);
  const lines = acrossLines(summaries, algorithmsOf(data));
  const panels = read.map((readPanel, k) => foundPanel(readPanel, column, summaries[k]!.algorithms));
  const [first, last] = [panels[0]!, panels.at(-1)!];
  const trend: Found['trend'] = (algorithm, quantity = 'floor') =>
    changesOf([[first.of(algorithm), last.of(algorithm)]], quantity)[0]!.verb;
  const slope: Found['slope'] = (algorithm) => {
    const slopes = slopesText(single(lines, (line) => line.algorithm === algorithm, algorithm));
    return slopes === '' ? 'no single slope' : slopes;
  };
  return {
    ...{ trend, slope },
    scaling: (algorithm, claim) => {
      const results = panels.map((panel) => inPanel(panel, algorithm));
      const open = unsettled(results);
      const text = ([results[0]!, results.at(-1)!] as const).every(isConverged)
        ? `From ${shortTitle(first)} to ${shortTitle(last)} ${fromTo([first, last], algorithm, 'error', 'floor')}.`
        : '';
      const measured = slope(algorithm);
      return sentences(
        text,
        open === '' ? `${measured[0]!.toUpperCase()}${measured.slice(1)}; ${claim}.` : open,
      );
    },
    changes: (noun, quantity = 'floor') => changesText(panels, noun, quantity),
    ...{ compare, placed, against, bias, ends, lowest, reaches, unsettled, sentences },
    ...{ cost: costText, sentence: sentenceOf },
    interval: (result, quantity = 'floor') => intervalText(result.seeds(quantity), unitOf(quantity)),
    known: (numbers, words) =>
      numbers.every(Number.isFinite) ? words(...numbers.map((value) => amount(value, 2))) : '',
    panels,
    panel: (name) => single(panels, (panel) => panel.name === name, name),
    text: amountOrNaN,
    percent,
  };
}

/** No sentence is printed that has `NaN` in it. */
const amountOrNaN = (value: number, digits?: number): string =>
  Number.isNaN(value) ? String(value) : amount(value, digits);

const isConverged = ({ ending }: Named): boolean => ending === 'converged';

/** An algorithm under a name that says in which panel. */
const inPanel = (panel: FoundPanel, algorithm: string): FoundAlgorithm => {
  const found = panel.of(algorithm);
  return { ...found, title: `${found.title} with ${shortTitle(panel)}` };
};

/** `Local SA’s error falls from 0.054 [0.050, 0.058] to 0.019 [0.018, 0.020]`: what becomes of an algorithm from one panel to another. */
function fromTo(
  ends: readonly [FoundPanel, FoundPanel],
  algorithm: string,
  noun: string,
  quantity: Quantity,
): string {
  const [from, to] = ends.map((panel) => panel.of(algorithm)) as [FoundAlgorithm, FoundAlgorithm];
  const [start, end] = [from, to].map((result) => intervalText(result.seeds(quantity), unitOf(quantity)));
  const [{ verb, factor }] = changesOf([[from, to]], quantity) as [Change];
  const subject = `${from.title}’s ${noun} ${verb}`;
  return factor === '' && !/^(falls|grows)/.test(verb)
    ? `${subject}: ${start!} and ${end!}`
    : `${subject} from ${start!} to ${end!}`;
}

/**
 * How each algorithm's numbers change from the first panel to the last, by which factor, and what they are there; algorithms that change alike are
 * named together.
 */
function changesText(panels: readonly FoundPanel[], noun: string, quantity: Quantity): string {
  const ends = [panels[0]!, panels.at(-1)!] as const;
  const [from, to] = ends.map(shortTitle) as [string, string];
  const all = ends[0].algorithms.map(({ algorithm }) => algorithm);
  const results = all.flatMap((algorithm) => panels.map((panel) => inPanel(panel, algorithm)));
  const open = unsettled(results);
  if (!results.some(isConverged)) return open;
  const begin = `from ${from} to ${to}`;
  if (all.length === 1)
    return sentences(
      `F${begin.slice(1)} ${fromTo(ends, all[0]!, noun, quantity)}.`,
      quantity === 'floor' ? open : '',
    );
  const changes = changesOf(
    all.map((algorithm) => [ends[0].of(algorithm), ends[1].of(algorithm)]),
    quantity,
  );
  const members = all.map((algorithm, k) => ({ title: ends[1].of(algorithm).title, ...changes[k]! }));
  const verbs = [...new Set(changes.map(({ verb }) => verb))].sort(
    (a, b) => Number(b === 'falls' || b === 'grows') - Number(a === 'falls' || a === 'grows'),
  );
  const clauses = verbs.map((verb, k) => {
    const alike = members.filter((member) => member.verb === verb);
    const subject = k === 0 ? `${begin} the ${noun}` : 'it';
    const whole = alike.every(({ factor }) => factor !== '')
      ? [
          `${subject} ${verb} by a factor of ${joined(alike.map(({ title, factor }) => `${factor} for ${title}`))}`,
        ]
      : [];
    return [...whole, `${subject} ${verb} for ${joined(alike.map(({ title }) => title))}`];
  });
  const values = all.map((algorithm) => {
    const result = ends[1].of(algorithm);
    return `${intervalText(result.seeds(quantity), unitOf(quantity))} (${result.title})`;
  });
  return sentencesOf(...clauses, quantity === 'floor' ? open : '', `at ${to} it is ${values.join(', ')}`);
}

/** The letter of a paper's panel. */
const LETTER = /^\([a-z, ]+\) /;
const shortTitle = ({ title }: Pick<FoundPanel, 'title'>): string => title.replace(LETTER, '');

function single<T>(all: readonly T[], isIt: (entry: T) => boolean, name: string): T {
  const found = all.find(isIt);
  if (found === undefined) throw new NotFound(name);
  return found;
}

function foundPanel(
  { panel: { name, title, at, manifest, data }, agents, agentsOf }: ReadPanel,
  column: Measure,
  summaries: readonly AlgorithmSummary[],
): FoundPanel {
  const algorithms = data.map((entry, k): FoundAlgorithm => {
    const summary = summaries[k]!;
    const { floor } = summary;
    const { diverged, started } = divergedSeeds(entry);
    const { values = [] } = summary.last ?? {};
    const timedIn = (all: readonly AgentsOfAlgorithm[]): Timed => {
      const timed = all.find(({ algorithm }) => algorithm === entry.algorithm);
      return timed === undefined ? UNTIMED : ofAgents(timed);
    };
    return {
      algorithm: entry.algorithm,
      title: summary.title,
      floor: floor?.mean ?? NaN,
      window: floor?.rounds ?? { first: NaN, last: NaN },
      trend: floor?.trend ?? 'level',
      ending: endingOf(entry, column, summary),
      length: {
        rounds: floor?.rounds.last ?? NaN,
        seconds: entry.seconds ?? NaN,
        bytes: mean(entry.series.map(({ columns }) => columns.uplinkBytes.at(-1)!)),
        ...{ seeds: started, diverged },
      },
      seeds: (quantity) =>
        seedNumbers(entry, column, floor?.rounds, quantity, (seed) => timedIn(agentsOf(seed))),
      last: { mean: mean(values), halfWidth: confidenceHalfWidth(values) },
      average: summary.lastAverage?.mean ?? NaN,
      expected: summary.expected?.mean ?? NaN,
      bias: (summary.expected && valueOf(summary.expected.biasSquare)) ?? NaN,
      limit: summary.limit ?? NaN,
      tail: (name) => tailMean(entry, name),
      roundSeconds: roundSeconds(entry),
      seconds: (level) => passage(entry, column, level, 'time'),
      bytes: (level) => passage(entry, column, level, 'uplinkBytes'),
      ...timedIn(agents),
    };
  });
  return {
    ...{ name, title, at: at ?? NaN, agents: manifest.problem.agents, algorithms },
    survivors: (manifest.problem.survivors ?? []).map((left) => left.squaredDistance),
    of: (algorithm) => single(algorithms, (entry) => entry.algorithm === algorithm, algorithm),
  };
}

const tailMean = ({ series }: AlgorithmData, column: string): number =>
  mean(
    series.map(({ columns }) => {
      const values = columns[column];
      return values === undefined ? NaN : meanOver(columns.round, values, tailOf(columns.round.at(-1)!));
    }),
  );

const roundSeconds = ({ series }: AlgorithmData): number =>
  mean(series.map(({ columns: { time, round } }) => time.at(-1)! / round.at(-1)!));

function passage(data: AlgorithmData, column: Measure, level: Level, name: Amount): number {
  const [{ [name]: passed }] = reachedBy(data, column, [level]) as [ReturnType<typeof reachedBy>[number]];
  return passed.mean?.mean ?? passed.median ?? Infinity;
}

type Timed = Pick<FoundAlgorithm, 'share' | 'staleness' | 'contribution' | 'closed' | 'waitedFor'>;

const unknown = (): number => NaN;
const UNTIMED: Timed = {
  ...{ share: unknown, contribution: unknown, closed: unknown, waitedFor: unknown },
  staleness: () => ({ mean: NaN, largest: NaN }),
};

/** What the numbers of a quantity are written in. */
const unitOf = (quantity: Quantity): '%' | 's' | undefined => {
  if (quantity === 'roundSeconds') return 's';
  if (typeof quantity === 'string') return undefined;
  if ('seconds' in quantity) return 's';
  return 'closed' in quantity || 'waitedFor' in quantity ? '%' : undefined;
};

const ACTIVITIES = ['computing', 'sending', 'receiving', 'waiting', 'away'] as const;
const CRITICAL = {
  receiving: 'criticalReceiving',
  computing: 'criticalComputing',
  away: 'criticalAway',
  sending: 'criticalSending',
} as const satisfies Record<Exclude<WaitedFor, 'any'>, string>;

function ofAgents(run: AgentsOfAlgorithm): Timed {
  const among =
    ([first, last]: SomeAgents = [0, Infinity]) =>
    (agent: number) =>
      agent >= first && agent <= last;
  const length = ACTIVITIES.reduce((sum, activity) => sum + run.agents[0]![activity], 0);
  return {
    share: (activity, agents) => {
      const isAmong = among(agents);
      const all = ACTIVITIES.reduce((sum, each) => sum + inAll(run, each, isAmong), 0);
      return inAll(run, activity, isAmong) / all;
    },
    staleness: (agents) => {
      const isAmong = among(agents);
      const { total, largest } = run.agents.reduce(
        (sum, each) =>
          isAmong(each.agent)
            ? {
                total: sum.total + each.totalStaleness,
                largest: Math.max(sum.largest, each.largestStaleness),
              }
            : sum,
        { total: 0, largest: 0 },
      );
      return { mean: total / inAll(run, 'taken', isAmong), largest };
    },
    contribution: (agents) => inAll(run, 'contribution', among(agents)) / inAll(run, 'contribution'),
    closed: (agents) => inAll(run, 'closed', among(agents)) / inAll(run, 'closed'),
    waitedFor: (activity, agents) => {
      const columns = activity === 'any' ? Object.values(CRITICAL) : [CRITICAL[activity]];
      return columns.reduce((sum, column) => sum + inAll(run, column, among(agents)), 0) / length;
    },
  };
}
