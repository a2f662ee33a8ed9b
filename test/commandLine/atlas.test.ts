/** `fedsa plan --atlas`: its JSON, numbers as `fedsa theory` has them, files, and what it refuses; some seconds. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AtlasReport } from '../../src/index.ts';
import { contents, emptyFolder, fedsa, library } from './builtProgram.ts';

const folder = emptyFolder();
const agent = (a: number, b: number[]): object => ({
  ...{ transition: [[0.7, 0.3], [0.4, 0.6]], initial: 'stationary' }, // prettier-ignore
  ...{ A: [[[a]], [[a]]], b: b.map((value) => [value]) },
});
writeFileSync(
  join(folder, 'two.json'),
  JSON.stringify({
    ...{ format: 'fedsa-problem/1', kind: 'linear', dimension: 1 },
    agents: [agent(0.7, [1.1, -0.2]), agent(1, [-0.7, 0.9])],
  }),
);
const RUN = ['--step-size', '0.004', '--rounds', '400', '--sampling', 'iid'];
const ATLAS = [
  ...['plan', 'two.json', '--atlas', ...RUN],
  ...['--grid', 'step-size=0.001,0.004,0.016', '--grid', 'local-steps=1,2,4'],
];
const FILES = [
  ...['atlas.json', 'figures'],
  ...['local-sa-Richardson_Romberg_Prop_4', 'local-sa-Richardson_Romberg_Th_2', 'local-sa-SCAFFLSA_Th_4_1']
    .flatMap((name) => [`figures/map-${name}.csv`, `figures/map-${name}.svg`]), // prettier-ignore
  ...['figures/map-local-sa-Streaming_FL_Th_4_7.csv', 'figures/map-local-sa-Streaming_FL_Th_4_7.svg'],
  ...['figures/map-scafflsa-SCAFFLSA_Th_5_3.csv', 'figures/map-scafflsa-SCAFFLSA_Th_5_3.svg', 'report.html'],
];
const TWO = ['--algorithm', 'local-sa,scafflsa'];

test('cells have the exact values and bounds of theory; the folder has what --json prints, and so does the library', async () => {
  const printed = await fedsa(folder, ...ATLAS, ...TWO, '--json');
  const report = JSON.parse(printed.stdout) as AtlasReport;
  expect(Object.keys(report)).toEqual(['format', 'axes', 'cells', 'theorems']);
  expect(report.axes).toEqual([
    { name: 'step-size', values: [0.001, 0.004, 0.016] },
    { name: 'local-steps', values: [1, 2, 4] },
  ]);
  const { point, ratios } = report.cells[5]!;
  expect([report.cells.length, point]).toEqual([9, { 'step-size': 0.004, 'local-steps': 4 }]);
  const theory = await fedsa(folder, 'theory', 'two.json', ...RUN, ...TWO, '--local-steps', '4', '--json');
  const { statements, predicted } = (
    JSON.parse(theory.stdout) as {
      run: {
        statements: { algorithm: string; source: string; total: number | null }[];
        predicted: { algorithm: string; meanSquare: number[] }[];
      };
    }
  ).run;
  for (const { algorithm, source, quantity, bound, exact } of ratios) {
    expect(statements.find((each) => each.algorithm === algorithm && each.source === source)!.total).toBe(
      bound,
    );
    if (quantity !== 'E‖θ̄_T − θ*‖²') continue;
    const curve = predicted.find((each) => each.algorithm === algorithm)!.meanSquare;
    expect(exact! / curve.at(-1)!).toBeCloseTo(1, 12);
  }
  expect(ratios.filter(({ quantity }) => quantity === 'E‖θ̄_T − θ*‖²')).toHaveLength(2);

  const { status, stdout } = await fedsa(folder, ...ATLAS, ...TWO, '--out', 'deep/atlas');
  expect([status, stdout.endsWith(`\n\n${join('deep', 'atlas', 'report.html')}\n`)]).toEqual([0, true]);
  expect(stdout).toMatch(
    /^Exact value over each theorem’s bound or shape, 9 cells: step-size \(3\), local-steps \(3\)\n/,
  );
  expect(stdout).toMatch(/^SCAFFLSA Th\. 4\.1 \(Local SA\): E‖θ̄_T − θ\*‖² is \S+ to \S+ of the bound\.$/m);
  const filesIn = (readdirSync(join(folder, 'deep/atlas'), { recursive: true }) as string[]).sort();
  expect(filesIn).toEqual(FILES);
  expect(readFileSync(join(folder, 'deep/atlas/atlas.json'), 'utf8')).toBe(printed.stdout);
  const made = await library.atlas(
    join(folder, 'two.json'),
    { grid: { 'step-size': [0.001, 0.004, 0.016], 'local-steps': '1,2,4' } },
    { algorithms: ['local-sa', 'scafflsa'], stepSize: 0.004, rounds: 400, sampling: 'iid' },
  );
  expect(made).toEqual(report);
});

test('one cell is a table without powers', async () => {
  const words = ['plan', 'two.json', '--atlas', ...RUN, ...TWO, '--grid', 'local-steps=2'];
  const { status, stdout } = await fedsa(folder, ...words, '--out', 'one');
  expect(status).toBe(0);
  expect(stdout).toContain('SCAFFLSA Th. 5.3');
  expect(stdout).not.toContain('power in');
  expect(existsSync(join(folder, 'one/figures'))).toBe(false);
});

test('the shipped atlas names SCAFFLSA’s power of M, and no bound is exceeded', async () => {
  const { status, stdout } = await fedsa(
    folder,
    'plan',
    'tightness-atlas',
    '--atlas',
    '--algorithm',
    'scafflsa',
  );
  expect(status).toBe(0);
  expect(stdout).toMatch(/^ {2}The bound grows faster than the error by M\^1\.00\d ± 0\.05\d\.$/m);
  expect(stdout).toContain('The ratio’s power in η, H and ζ is not separated from 0.');
  expect(stdout).not.toContain('MISTAKE');
});

describe('one line, and nothing is written', () => {
  const GRID = ['--grid', 'local-steps=1,2'];
  test.each([
    ['no grid', ['two.json', '--atlas', ...RUN], '--grid: name what is swept'],
    ['a grid without --atlas', ['two.json', ...GRID], '--grid: a grid is of an atlas: add --atlas'],
    [
      '--epsilon',
      ['two.json', '--atlas', ...GRID, '--epsilon', '0.1'],
      '--epsilon: an atlas searches nothing',
    ],
    ['--verify', ['two.json', '--atlas', ...GRID, '--verify', '5'], '--verify: an atlas searches nothing'],
    [
      'a range',
      ['two.json', '--atlas', ...GRID, '--step-size', '0.1..0.2'],
      'name its values by --grid step-size=…',
    ],
    [
      'a name that cannot be swept',
      ['two.json', '--atlas', ...RUN, '--grid', 'seeds=1,2'],
      '--grid: seeds is no option of a run that changes its numbers',
    ],
    [
      'a nonlinear problem',
      ['streaming-fl-figure-7', '--panel', 'k-10', '--atlas', ...GRID],
      'local-steps=1: an atlas is of linear problems, whose errors are exact: the mean operator is not linear',
    ],
    [
      'an algorithm without theorems',
      ['two.json', '--atlas', ...RUN, ...GRID, '--algorithm', 'scaffold', '--server-step-size', '1'],
      '--algorithm: no theorem here is about an error of scaffold after T rounds',
    ],
    [
      'a policy',
      ['two.json', '--atlas', ...RUN, '--grid', 'policy=synchronous,first:1', '--algorithm', 'local-sa'],
      'policy=first:1: an atlas is of theorems about rounds: the policy is first',
    ],
    ['a taken folder', ['two.json', '--atlas', ...RUN, ...GRID, '--out', '.'], '.: already exists'],
  ])('%s', async (_words, words, line) => {
    const before = contents(folder);
    const { status, stdout, stderr } = await fedsa(folder, 'plan', ...words);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(line);
    expect(stderr.trimEnd()).not.toContain('\n');
    expect(contents(folder)).toEqual(before);
  });
});

test('the library refuses a setting that there is not', async () => {
  const settings = { stepsize: 0.004, rounds: 400 } as never;
  await expect(
    library.atlas(join(folder, 'two.json'), { grid: { 'local-steps': [1, 2] } }, settings),
  ).rejects.toThrow('stepsize');
});

test('a signal leaves nothing', async () => {
  const reason = new Error('enough');
  const out = join(folder, 'ended');
  const grid = { grid: { 'local-steps': [1, 2] } };
  await expect(
    library.atlas(
      join(folder, 'two.json'),
      grid,
      { stepSize: 0.004, rounds: 400 },
      { out, signal: AbortSignal.abort(reason) },
    ),
  ).rejects.toBe(reason);
  expect(existsSync(out)).toBe(false);
});
