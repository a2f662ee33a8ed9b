/** Files in other folders than the current one: what a path is relative to. */
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { choosePanels } from '../../src/inputs/panelTargets.ts';
import type { AirQualitySpecification } from '../../src/problems/specification.ts';
import { emptyFolder, fedsa } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
const below = join(folder, 'below');

beforeAll(() => {
  mkdirSync(below);
  writeTwoAgents(below);
});

test('a problem file is named from the current folder, by run, by the same command again and by replay', async () => {
  const problem = join('below', 'problem.json');
  const args = ['--step-size', '0.1', '--rounds', '2', '--no-report', '--quiet'];
  expect(await fedsa(folder, 'run', problem, ...args, '--out', 'out')).toMatchObject({
    status: 0,
    stderr: '',
  });
  const [theory, again, replay] = await Promise.all([
    fedsa(folder, 'theory', problem),
    fedsa(below, 'run', 'problem.json', ...args, '--out', join('..', 'out')),
    fedsa(below, 'replay', join('..', 'out')),
  ]);
  expect(theory).toMatchObject({ status: 0, stderr: '' });
  expect(again).toMatchObject({ status: 0, stderr: '' });
  expect(replay.stdout).toMatch(/every number came out bit for bit/);
});

test('what a scenario file names is looked for beside it, in panels too', () => {
  const problem = { kind: 'problem-file', path: 'problem.json' } as const;
  const records: AirQualitySpecification = {
    kind: 'beijing-air-quality',
    directory: 'data',
    agents: 1,
    windowMonths: [1],
    trainingMonths: 1,
    seasonality: 'none',
    scaling: 'z-score',
    wrapWindows: false,
    regularisation: 0,
    initial: 'stationary',
    seed: 1,
  };
  const panels = {
    a: { title: 'A' },
    b: { title: 'B', problem: { kind: 'problem-file', path: join('..', 'problem.json') } },
    c: { title: 'C', problem: { kind: 'problem-file', path: resolve('problem.json') } },
    d: { title: 'D', problem: records },
  } as const;
  const definition = { name: 's', title: 't', question: 'q', problem, panels };
  const target = { definition, file: join(below, 's.ts'), folder: below, sha256: undefined };
  expect(choosePanels(target, {}).panels!.map((panel) => panel.target.definition.problem)).toEqual([
    { kind: 'problem-file', path: join(below, 'problem.json') },
    { kind: 'problem-file', path: join(folder, 'problem.json') },
    { kind: 'problem-file', path: resolve('problem.json') },
    { ...records, directory: join(below, 'data') },
  ]);
});

test('--version says name and version on one line', async () => {
  expect(await fedsa(folder, '--version')).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^fedsa \d+\.\d+\.\d+\n$/),
    stderr: '',
  });
});
