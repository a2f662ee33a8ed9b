/** Sweeps over a scenario's own grid, over a field of its problem, and over settings of the policy, with the best of their points. */
import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { emptyFolder, fedsa, rows, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const folder = emptyFolder();

interface SweepFile {
  readonly points: readonly { readonly point: object; readonly runs: readonly { readonly key: string }[] }[];
}
const sweepFile = (out: string): SweepFile => JSON.parse(text(folder, out, 'sweep.json')) as SweepFile;

beforeAll(() => {
  writeTwoAgents(folder);
});

test('a scenario’s own grid is swept where its function lets it, in a folder that is renamed at will', async () => {
  writeFileSync(
    join(folder, 'own.ts'),
    `import { scenario } from 'fedsa';
     export default scenario({
       name: 'own', title: 'Own', question: '', problem: { kind: 'problem-file', path: 'problem.json' },
       algorithms: ['local-sa'], rounds: 3,
       sweep: {
         grid: { 'step-size': [0.1, 0.2], 'local-steps': '1,2' },
         where: (point) => point['step-size'] * point['local-steps'] <= 0.2,
       },
     });`,
  );
  const args = ['sweep', 'own.ts', '--threads', '1', '--quiet', '--out'];
  expect(await fedsa(folder, ...args, 'own')).toMatchObject({ status: 0, stderr: '' });
  const points = rows(folder, 'own', 'results.csv').map((row) => `${row['step-size']} ${row['local-steps']}`);
  expect(points).toEqual(['0.1 1', '0.1 2', '0.2 1']);
  renameSync(join(folder, 'own'), join(folder, 'moved'));
  const { stdout } = await fedsa(folder, 'sweep', 'own.ts', '--out', 'moved', '--list');
  expect(stdout).toContain('3 replications, 3 of them done');
});

test('runs over a field of a problem whose arrays are in the scenario’s file have replay and theory', async () => {
  writeFileSync(
    join(folder, 'recorded.ts'),
    `import { scenario } from 'fedsa';
     export default scenario({
       name: 'recorded', title: 'Recorded', question: '',
       problem: {
         kind: 'recorded-regression', dimension: 1, regularisation: 0.1, initial: 'first',
         series: [{ x: Float64Array.of(1, -2, 3), y: Float64Array.of(2, 0, 1) }],
         windows: [{ series: 0, start: 0, length: 3 }],
       },
       algorithms: ['local-sa'], stepSize: 0.05, rounds: 3,
     });`,
  );
  const values = ['--grid', 'problem.regularisation=0,0.4', '--no-report'];
  await fedsa(folder, 'sweep', 'recorded.ts', ...values, '--threads', '1', '--quiet', '--out', 'recorded');
  // Without regulariser θ* is Σ xy/Σ x² = 5/14; with it, it is nearer to 0.
  const roots: number[] = [];
  for (const { runs } of sweepFile('recorded').points) {
    const run = join('recorded', 'runs', runs[0]!.key);
    expect(await fedsa(folder, 'replay', run)).toMatchObject({ status: 0, stderr: '' });
    expect(await fedsa(folder, 'report', run)).toMatchObject({ status: 0, stderr: '' });
    const { predictions, problem } = JSON.parse(text(folder, run, 'manifest.json')) as {
      readonly predictions: readonly unknown[];
      readonly problem: { readonly root: readonly number[] };
    };
    expect(predictions).toHaveLength(1);
    roots.push(problem.root[0]!);
  }
  expect(roots[0]).toBeCloseTo(5 / 14, 12);
  // −2 (mean x² θ − mean xy) = λ θ/(1 + θ²)²
  const gap = 2 * (5 / 3 - (14 / 3) * roots[1]!) - (0.4 * roots[1]!) / (1 + roots[1]! ** 2) ** 2;
  expect(gap).toBeCloseTo(0, 12);
});

test('settings of the policy are swept; the best point for each ε has its edges and what is not separated from it', async () => {
  const grid = [
    '--policy',
    'buffered:2',
    '--grid',
    'policy.count=1,2,3',
    '--grid',
    'step-size=0.01..0.1:log3',
  ];
  const words = [
    'sweep',
    'problem.json',
    ...grid,
    '--algorithm',
    'local-sa',
    '--seconds',
    '600',
    '--seeds',
    '3',
  ];
  const out = ['--reach', '0.3', '--out', 'policies', '--no-report'];
  const { status, stdout } = await fedsa(folder, ...words, ...out, '--json');
  expect(status).toBe(0);
  const result = JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as {
    bestFor: {
      point: Record<string, number>;
      level: number;
      edges: string[];
      notSeparated: { point: Record<string, number> }[];
    }[];
  };
  const manifests = sweepFile('policies').points.map(({ point, runs }) => ({
    point,
    policy: (
      JSON.parse(text(folder, 'policies', 'runs', runs[0]!.key, 'manifest.json')) as {
        configuration: { policy: { count: number } };
      }
    ).configuration.policy.count,
  }));
  expect(manifests.map(({ policy }) => policy)).toEqual([1, 1, 1, 2, 2, 2, 3, 3, 3]);
  // The least mean time to 0.3 over the grid, from reach.csv.
  const times = new Map<string, number[]>();
  for (const row of rows(folder, 'policies', 'reach.csv')) {
    const place = `${row['policy.count']} ${row['step-size']}`;
    times.set(place, [...(times.get(place) ?? []), row.time === '' ? Infinity : Number(row.time)]);
  }
  const means = [...times].map(
    ([place, all]) => [place, all.reduce((a, b) => a + b, 0) / all.length] as const,
  );
  const [least] = means.toSorted((a, b) => a[1] - b[1]);
  const [best] = result.bestFor;
  expect(`${best!.point['policy.count']} ${best!.point['step-size']}`).toBe(least![0]);
  expect(best).toMatchObject({
    level: 0.3,
    time: { mean: { value: expect.closeTo(least![1], 9) as number } },
  });
  const outermost = [1, 3].includes(best!.point['policy.count']!) ? ['policy.count'] : [];
  expect(best!.edges.filter((name) => name === 'policy.count')).toEqual(outermost);
  const again = await fedsa(folder, ...words, ...out);
  expect(again.stdout).toMatch(
    /^Best point of local-sa for ε = 0\.3: .* at policy\.count=\d, step-size=\S+/m,
  );
  expect(again.stdout).toContain('0.0316');
  expect(again.stdout).not.toContain('0.0316227766');
  // Its points compared with one another: floors of results.csv, seed by seed.
  const compared = await fedsa(folder, 'compare', 'policies', '--json');
  const [contest] = (
    JSON.parse(compared.stdout) as {
      contests: {
        base: string;
        levels: number[];
        pairs: { algorithm: string; quantity: string; ratio: number; seeds: number }[];
      }[];
    }
  ).contests;
  expect(contest!.levels).toEqual([0.3]);
  const floorsOf = (key: string): number[] =>
    rows(folder, 'policies', 'results.csv')
      .filter((row) => `local-sa@${row.key!.slice(0, 12)}` === key)
      .map(({ floor }) => Number(floor));
  const ratios = contest!.pairs.filter(({ quantity }) => quantity === 'floor');
  expect(ratios).toHaveLength(8);
  for (const { algorithm, ratio, seeds } of ratios) {
    const [base, result] = algorithm.split('/').map(floorsOf) as [number[], number[]];
    expect(seeds).toBe(3);
    const logs = result.map((floor, k) => Math.log(floor / base[k]!));
    expect(Math.log(ratio)).toBeCloseTo(logs.reduce((a, b) => a + b, 0) / 3, 10);
  }
  const wrong = await fedsa(
    folder,
    'sweep',
    'problem.json',
    '--policy',
    'buffered:2',
    '--grid',
    'policy.counts=1,2',
  );
  expect(wrong.status).toBe(2);
  expect(wrong.stderr).toMatch(
    /policy\.counts: buffered has no such setting \(did you mean policy\.count\?\); it has count, /,
  );
  const low = await fedsa(
    folder,
    'sweep',
    'problem.json',
    '--policy',
    'buffered:2',
    '--grid',
    'policy.count=0,2',
  );
  expect(low.status).toBe(2);
  expect(low.stderr).toContain('policy.count: ');
});
