/** `fedsa compare`: what was asked differently, and floors compared seed by seed. */
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa, rows } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
const run = (out: string, ...more: string[]): Promise<unknown> =>
  fedsa(
    folder,
    'run',
    'problem.json',
    ...more,
    ...['--rounds', '40', '--out', out, '--no-report', '--quiet'],
  );

beforeAll(async () => {
  writeTwoAgents(folder);
  await run('a', '--algorithm', 'local-sa,scafflsa', '--step-size', '0.1', '--seeds', '4');
  await run(
    'b',
    '--algorithm',
    'local-sa',
    '--step-size',
    '0.05',
    '--seeds',
    '2..6',
    '--placement',
    'inline',
  );
});

/** Mean error over rounds 29 to 40, 12 of 40, of a seed. */
function floor(out: string, seed: number): number {
  const tail = rows(folder, out, 'rounds.csv').filter(
    (row) => row.algorithm === 'local-sa' && row.seed === String(seed) && Number(row.round) > 28,
  );
  expect(tail).toHaveLength(12);
  return tail.reduce((sum, { error }) => sum + Number(error), 0) / 12;
}

interface Found {
  differences: { field: string; values: unknown[]; decides: boolean }[];
  algorithms: {
    floors: ({ title: string; mean: number; seeds: number } | null)[];
    paired?: { seeds: number; ratio: number; interval: { low: number; high: number }; pValue: number };
  }[];
}

test('floors are compared on the seeds that both runs have, by Student’s t for logarithms', async () => {
  const { status, stdout } = await fedsa(folder, 'compare', 'a', 'b', '--json');
  expect(status).toBe(0);
  const { algorithms, differences } = JSON.parse(stdout) as Found;
  const [localSa, scafflsa] = algorithms;
  const logarithms = [2, 3, 4].map((seed) => Math.log(floor('b', seed) / floor('a', seed)));
  const centre = logarithms.reduce((sum, x) => sum + x, 0) / 3;
  const error = Math.sqrt(logarithms.reduce((sum, x) => sum + (x - centre) ** 2, 0) / 2 / 3);
  expect(localSa!.paired!.seeds).toBe(3);
  expect(localSa!.paired!.ratio).toBeCloseTo(Math.exp(centre), 12);
  // of two degrees of freedom: t_0.975 = 4.302653, and P(|T| > t) = 1 − t/√(2 + t²)
  expect(localSa!.paired!.interval.high).toBeCloseTo(Math.exp(centre + 4.302652729911275 * error), 8);
  const t = Math.abs(centre) / error;
  expect(localSa!.paired!.pValue).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 9);
  expect(localSa!.floors.map((one) => one!.seeds)).toEqual([4, 5]);
  expect(scafflsa!.floors[1]).toBeNull();
  expect(scafflsa!.paired).toBeUndefined();
  expect(differences.map(({ field, decides }) => [field, decides])).toEqual([
    ['seeds', true],
    ['local-sa.stepSize', true],
    ['scafflsa', true],
    ['placement', false],
  ]);
});

test('in words; a run with itself differs in nothing', async () => {
  const { stdout } = await fedsa(folder, 'compare', 'a', 'b');
  expect(stdout).toMatch(
    /^Settings that decide numbers\n +A +B\n +seeds +1–4 +2–6\n +local-sa\.stepSize +0\.1 +0\.05$/m,
  );
  expect(stdout).toMatch(/^ +Local SA .*, p = [\d.]+, 3 seeds$/m);
  const same = await fedsa(folder, 'compare', 'a', 'a');
  expect(same.stdout).toContain('The configurations are the same.');
  expect(same.stdout).toMatch(/^ +SCAFFLSA .* 1\.00, 4 seeds$/m);
});

test.each([
  [['a', 'none'], 'none/manifest.json: cannot be read: no such file'],
  [['a'], 'missing required argument'],
])('%j is refused in a line', async (directories, line) => {
  const { status, stdout, stderr } = await fedsa(folder, 'compare', ...directories);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^fedsa: [^\n]*\n$/);
  expect(stderr).toContain(line);
});
