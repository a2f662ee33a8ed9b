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
      ...[changes('the error'), [0.4, 0.0996, 19, 137.2].map((value) => written(value, 2)).join(' ')],
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
    /\| From η = 0\.01 to η = 0\.1 the error (falls|grows) for Local SA\. At η = 0\.1 it is \S+(?: × \S+)? \(Local SA\)\. \| 0\.40 0\.10 19 140\n$/,
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

test('what is found is what the files say', async () => {
  const out = join(folder, 'panels', 'single');
  const { panels } = await readFound(out);
  const found = panels[0]!.of('local-sa');
  const agents = rows(out, 'agents.csv');
  const sum = (column: string, agent?: number): number =>
    agents.reduce(
      (total, row) =>
        agent === undefined || Number(row.agent) === agent ? total + Number(row[column]) : total,
      0,
    );
  expect(found.contribution([0, 0])).toBe(sum('contribution', 0) / sum('contribution'));
  expect(found.closed([1, 1])).toBe(sum('closed', 1) / sum('closed'));
  expect(found.staleness().largest).toBe(0);
  const seconds = ['computing', 'sending', 'receiving', 'waiting', 'away'].reduce(
    (total, name) => total + sum(name, 0),
    0,
  );
  expect(found.waitedFor('computing', [0, 0])).toBe(sum('criticalComputing', 0) / seconds);
  expect(found.seconds(1e-9)).toBe(Infinity);
});
