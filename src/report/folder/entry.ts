/** An entry of an index: a result, read from its small files alone. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countAll } from '../../configuration/replications.ts';
import { readClaims } from '../../recording/claimsFile.ts';
import { MANIFEST_NAME } from '../../recording/manifestFile.ts';
import { isOrdinaryFile } from '../../recording/ordinaryFile.ts';
import { readPanels } from '../../recording/panelsFile.ts';
import { readRunSummary, type RunSummary } from '../../recording/readManifest.ts';
import { readSweepFile } from '../../recording/sweepFile.ts';
import { answerIn } from '../answerFile.ts';
import { textOf } from '../html.ts';
import { jointFacts, settingFacts } from '../configurationTable.ts';
import { counted } from '../../values/counted.ts';
import { grouped } from '../../values/numbers.ts';
import { sizesText } from '../paperWords.ts';
import { headOf, REPORT_NAME } from './indexLink.ts';
import type { Result } from './results.ts';

export interface IndexEntry extends Result {
  readonly scenario: {
    readonly name: string;
    readonly title: string;
    readonly reproduces?: string | null;
  };
  readonly answer?: string | undefined;
  readonly isComplete: boolean;
  /** a word or two */
  readonly state: string;
  /** how far it came, after the state */
  readonly detail: string;
  /** why it failed */
  readonly failure?: string | undefined;
  readonly facts: readonly string[];
  /** ISO 8601 */
  readonly startedAt?: string;
  readonly seconds?: number;
  readonly hasReport: boolean;
  /** the file of its report's first figure, from its folder on */
  readonly figure: string | undefined;
  readonly claims?: readonly ClaimLine[];
}

/** A claim with its verdict. */
export interface ClaimLine {
  readonly name: string;
  readonly statement: string;
  readonly paper: string;
  readonly source: string;
  readonly verdict: string;
  /** folders that it was decided with, from that of the claims on */
  readonly runs: readonly string[];
}

/**
 * Reads the small files of a result.
 *
 * @param root - the index's folder
 * @throws InputError in one line, for a file that is broken
 */
export function readEntry(root: string, result: Result): IndexEntry {
  const directory = join(root, result.path);
  const hasReport = isOrdinaryFile(join(directory, REPORT_NAME));
  const common = { ...result, hasReport, answer: answerIn(directory), figure: firstFigure(directory) };
  switch (result.kind) {
    case 'run': {
      const run = readRunSummary(directory);
      return {
        ...common,
        ...describeRuns([run], [run.scenario.title]),
        ...runState(run),
        scenario: run.scenario,
      };
    }
    case 'panels':
      return { ...common, ...describePanels(directory) };
    case 'sweep':
      return { ...common, ...describeSweep(directory) };
    case 'claims':
      return { ...common, ...describeClaims(directory) };
    default:
      return { ...common, ...describePage(directory) };
  }
}

type Description = Omit<IndexEntry, 'path' | 'kind' | 'hasReport' | 'figure' | 'answer'>;

/** What the head of a page says. */
function describePage(directory: string): Description & Pick<IndexEntry, 'answer'> {
  const head = headOf(join(directory, REPORT_NAME));
  const [, title = ''] = /<title>(.*?)<\/title>/s.exec(head) ?? [];
  const [, lead] = /<p class="lead">(.*?)<\/p>/s.exec(head) ?? [];
  return {
    scenario: { name: '', title: textOf(title) },
    ...{ answer: lead && textOf(lead), isComplete: true, state: 'complete', detail: '', facts: [] },
  };
}

/** The file of the figure that leads a report; `undefined` if the report or the file is absent. */
function firstFigure(directory: string): string | undefined {
  const [, name] = /<figure id="([\w.-]+)"/.exec(headOf(join(directory, REPORT_NAME))) ?? [];
  if (name === undefined) return undefined;
  const file = `figures/${name}.svg`;
  return isOrdinaryFile(join(directory, file)) ? file : undefined;
}

type State = Pick<IndexEntry, 'isComplete' | 'state' | 'detail' | 'failure'>;

const ENDED = new Set(['completed', 'diverged']);
const NOT_BEGUN: State = { isComplete: false, state: 'not begun', detail: '' };
const STATES = { running: 'not ended', interrupted: 'interrupted', failed: 'failed' } as const;

function runState({ state, failure, runs, configuration: { budget } }: RunSummary): State {
  const all = countAll(runs);
  if (state === 'completed') {
    const diverged = countAll(runs.filter((record) => record.state === 'diverged'));
    const detail = diverged === 0 ? '' : `, ${grouped(diverged)} of ${counted(all, 'replication')} diverged`;
    return { isComplete: true, state: 'complete', detail };
  }
  const done = countAll(runs.filter((record) => ENDED.has(record.state)));
  const under = runs.find((record) => !ENDED.has(record.state) && record.rounds > 0);
  const whole = budget.kind === 'rounds' ? ` of ${grouped(budget.rounds)}` : '';
  const at = under === undefined ? '' : `, the next at round ${grouped(under.rounds)}${whole}`;
  const far = done === all ? '' : `, ${grouped(done)} of ${counted(all, 'replication')} complete${at}`;
  return { isComplete: false, state: STATES[state], detail: far, failure: failure ?? undefined };
}

/** The common settings and times of runs. */
function describeRuns(
  runs: readonly RunSummary[],
  titles: readonly string[],
): Pick<IndexEntry, 'facts' | 'startedAt' | 'seconds'> {
  const [first] = runs;
  if (first === undefined) return { facts: [] };
  const sizes = sizesText(runs.map(({ scenario }, k) => ({ title: titles[k]!, sizes: scenario.sizes })));
  const facts = jointFacts(runs.map(settingFacts));
  return {
    facts: sizes === undefined ? facts : [...facts, sizes],
    startedAt: runs.map(({ startedAt }) => startedAt).toSorted()[0]!,
    ...totalSeconds(runs),
  };
}

/** The sum of the runs' durations; absent if a run has no end. */
function totalSeconds(
  runs: readonly { readonly startedAt: string; readonly endedAt: string | null }[],
): Pick<IndexEntry, 'seconds'> {
  const seconds = runs.reduce(
    (sum, { startedAt, endedAt }) => sum + (Date.parse(endedAt ?? '') - Date.parse(startedAt)) / 1000,
    0,
  );
  return seconds >= 0 ? { seconds } : {};
}

function describePanels(directory: string): Description {
  const { scenario, panels } = readPanels(directory);
  const begun = panels.flatMap(({ name, title }) => {
    const folder = join(directory, name);
    if (!existsSync(join(folder, MANIFEST_NAME))) return [];
    return [{ name, title, run: readRunSummary(folder) }];
  });
  const states = panels.map(({ name, title }) => {
    const run = begun.find((candidate) => candidate.name === name)?.run;
    return { title, ...(run === undefined ? NOT_BEGUN : runState(run)) };
  });
  const complete = states.filter(({ isComplete }) => isComplete).length;
  const isComplete = complete === panels.length;
  const notable = states
    .filter((state) => !state.isComplete || state.detail !== '')
    .map(({ title, state, detail }) => `; ${title}: ${state}${detail}`);
  const failures = states.flatMap(({ title, failure }) =>
    failure === undefined ? [] : `${title}: ${failure}`,
  );
  const state = isComplete ? 'complete' : `${complete} of ${counted(panels.length, 'panel')} complete`;
  const runs = begun.map(({ run }) => run);
  const description = describeRuns(
    runs,
    begun.map(({ title }) => title),
  );
  return {
    ...description,
    facts: [counted(panels.length, 'panel'), ...description.facts],
    ...{ scenario, isComplete, state, detail: notable.join('') },
    failure: failures.length === 0 ? undefined : failures.join('; '),
  };
}

function describeSweep(directory: string): Description {
  const { scenario, points, state, grid, zip } = readSweepFile(directory);
  const runs = new Map(points.flatMap((point) => point.runs.map((run) => [run.key, run.state] as const)));
  const inState = (word: string): number => [...runs.values()].filter((run) => run === word).length;
  const notes = ['diverged', 'failed']
    .filter((word) => inState(word) > 0)
    .map((word) => `, ${grouped(inState(word))} ${word}`);
  const ended = inState('completed') + inState('diverged');
  const isComplete = ended === runs.size;
  const word = state === 'completed' ? 'not complete' : STATES[state];
  const far = isComplete ? '' : `, ${grouped(ended)} of ${counted(runs.size, 'run')} complete`;
  return {
    ...{ scenario, isComplete, state: isComplete ? 'complete' : word, detail: far + notes.join('') },
    facts: [
      `sweep of ${counted(points.length, 'point')}`,
      counted(runs.size, 'run'),
      ...Object.entries({ ...grid, ...zip }).map(
        ([name, values]) => `${name}: ${counted(values.length, 'value')}`,
      ),
    ],
  };
}

function describeClaims(directory: string): Description {
  const { claims, startedAt, endedAt, size } = readClaims(directory);
  const verdicts = new Map<string, number>();
  for (const { verdict } of claims) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  const counts = [...verdicts].map(([verdict, count]) => `${verdict} ${count}`);
  return {
    scenario: { name: 'reproduce', title: 'The papers’ claims, tested' },
    ...{ isComplete: true, state: 'decided', detail: `: ${counts.join(', ')}` },
    facts: [counted(claims.length, 'claim'), `${size} size`],
    startedAt,
    ...totalSeconds([{ startedAt, endedAt }]),
    claims,
  };
}
