/** Reads what a run or its panels found, for the scenario's answer. */
import { join } from 'node:path';
import { holdsPanels, readPanels } from '../recording/panelsFile.ts';
import type { Found, FoundAlgorithm, FoundPanel, SomeAgents } from '../protocol/found.ts';
import { keyOf } from '../algorithms/parts.ts';
import { readManifest } from '../recording/readManifest.ts';
import { type AcrossLine, acrossLines, slopesText } from './across.ts';
import { type AlgorithmData, groupByAlgorithm } from './curve.ts';
import { mainColumn } from './figureList.ts';
import { powerOfTen, scientific } from './numbers.ts';
import { algorithmsOf, commonColumn, type PanelData, readPanelData, summarisePanels } from './panelData.ts';
import { type AgentsOfAlgorithm, inAll, readAgents } from './readAgents.ts';
import { reachedBy, type PASSAGES } from './reach.ts';
import { readRounds } from './readRounds.ts';
import { confidenceHalfWidth, mean } from './statistics.ts';
import { type AlgorithmSummary, summarise } from './summary.ts';
import { meanOver, tailOf } from './tail.ts';
import type { Measure } from '../scenario/scenario.ts';

/** Something is not there that an answer is about: other algorithms or panels were run. */
export class NotFound extends Error {}

/** What a finished run directory, or the folder of finished panels, found. */
export async function readFound(directory: string): Promise<Found> {
  if (holdsPanels(directory)) {
    const panels = await readPanelData(directory, readPanels(directory));
    const column = commonColumn(panels);
    const summaries = summarisePanels(panels, column);
    return foundIn(
      panels.map((panel, k) =>
        foundPanel(panel, column, summaries[k]!.algorithms, readAgents(join(directory, panel.name))),
      ),
      acrossLines(summaries, algorithmsOf(panels)),
    );
  }
  const manifest = readManifest(directory);
  const { configuration, runs } = manifest;
  const series = await readRounds(directory, manifest);
  const data = groupByAlgorithm(configuration.algorithms.map(keyOf), series, runs, configuration);
  const panel = { name: '', title: '', at: null, manifest, data };
  const column = mainColumn(data, manifest);
  const summaries = data.map((own) => summarise(own, column, manifest));
  return foundIn([foundPanel(panel, column, summaries, readAgents(directory))], []);
}

function foundIn(panels: readonly FoundPanel[], lines: readonly AcrossLine[]): Found {
  return {
    listed: (algorithm, of = ({ floor }) => floor, digits = 2) =>
      panels
        .map((panel) => `${text(of(panel.of(algorithm)), digits)} (${panel.title.replace(LETTER, '')})`)
        .join(', '),
    compared: (of) =>
      panels
        .map(({ title, algorithms }) => {
          const said = (own: FoundAlgorithm): string =>
            of === undefined
              ? `${text(own.floor, 2)}${own.trend === 'level' ? '' : ` (still ${own.trend})`}`
              : text(of(own), 2);
          const each = algorithms.map((own) => `${own.title} ${said(own)}`).join(', ');
          return panels.length === 1 ? each : `${title.replace(LETTER, '')}: ${each}`;
        })
        .join('; '),
    trend: (algorithm, of = ({ floor }) => floor) => trendOf(panels, algorithm, of),
    changes: (quantity, of = ({ floor }) => floor) => {
      const [first, last] = [panels[0]!, panels.at(-1)!].map((panel) => panel.title.replace(LETTER, ''));
      const each = panels[0]!.algorithms.map(({ algorithm, title }) => ({
        trend: trendOf(panels, algorithm, of),
        words: `${title} (${panels.map((panel) => text(of(panel.of(algorithm)), 2)).join(', ')})`,
      }));
      const trends = [...new Set(each.map((one) => one.trend))].map((trend) => {
        const names = each.filter((one) => one.trend === trend).map(({ words }) => words);
        return `${trend} for ${[...names.slice(0, -2), names.slice(-2).join(' and ')].join(', ')}`;
      });
      return `From ${first!} to ${last!} ${quantity} ${trends.join(', and ')}.`;
    },
    slope: (algorithm) => {
      const text = slopesText(one(lines, (line) => line.algorithm === algorithm, algorithm));
      return text === '' ? 'no single slope' : text;
    },
    panels,
    panel: (name) => one(panels, (panel) => panel.name === name, name),
    text,
    percent: (share) =>
      `${Math.abs(share) >= 0.095 ? (100 * share).toFixed(0) : Number((100 * share).toPrecision(2))} %`,
  };
}

function trendOf(
  panels: readonly FoundPanel[],
  algorithm: string,
  of: (one: FoundAlgorithm) => number,
): string {
  const [first, last] = [panels[0]!, panels.at(-1)!].map((panel) => of(panel.of(algorithm)));
  const ratio = last! / first!;
  if (Number.isNaN(ratio)) return 'NaN';
  return ratio < 1 / CLEAR ? 'falls' : ratio > CLEAR ? 'grows' : 'hardly changes';
}

/** The letter of a paper's panel. */
const LETTER = /^\([a-z, ]+\) /;
/** A change by less is none. */
const CLEAR = 1.25;

function one<T>(all: readonly T[], isIt: (one: T) => boolean, name: string): T {
  const found = all.find(isIt);
  if (found === undefined) throw new NotFound(name);
  return found;
}

function text(value: number, digits = 3): string {
  // What is not known is never said.
  if (Number.isNaN(value)) return String(value);
  if (value === 10 ** Math.round(Math.log10(value)) && value < 0.01)
    return powerOfTen(Math.round(Math.log10(value)));
  if (Math.abs(value) >= 1000 && Math.abs(value) < 1e6) {
    return Number(value.toPrecision(digits)).toLocaleString('en-US');
  }
  if (!(Math.abs(value) >= 0.001 && Math.abs(value) < 1000)) return scientific(value, digits);
  // Counts are written as they are, what is measured with its zeros: 0.40 beside 0.25.
  const shown = Number(value.toPrecision(digits));
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(shown))));
  return (Number.isInteger(value) ? String(value) : shown.toFixed(decimals)).replace('-', '−');
}

function foundPanel(
  { name, title, at, manifest, data }: PanelData,
  column: Measure,
  summaries: readonly AlgorithmSummary[],
  agents: readonly AgentsOfAlgorithm[],
): FoundPanel {
  const algorithms = data.map((own, k): FoundAlgorithm => {
    const summary = summaries[k]!;
    const { values = [] } = summary.last ?? {};
    const timed = agents.find(({ algorithm }) => algorithm === own.algorithm);
    return {
      algorithm: own.algorithm,
      title: summary.title,
      floor: summary.floor?.mean ?? NaN,
      trend: summary.floor?.trend ?? 'level',
      last: { mean: mean(values), halfWidth: confidenceHalfWidth(values) },
      average: summary.lastAverage?.mean ?? NaN,
      expected: summary.expected?.mean ?? NaN,
      bias: summary.expected?.biasSquare ?? NaN,
      stationary: (column === 'error' ? summary.prediction?.stationary : undefined) ?? NaN,
      limit: summary.limit ?? NaN,
      tail: (name) => tailMean(own, name),
      roundSeconds: roundSeconds(own),
      seconds: (level) => passage(own, column, level, 'time'),
      bytes: (level) => passage(own, column, level, 'uplinkBytes'),
      ...(timed === undefined ? UNTIMED : ofAgents(timed)),
    };
  });
  return {
    ...{ name, title, at: at ?? NaN, agents: manifest.problem.agents, algorithms },
    survivors: (manifest.problem.survivors ?? []).map((left) => left.squaredDistance),
    of: (algorithm) => one(algorithms, (own) => own.algorithm === algorithm, algorithm),
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

function passage(
  data: AlgorithmData,
  column: Measure,
  level: number,
  name: (typeof PASSAGES)[number],
): number {
  const [{ [name]: passed }] = reachedBy(data, column, [level]) as [ReturnType<typeof reachedBy>[number]];
  return passed.mean?.mean ?? passed.median ?? Infinity;
}

type Timed = Pick<FoundAlgorithm, 'share' | 'staleness' | 'contribution' | 'closed' | 'waitedFor'>;

const unknown = (): number => NaN;
const UNTIMED: Timed = {
  ...{ share: unknown, contribution: unknown, closed: unknown, waitedFor: unknown },
  staleness: () => ({ mean: NaN, largest: NaN }),
};

const ACTIVITIES = ['computing', 'sending', 'receiving', 'waiting', 'away'] as const;
const CRITICAL = {
  receiving: 'criticalReceiving',
  computing: 'criticalComputing',
  away: 'criticalAway',
  sending: 'criticalSending',
} as const;

function ofAgents(run: AgentsOfAlgorithm): Timed {
  const among =
    ([first, last]: SomeAgents = [0, Infinity]) =>
    (agent: number) =>
      agent >= first && agent <= last;
  const length = ACTIVITIES.reduce((sum, activity) => sum + run.agents[0]![activity], 0);
  return {
    share: (activity, agents) => {
      const which = among(agents);
      const all = ACTIVITIES.reduce((sum, each) => sum + inAll(run, each, which), 0);
      return inAll(run, activity, which) / all;
    },
    staleness: (agents) => {
      const which = among(agents);
      const { total, largest } = run.agents.reduce(
        (sum, each) =>
          which(each.agent)
            ? {
                total: sum.total + each.totalStaleness,
                largest: Math.max(sum.largest, each.largestStaleness),
              }
            : sum,
        { total: 0, largest: 0 },
      );
      return { mean: total / inAll(run, 'taken', which), largest };
    },
    contribution: (agents) => inAll(run, 'contribution', among(agents)) / inAll(run, 'contribution'),
    closed: (agents) => inAll(run, 'closed', among(agents)) / inAll(run, 'closed'),
    waitedFor: (activity, agents) => inAll(run, CRITICAL[activity], among(agents)) / length,
  };
}
