/** What an index says of a result, from its small files alone. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { countAll } from '../../protocol/replications.ts';
import { readClaims } from '../../recording/claimsFile.ts';
import { MANIFEST_NAME } from '../../recording/manifestFile.ts';
import { isOrdinaryFile } from '../../recording/ordinaryFile.ts';
import { readPanels } from '../../recording/panelsFile.ts';
import { readRunSummary, type RunSummary } from '../../recording/readManifest.ts';
import { readSweepFile } from '../../recording/sweepFile.ts';
import { answerIn } from '../answerFile.ts';
import { counted, jointFacts, settingFacts } from '../configurationTable.ts';
import type { Html } from '../html.ts';
import { grouped } from '../numbers.ts';
import { sizesText } from '../paperWords.ts';
import { REPORT_NAME } from './indexLink.ts';
import { pictureOf } from './picture.ts';
import type { Result } from './results.ts';

export interface Card extends Result {
  readonly scenario: {
    readonly name: string;
    readonly title: string;
    readonly question: string;
    readonly reproduces?: string | null;
  };
  readonly answer?: string | undefined;
  readonly isComplete: boolean;
  /** a word or two */
  readonly state: string;
  /** how far it came, after the state */
  readonly detail: string;
  readonly facts: readonly string[];
  /** the words after `fedsa`, where they are known */
  readonly command?: readonly string[];
  /** ISO 8601 */
  readonly startedAt?: string;
  readonly seconds?: number;
  readonly hasReport: boolean;
  /** of its report */
  readonly picture: Html | undefined;
  /** with reports of their own */
  readonly panels?: readonly { readonly name: string; readonly title: string }[];
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
  /** of the first of them, or of all together */
  readonly picture: Html | undefined;
}

/**
 * Reads what there is to say of a result.
 *
 * @param root - the index's folder
 * @throws InputError in one line, for a file that is broken
 */
export function cardOf(root: string, result: Result): Card {
  const directory = join(root, result.path);
  const hasReport = isOrdinaryFile(join(directory, REPORT_NAME));
  const common = { ...result, hasReport, answer: answerIn(directory), picture: pictureOf(directory) };
  switch (result.kind) {
    case 'run': {
      const run = readRunSummary(directory);
      return { ...common, ...ofRuns([run], [run.scenario.title]), ...stateOf(run), scenario: run.scenario };
    }
    case 'panels':
      return { ...common, ...ofPanels(directory) };
    case 'sweep':
      return { ...common, ...ofSweep(directory) };
    case 'claims':
      return { ...common, ...ofClaims(directory) };
  }
}

type Said = Omit<Card, 'path' | 'kind' | 'hasReport' | 'picture' | 'answer'>;
type State = Pick<Card, 'isComplete' | 'state' | 'detail'>;

const ENDED = new Set(['completed', 'diverged']);
const NOT_BEGUN: State = { isComplete: false, state: 'not begun', detail: '' };
const STATES = { running: 'not ended', interrupted: 'interrupted', failed: 'failed' } as const;

function stateOf({ state, failure, runs, configuration: { budget } }: RunSummary): State {
  const all = countAll(runs);
  const reason = failure === null ? '' : `: ${failure}`;
  if (state === 'completed') {
    const diverged = countAll(runs.filter((one) => one.state === 'diverged'));
    const detail = diverged === 0 ? '' : `, ${grouped(diverged)} of ${counted(all, 'replication')} diverged`;
    return { isComplete: true, state: 'complete', detail };
  }
  const done = countAll(runs.filter((one) => ENDED.has(one.state)));
  const under = runs.find((one) => !ENDED.has(one.state) && one.rounds > 0);
  const whole = budget.kind === 'rounds' ? ` of ${grouped(budget.rounds)}` : '';
  const at = under === undefined ? '' : `, the next at round ${grouped(under.rounds)}${whole}`;
  const far = done === all ? '' : `, ${grouped(done)} of ${counted(all, 'replication')} complete${at}`;
  return { isComplete: false, state: STATES[state], detail: far + reason };
}

/** What runs say together of their settings and times. */
function ofRuns(
  runs: readonly RunSummary[],
  titles: readonly string[],
): Pick<Card, 'facts' | 'command' | 'startedAt' | 'seconds'> {
  const [first] = runs;
  if (first === undefined) return { facts: [] };
  const sizes = sizesText(runs.map(({ scenario }, k) => ({ title: titles[k]!, sizes: scenario.sizes })));
  const facts = jointFacts(runs.map(settingFacts));
  return {
    facts: sizes === undefined ? facts : [...facts, sizes],
    command: first.arguments,
    startedAt: runs.map(({ startedAt }) => startedAt).toSorted()[0]!,
    ...secondsOf(runs),
  };
}

/** From start to end, of all of them; nothing where one has no end. */
function secondsOf(
  runs: readonly { readonly startedAt: string; readonly endedAt: string | null }[],
): Pick<Card, 'seconds'> {
  const seconds = runs.reduce(
    (sum, { startedAt, endedAt }) => sum + (Date.parse(endedAt ?? '') - Date.parse(startedAt)) / 1000,
    0,
  );
  return seconds >= 0 ? { seconds } : {};
}

function ofPanels(directory: string): Said {
  const { scenario, panels } = readPanels(directory);
  const begun = panels.flatMap(({ name, title }) => {
    const folder = join(directory, name);
    if (!existsSync(join(folder, MANIFEST_NAME))) return [];
    return [
      { name, title, run: readRunSummary(folder), hasReport: isOrdinaryFile(join(folder, REPORT_NAME)) },
    ];
  });
  const states = panels.map(({ name, title }) => {
    const run = begun.find((one) => one.name === name)?.run;
    return { title, ...(run === undefined ? NOT_BEGUN : stateOf(run)) };
  });
  const complete = states.filter(({ isComplete }) => isComplete).length;
  const isComplete = complete === panels.length;
  const notable = states
    .filter((one) => !one.isComplete || one.detail !== '')
    .map(({ title, state, detail }) => `; ${title}: ${state}${detail}`);
  const state = isComplete ? 'complete' : `${complete} of ${counted(panels.length, 'panel')} complete`;
  const runs = begun.map(({ run }) => run);
  const said = ofRuns(
    runs,
    begun.map(({ title }) => title),
  );
  return {
    ...said,
    facts: [counted(panels.length, 'panel'), ...said.facts],
    ...{ scenario, isComplete, state, detail: notable.join('') },
    panels: begun.filter(({ hasReport }) => hasReport).map(({ name, title }) => ({ name, title })),
  };
}

function ofSweep(directory: string): Said {
  const { scenario, points, state, grid, zip } = readSweepFile(directory);
  const runs = new Map(points.flatMap((one) => one.runs.map((run) => [run.key, run.state] as const)));
  const inState = (word: string): number => [...runs.values()].filter((one) => one === word).length;
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

function ofClaims(directory: string): Said {
  const { claims, startedAt, endedAt, size, arguments: command } = readClaims(directory);
  const verdicts = new Map<string, number>();
  for (const { verdict } of claims) verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1);
  const said = [...verdicts].map(([verdict, count]) => `${verdict} ${count}`);
  const pictures = new Map<string, Html | undefined>();
  const pictured = ([first, ...others]: readonly string[]): Html | undefined => {
    if (first === undefined) return undefined;
    const folder = others.length === 0 ? first : first.split('/').slice(0, 2).join('/');
    if (!pictures.has(folder)) pictures.set(folder, pictureOf(join(directory, folder)));
    return pictures.get(folder);
  };
  return {
    scenario: { name: 'reproduce', title: 'The papers’ claims, tested', question: '' },
    ...{ isComplete: true, state: 'decided', detail: `: ${said.join(', ')}` },
    facts: [counted(claims.length, 'claim'), `${size} size`],
    ...{ command, startedAt },
    ...secondsOf([{ startedAt, endedAt }]),
    claims: claims.map((claim) => ({ ...claim, picture: pictured(claim.runs) })),
  };
}
