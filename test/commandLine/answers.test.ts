/** A scenario answers its question with what its runs found, or not at all. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Found, ScenarioDefinition } from '../../src/index.ts';
import type { Manifest } from '../../src/recording/manifest.ts';
import { writeManifest } from '../../src/recording/manifestFile.ts';
import { readManifest } from '../../src/recording/readManifest.ts';
import { readFound } from '../../src/report/findings.ts';
import { emptyFolder, library, rows, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const { report, run, runPanels, scenario } = library;

const folder = emptyFolder();
writeTwoAgents(folder);

const asking = (answer: (found: Found) => string): ScenarioDefinition => ({
  name: 'asking',
  title: 'Asking',
  question: 'Who waits?',
  answer,
  problem: { kind: 'problem-file', path: join(folder, 'problem.json') },
  algorithms: ['local-sa'],
  stepSize: 0.05,
  localSteps: 2,
  rounds: 30,
  seeds: 2,
  placement: 'inline',
  timing: { agents: [1, 3].map((compute, agent) => ({ agents: [agent, agent], compute })) },
});
const withoutCurves = (manifest: Manifest): Manifest => ({
  ...manifest,
  predictions: manifest.predictions.map(({ exact: _, ...prediction }) => prediction),
});
const PANELS = {
  all: { title: 'All' },
  single: { title: 'One', policy: { kind: 'first', count: 1 } },
} as const;

test('the answer is made of the run’s numbers, and stays in the folder for later reports', async () => {
  const out = join(folder, 'single');
  const answer = ({ panels: [only], percent }: Found): string =>
    `Agent 0 waits ${percent(only!.of('local-sa').share('waiting', [0, 0]))} of its time. In θ̄ < 1 it is .5. Agent 1 is slow.`;
  const result = await run(scenario(asking(answer)), {}, { out });
  // Of 6 s a round agent 0 computes 2.
  const message = 'Agent 0 waits 67 % of its time. In θ̄ < 1 it is .5. Agent 1 is slow.';
  expect(text(out, 'answer.txt')).toBe(`${message}\n`);
  expect(result.state).toBe('completed');
  await report(out);
  // The question, its answer, and what was measured for it.
  const [, under] = text(out, 'report.html').split('</h1>');
  expect(
    under!
      .replace(/<[^>]*>/g, '')
      .trim()
      .split(/\s*\n\s*/)
      .slice(0, 3),
  ).toEqual([
    'Who waits?',
    'Agent 0 waits 67\u00a0% of its time. In θ̄ &lt; 1 it is .5. Agent 1 is slow.',
    '2 seeds, M = 2 agents',
  ]);
});

test('panels answer together; a panel alone, and algorithms that were not run, do not', async () => {
  const answer = ({ panel }: Found): string =>
    String(panel('all').of('local-sa').roundSeconds / panel('single').of('local-sa').roundSeconds);
  const definition = { ...asking(answer), panels: PANELS };
  const out = join(folder, 'panels');
  await runPanels(scenario(definition), {}, { out, report: false });
  expect(text(out, 'answer.txt')).toBe('3\n');
  expect(existsSync(join(out, 'all', 'answer.txt'))).toBe(false);
  const other = join(folder, 'other');
  await runPanels(scenario(definition), { algorithms: ['scafflsa'] }, { out: other, report: false });
  expect(existsSync(join(other, 'answer.txt'))).toBe(false);
});

test('an answer stays while its runs do, whatever their manifests lack; one that is not there is given again', async () => {
  let isKnown = true;
  const answer = ({ panels }: Found): string =>
    panels.map((each) => (isKnown ? each.of('local-sa').expected : NaN).toExponential(9)).join(' and ');
  const [single, both] = [join(folder, 'kept'), join(folder, 'kept-panels')];
  const { timing: _, ...untimed } = asking(answer);
  const panels = { a: { title: 'A' }, b: { title: 'B' } };
  const alone = async (): Promise<string> => {
    await run(scenario(untimed), {}, { out: single, report: false });
    return text(single, 'answer.txt');
  };
  const joint = async (seeds: number): Promise<string> => {
    await runPanels(scenario({ ...untimed, panels }), { seeds }, { out: both, report: false });
    return text(both, 'answer.txt');
  };
  const first = await alone();
  expect(first).toMatch(/^\d\.\d{9}e/);
  rmSync(join(single, 'answer.txt'));
  expect(await alone()).toBe(first);
  const together = `${first.trim()} and ${first}`;
  expect(await joint(2)).toBe(together);
  // As a program left them that knew no exact curves.
  for (const directory of [single, join(both, 'b')])
    writeManifest(directory, withoutCurves(readManifest(directory)));
  expect(await alone()).toBe(first);
  expect(await joint(2)).toBe(together);
  // Where runs change, what was said of them does not stay.
  isKnown = false;
  expect(await joint(2)).toBe(together);
  await expect(joint(3)).rejects.toThrow('ENOENT');
});

test('what panels end with is said to fall, grow or hardly change', async () => {
  const answer = ({ trend, slope, changes, text: written }: Found): string =>
    [
      ...[trend('local-sa'), slope('local-sa')],
      ...[changes('error'), [0.4, 0.0996, 19, 137.2].map((value) => written(value, 2)).join(' ')],
    ].join(' | ');
  const at = {
    single: { title: '(a) η = 0.01', at: 0.01 },
    two: { title: '(b) η = 0.1', at: 0.1, stepSize: 0.1 },
  };
  const {
    panels: _,
    timing: __,
    ...rest
  } = { ...asking(answer), panels: {}, sampling: 'exact' as const, rounds: 2000 };
  const out = join(folder, 'trend');
  await runPanels(scenario({ ...rest, across: 'step size', panels: at }), {}, { out, report: false });
  expect(text(out, 'answer.txt')).toMatch(/^(falls|grows) \| /);
  expect(text(out, 'answer.txt')).toMatch(
    /\| From η = 0\.01 to η = 0\.1 Local SA’s error (falls|grows) from \S+(?: × \S+)? to \S+(?: × \S+)?\. \| 0\.40 0\.10 19 140\n$/,
  );
});

test('a function that fails is a failure of one line', async () => {
  const answer = (): string => {
    throw new Error('no such number');
  };
  const result = await run(
    scenario(asking(answer)),
    {},
    { out: join(folder, 'failing'), report: false },
  ).catch((error: unknown) => error);
  expect(String((result as { failure?: string }).failure ?? result)).toContain(
    'the scenario: answer threw: no such number',
  );
});

test('agents.csv has each number of an account under its name, and what is found is made of them', async () => {
  // One round. Agent 0 is done after 2 s. Agent 1 gets the model at 1 s and is off from 4 to 7 s; after 6 s of work it
  // sends its model from 10 to 12 s.
  const timing = {
    agents: [
      { agents: [0, 0] as const, compute: 1 },
      {
        ...{ agents: [1, 1] as const, compute: 3, downlinkLatency: 1, uplinkLatency: 2 },
        availability: { on: 4, off: 3 },
      },
    ],
  };
  const out = join(folder, 'account');
  const once = { ...asking(() => 'It is agent 1.'), timing, rounds: 1, seeds: 1 };
  await run(scenario(once), {}, { out, report: false });
  const none = {
    late: 0,
    lost: 0,
    givenUp: 0,
    wastedSteps: 0,
    wastedBytes: 0,
    totalStaleness: 0,
    largestStaleness: 0,
  };
  const work = { ...none, dispatches: 1, taken: 1, localSteps: 2, bytes: 16, contribution: 0.5 };
  const seconds = { computing: 2, sending: 0, receiving: 0, waiting: 10, away: 0 };
  const critical = { criticalReceiving: 0, criticalComputing: 0, criticalAway: 0, criticalSending: 0 };
  expect(
    rows(out, 'agents.csv').map(({ algorithm: _, seed: __, ...cells }) =>
      Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, Number(cell)])),
    ),
  ).toEqual([
    { agent: 0, ...work, ...seconds, closed: 0, ...critical },
    {
      ...{ agent: 1, ...work, computing: 6, sending: 2, receiving: 1, waiting: 0, away: 3, closed: 1 },
      ...{ criticalReceiving: 1, criticalComputing: 6, criticalAway: 3, criticalSending: 2 },
    },
  ]);
  const found = (await readFound(out)).panels[0]!.of('local-sa');
  expect(
    (['receiving', 'computing', 'away', 'sending'] as const).map((activity) =>
      found.waitedFor(activity, [1, 1]),
    ),
  ).toEqual([1 / 12, 6 / 12, 3 / 12, 2 / 12]);
  expect([found.waitedFor('computing', [0, 0]), found.closed([0, 0]), found.closed([1, 1])]).toEqual([
    0, 0, 1,
  ]);
  // The one round is the last 30 %: 2 local steps, not the mean with the start's 0.
  expect([found.roundSeconds, found.tail('step')]).toEqual([12, 2]);
  expect([found.contribution([0, 0]), found.staleness().largest, found.seconds(1e-9)]).toEqual([
    0.5,
    0,
    Infinity,
  ]);
});
