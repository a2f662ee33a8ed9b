/** `fedsa compare`: what was asked differently, and floors compared seed by seed. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa, rows } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();
/** A target error that some seeds miss. */
const LOW = 1e-4;
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
  mkdirSync(join(folder, 'grid'));
  writeFileSync(join(folder, 'grid', 'sweep.json'), '{}');
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

interface Pair {
  algorithm: string;
  quantity: string;
  epsilon: number | null;
  ratio: number;
  low: number | null;
  high: number | null;
  seeds: number;
  censored: number;
  correlation: number;
  pValue: number;
}

interface Found {
  differences: { field: string; values: unknown[]; decides: boolean }[];
  conditions: string[];
  algorithms: { floors: ({ title: string; mean: number; seeds: number; diverged: number } | null)[] }[];
  pairs: Pair[];
}

const compared = async (...words: string[]): Promise<Found> => {
  const { status, stdout } = await fedsa(folder, 'compare', ...words, '--json');
  expect(status).toBe(0);
  return JSON.parse(stdout) as Found;
};

/** Mean and standard error of three logarithms. */
function ofThree(logarithms: readonly number[]): { readonly centre: number; readonly error: number } {
  const centre = logarithms.reduce((sum, x) => sum + x, 0) / 3;
  const error = Math.sqrt(logarithms.reduce((sum, x) => sum + (x - centre) ** 2, 0) / 2 / 3);
  return { centre, error };
}

test('--out writes a page with the same ratio, the differing settings, and the curves of both runs', async () => {
  const { pairs } = await compared('a', 'b');
  const { stderr } = await fedsa(folder, 'compare', 'a', 'b', '--out', 'both');
  expect(stderr).toBe('Report: both/report.html\n');
  const page = readFileSync(join(folder, 'both/report.html'), 'utf8').replaceAll(/<[^>]*>|\s+/g, ' ');
  const side = pairs[0]!.high! < 1 ? 'lower than' : pairs[0]!.low! > 1 ? 'higher than' : 'not separated from';
  expect(page).toContain(`Local SA: the final error in b is ${side} that in a, ratio `);
  expect(page).toMatch(/local-sa\.stepSize +0\.1 +0\.05/);
  const curves = readFileSync(join(folder, 'both/figures/curves-tidy.csv'), 'utf8');
  for (const series of ['"Local SA, mean"', '"SCAFFLSA, mean"', '"Local SA, b, mean"'])
    expect(curves).toContain(`\n${series},`);
  // The folder of a run, and one folder alone, have no such page.
  for (const words of [
    ['a', 'b', '--out', 'a'],
    ['a', '--out', 'c'],
  ]) {
    const refused = await fedsa(folder, 'compare', ...words);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toMatch(/^fedsa: --out[^\n]*\n$/);
  }
  expect(existsSync(join(folder, 'c'))).toBe(false);
});

test('floors are compared on the seeds that both runs have, by Student’s t for logarithms', async () => {
  const { algorithms, differences, pairs } = await compared('a', 'b');
  const [localSa, scafflsa] = algorithms;
  const { centre, error } = ofThree([2, 3, 4].map((seed) => Math.log(floor('b', seed) / floor('a', seed))));
  expect(pairs).toHaveLength(1);
  const [pair] = pairs;
  expect(pair).toMatchObject({
    algorithm: 'local-sa',
    quantity: 'floor',
    epsilon: null,
    seeds: 3,
    censored: 0,
  });
  expect(pair!.ratio).toBeCloseTo(Math.exp(centre), 12);
  // of two degrees of freedom: t_0.975 = 4.302653, and P(|T| > t) = 1 − t/√(2 + t²)
  expect(pair!.high).toBeCloseTo(Math.exp(centre + 4.302652729911275 * error), 8);
  const t = Math.abs(centre) / error;
  expect(pair!.pValue).toBeCloseTo(1 - t / Math.sqrt(2 + t * t), 9);
  expect(localSa!.floors.map((floor) => floor!.seeds)).toEqual([4, 5]);
  expect(scafflsa!.floors[1]).toBeNull();
  expect(differences.map(({ field, decides }) => [field, decides])).toEqual([
    ['seeds', true],
    ['local-sa.stepSize', true],
    ['scafflsa', true],
    ['placement', false],
  ]);
});

/** The first row of a seed at which the error is at most ε. */
const passage = (out: string, seed: number, epsilon: number): Readonly<Record<string, string>> | undefined =>
  rows(folder, out, 'rounds.csv').find(
    (row) => row.algorithm === 'local-sa' && row.seed === String(seed) && Number(row.error) <= epsilon,
  );

test('passages to ε are compared in rounds, seconds and bytes', async () => {
  const epsilon = 0.3;
  const { pairs } = await compared('a', 'b', '--reach', String(epsilon));
  const spent: Readonly<Record<string, (row: Readonly<Record<string, string>>) => number>> = {
    rounds: (row) => Number(row.round),
    seconds: (row) => Number(row.time),
    uplinkBytes: (row) => Number(row.uplinkBytes),
    bytes: (row) => Number(row.uplinkBytes) + Number(row.downlinkBytes),
  };
  expect(pairs.map(({ quantity }) => quantity)).toEqual(['floor', ...Object.keys(spent)]);
  for (const [quantity, number] of Object.entries(spent)) {
    const each = (out: string): number[] => [2, 3, 4].map((seed) => number(passage(out, seed, epsilon)!));
    const [a, b] = [each('a'), each('b')];
    const { centre, error } = ofThree(b.map((value, k) => Math.log(value / a[k]!)));
    const pair = pairs.find((pair) => pair.quantity === quantity)!;
    expect(pair).toMatchObject({ epsilon, seeds: 3, censored: 0 });
    expect(pair.ratio).toBeCloseTo(Math.exp(centre), 12);
    expect(pair.low).toBeCloseTo(Math.exp(centre - 4.302652729911275 * error), 8);
    expect(pair.high).toBeCloseTo(Math.exp(centre + 4.302652729911275 * error), 6);
  }
});

test('a level that is given twice is refused', async () => {
  expect(await fedsa(folder, 'compare', 'a', 'b', '--reach', '0.1,0.10')).toEqual({
    status: 2,
    stdout: '',
    stderr: 'fedsa: --reach: 0.1 is given twice; name each level once\n',
  });
});

test('seeds that miss ε are counted, and have a restricted mean', async () => {
  const misses = (out: string): number[] => [2, 3, 4].filter((seed) => passage(out, seed, LOW) === undefined);
  const missing = new Set([...misses('a'), ...misses('b')]).size;
  expect(missing).toBeGreaterThan(0);
  const { pairs } = await compared('a', 'b', '--reach', String(LOW));
  expect(pairs.find(({ quantity }) => quantity === 'rounds')).toMatchObject({
    ...{ seeds: 3, censored: missing, low: null },
    restricted: { upTo: 40 },
  });
  const { stdout } = await fedsa(folder, 'compare', 'a', 'b', '--reach', String(LOW));
  expect(stdout).toMatch(
    new RegExp(`^Local SA: ${missing} of 3 seeds miss .* at most 400 each: A [\\d.]+, B [\\d.]+\\.$`, 'm'),
  );
});

test('in words; a run with itself differs in nothing', async () => {
  const { stdout } = await fedsa(folder, 'compare', 'a', 'b');
  expect(stdout).toMatch(
    /^Settings that decide numbers\n +A +B\n +seeds +1–4 +2–6\n +local-sa\.stepSize +0\.1 +0\.05$/m,
  );
  expect(stdout).toMatch(/^ +Local SA +final error +[\d.]+ \[[\d., ]+\] +[\d.]+ +3 +-?[\d.]+ +\d+$/m);
  const same = await fedsa(folder, 'compare', 'a', 'a');
  expect(same.stdout).toContain('The configurations are the same.');
  expect(same.stdout).toMatch(/^ +SCAFFLSA +final error +1\.00 +1\.0 +4 +1\.00 +2$/m);
});

test.each([
  [['a', 'none'], 'none/manifest.json: cannot be read: no such file'],
  [['a', 'grid'], 'grid: is a sweep; name the folder of one of its runs, grid/runs/KEY'],
  [[], 'missing required argument'],
])('%j is refused in a line', async (directories, line) => {
  const { status, stdout, stderr } = await fedsa(folder, 'compare', ...directories);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^fedsa: [^\n]*\n$/);
  expect(stderr).toContain(line);
});

test('why there is no ratio or no final error is said, and in which conditions the runs differ', async () => {
  const short = ['--algorithm', 'local-sa', '--local-steps', '1', '--seeds', '4'];
  await run('noise-free', ...short, '--step-size', '0.7', '--sampling', 'exact');
  await run('far', ...short, '--step-size', '9', '--allow-divergence');
  const alone = await fedsa(folder, 'compare', 'noise-free', 'noise-free');
  expect(alone.stdout).toMatch(
    /^ {2}Local SA +\S+ × 10⁻[²³]. .*[^ ]\n\nFinal errors that are rounding alone have no ratio\.$/m,
  );
  const { stdout } = await fedsa(folder, 'compare', 'noise-free', 'far');
  expect(stdout).toMatch(/^The runs differ in conditions \(sampling\): the ratios are across these/m);
  expect(stdout).toMatch(/^ {2}Local SA +\S+ × 10\S+ +– \(4 of 4 seeds diverged\)$/m);
  const { conditions, algorithms } = await compared('a', 'far');
  expect(conditions).toEqual([]);
  expect(algorithms[0]!.floors[1]).toMatchObject({ mean: null, seeds: 0, diverged: 4 });
});

interface Contest {
  base: string;
  levels: number[];
  first: { epsilon: number; axis: string; first: string | null; alike: string[]; notSeparated: string[] }[];
  pairs: Pair[];
}

const curves = async (...words: string[]): Promise<Contest[]> => {
  const { status, stdout } = await fedsa(folder, 'compare', ...words, '--json');
  expect(status).toBe(0);
  return (JSON.parse(stdout) as { contests: Contest[] }).contests;
};

test('the curves of one run are paired with the first, at three levels that two of them reach', async () => {
  const [contest, ...others] = await curves('a');
  expect(others).toEqual([]);
  expect(contest).toMatchObject({ base: 'local-sa' });
  expect(contest!.levels).toHaveLength(3);
  /** The first round from which no stretch has a mean above ε; every round is recorded. */
  const first = (algorithm: string, seed: number, epsilon: number): number => {
    const errors = rows(folder, 'a', 'rounds.csv')
      .filter((row) => row.algorithm === algorithm && row.seed === String(seed))
      .map(({ error }) => Number(error) - epsilon);
    return errors.findIndex((_, t) => {
      let sum = 0;
      return errors.slice(t).every((excess) => (sum += excess) <= 0);
    });
  };
  for (const epsilon of contest!.levels) {
    const logs = [1, 2, 3, 4].map((seed) =>
      Math.log(first('scafflsa', seed, epsilon) / first('local-sa', seed, epsilon)),
    );
    const centre = logs.reduce((sum, x) => sum + x, 0) / 4;
    const error = Math.sqrt(logs.reduce((sum, x) => sum + (x - centre) ** 2, 0) / 3 / 4);
    const pair = contest!.pairs.find((pair) => pair.quantity === 'rounds' && pair.epsilon === epsilon)!;
    expect(pair).toMatchObject({ algorithm: 'local-sa/scafflsa', seeds: 4, censored: 0 });
    expect(pair.ratio).toBeCloseTo(Math.exp(centre), 12);
    // t_0.975 with three degrees of freedom
    expect(pair.high).toBeCloseTo(Math.exp(centre + 3.182446305284263 * error), 8);
    const verdict = contest!.first.find(
      (candidate) => candidate.axis === 'rounds' && candidate.epsilon === epsilon,
    )!;
    const half = 3.182446305284263 * error;
    const isAlike = Math.abs(centre) + half <= -Math.log(0.95);
    const isSeparated = Math.abs(centre) > half;
    expect(verdict.alike).toHaveLength(isAlike ? 1 : 0);
    expect(verdict.notSeparated).toHaveLength(isAlike || isSeparated ? 0 : 1);
  }
});

test('--base names another curve; of two folders there is none to be named', async () => {
  const [contest] = await curves('a', '--base', 'scafflsa', '--reach', '0.3');
  expect(contest).toMatchObject({ base: 'scafflsa', levels: [0.3] });
  const { stdout } = await fedsa(folder, 'compare', 'a', '--reach', '0.3');
  expect(stdout).toMatch(
    /^ {2}0\.3, rounds.*: reached by Local SA after 1 round, and alike by SCAFFLSA after 1 round$/m,
  );
  expect(stdout).toMatch(/^Ratios to Local SA over common seeds/m);
  for (const [words, line] of [
    [['a', '--base', 'scaflsa'], 'did you mean scafflsa?'],
    [['a', 'b', '--base', 'local-sa'], '--base: of two runs the base is the first'],
    [['b'], 'holds one curve'],
  ] as const) {
    const refused = await fedsa(folder, 'compare', ...words);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain(line);
  }
});
