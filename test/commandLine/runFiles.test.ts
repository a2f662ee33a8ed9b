/** The files of a run directory, as the contract describes them. */
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { contents, emptyFolder, fedsa, rows, text } from './builtProgram.ts';
import { writeTwoAgents } from './twoAgents.ts';

const ROUNDS_HEADER =
  'algorithm,seed,round,step,time,error,agentError,operatorNorm,drift,uplinkVectors,downlinkVectors,uplinkBytes,downlinkBytes';

const folder = emptyFolder();
const run = async (out: string, ...options: readonly string[]): Promise<void> => {
  const args = ['run', 'problem.json', '--step-size', '0.1', '--quiet', '--out', out, ...options];
  expect(await fedsa(folder, ...args)).toEqual({ status: 0, stdout: '', stderr: '' });
};

beforeAll(() => {
  writeTwoAgents(folder);
});

describe('a run of three algorithms with two seeds and 30 rounds', () => {
  beforeAll(async () => {
    await run('out', '--rounds', '30', '--seeds', '2', '--initial=1,0.1');
  });

  test('has the files of the contract and no others', () => {
    const found = contents(join(folder, 'out'));
    const rows = ['iterates.csv', 'predictions.csv', 'root.csv', 'rounds.csv'];
    expect(found.filter((name) => !name.startsWith('figures/'))).toEqual(
      ['figures', 'manifest.json', 'report.html', ...rows].sort(),
    );
    expect(found.filter((name) => name.endsWith('.svg'))).toContain('figures/error.svg');
  });

  test('has in rounds.csv the columns of the contract, and a row for every round from 0 to 30', () => {
    expect(text(folder, 'out', 'rounds.csv').split('\n', 1)[0]).toBe(ROUNDS_HEADER);
    const expected = ['local-sa', 'scafflsa', 'fedhsa'].flatMap((algorithm) =>
      ['1', '2'].flatMap((seed) =>
        Array.from({ length: 31 }, (_, t) => `${algorithm} ${seed} ${t} ${10 * t} ${10 * t}`),
      ),
    );
    const found = rows(folder, 'out', 'rounds.csv');
    expect(found.map((row) => [row.algorithm, row.seed, row.round, row.step, row.time].join(' '))).toEqual(
      expected,
    );
  });

  test('has in iterates.csv the model of every row, from the start that was asked for', () => {
    const iterates = rows(folder, 'out', 'iterates.csv');
    const place = (row: Record<string, string>): string => `${row.algorithm} ${row.seed} ${row.round}`;
    expect(iterates.map(place)).toEqual(rows(folder, 'out', 'rounds.csv').map(place));
    expect(Object.keys(iterates[0]!)).toEqual(['algorithm', 'seed', 'round', 'theta_0', 'theta_1']);
    expect(iterates[0]).toMatchObject({ theta_0: '1', theta_1: '0.1' });
  });

  test('has errors that are the squared distances of the models to the root of the manifest, to the last bits', () => {
    const { problem } = JSON.parse(text(folder, 'out', 'manifest.json')) as {
      problem: { root: [number, number] };
    };
    const iterates = rows(folder, 'out', 'iterates.csv');
    for (const [index, row] of rows(folder, 'out', 'rounds.csv').entries()) {
      const { theta_0, theta_1 } = iterates[index]!;
      const distance = (Number(theta_0) - problem.root[0]) ** 2 + (Number(theta_1) - problem.root[1]) ** 2;
      // both are sums of the same two squares; only a fused or reordered sum could differ, by an ulp or two
      expect(Math.abs(Number(row.error) - distance)).toBeLessThanOrEqual(4 * Number.EPSILON * distance);
    }
  });

  test('has numbers that are written as JavaScript writes doubles, so that reading gives the same double', () => {
    for (const file of ['rounds.csv', 'iterates.csv']) {
      for (const { algorithm: _name, ...numbers } of rows(folder, 'out', file)) {
        for (const cell of Object.values(numbers)) expect(String(Number(cell))).toBe(cell);
      }
    }
  });

  test('has a manifest that tells the configuration, the machine, the times and the state of each replication', () => {
    const manifest = JSON.parse(text(folder, 'out', 'manifest.json')) as Record<string, unknown>;
    expect(manifest).toMatchObject({
      format: 'fedsa-run/1',
      node: process.version,
      state: 'completed',
      failure: null,
      machine: { platform: process.platform, cores: expect.any(Number) as number },
      scenario: { name: 'problem', file: join(folder, 'problem.json') },
      problem: { agents: 2, dimension: 2 },
      configuration: { seeds: [1, 2], initial: [1, 0.1], budget: { kind: 'rounds', rounds: 30 } },
      placement: { name: 'inline', threads: 1 },
    });
    expect(manifest.version).toMatch(/^\d+\.\d+\.\d+/);
    expect(Date.parse(manifest.startedAt as string)).toBeLessThanOrEqual(
      Date.parse(manifest.endedAt as string),
    );
    expect(manifest.runs).toEqual(
      ['local-sa', 'scafflsa', 'fedhsa'].flatMap((algorithm) =>
        [1, 2].map((seed) => ({ algorithm, seed, state: 'completed', rounds: 30, steps: 300, rows: 31 })),
      ),
    );
  });

  test('gets the same report and figures, byte for byte, when fedsa report builds them anew', async () => {
    const made = contents(join(folder, 'out')).filter((name) => /^(report|figures.*)\.[a-z]+$/.test(name));
    expect(made.length).toBeGreaterThan(4);
    const before = made.map((name) => text(folder, 'out', name));
    expect(before[made.indexOf('report.html')]).not.toMatch(/<(script|link|img)[^>]+(src|href)="?https?:/);
    rmSync(join(folder, 'out', 'report.html'));
    rmSync(join(folder, 'out', 'figures'), { recursive: true });
    const ended = await fedsa(folder, 'report', 'out');
    expect(ended).toEqual({ status: 0, stdout: 'Report: out/report.html\n', stderr: '' });
    expect(made.map((name) => text(folder, 'out', name))).toEqual(before);
  });
});

describe('of a run of 5,000 rounds', () => {
  const recorded = async (out: string, ...options: readonly string[]): Promise<number[]> => {
    const common = [
      '--rounds',
      '5000',
      '--algorithm',
      'local-sa',
      '--local-steps',
      '1',
      '--placement',
      'inline',
    ];
    await run(out, ...common, '--no-report', ...options);
    expect(rows(folder, out, 'iterates.csv')).toHaveLength(rows(folder, out, 'rounds.csv').length);
    return rows(folder, out, 'rounds.csv').map(({ round }) => Number(round));
  };

  test('2,000 log-spaced rounds are recorded by default, the first and the last among them, and round 0', async () => {
    const found = await recorded('default');
    expect(found).toHaveLength(2001);
    expect(found.slice(0, 3)).toEqual([0, 1, 2]);
    expect(found.at(-1)).toBe(5000);
    const gaps = found.slice(1).map((round, index) => round - found[index]!);
    expect(Math.min(...gaps)).toBe(1);
    // log-spaced: gaps grow with the round, but for rounding
    for (let k = 1; k < gaps.length - 1; k++) expect(gaps[k + 1]!).toBeGreaterThanOrEqual(gaps[k]! - 1);
  });

  test('--record all records all', async () => {
    expect(await recorded('all', '--record', 'all')).toEqual(Array.from({ length: 5001 }, (_, t) => t));
  });

  test('--record every=999 records each 999th, the start and the last', async () => {
    expect(await recorded('every', '--record', 'every=999')).toEqual([0, 999, 1998, 2997, 3996, 4995, 5000]);
  });
});

test('iterates.csv is left out above ten dimensions, unless --iterates asks for it', async () => {
  const garnet = (name: string, dimension: number): string => `import { scenario } from 'fedsa';
export default scenario({
  name: '${name}', title: 't', question: 'q', stepSize: 0.1, rounds: 2, placement: 'inline', sampling: 'exact',
  problem: {
    kind: 'garnet', agents: 2, states: 20, actions: 1, branching: 3, dimension: ${dimension}, discount: 0.5,
    heterogeneity: 'high', seed: 1,
  },
});
`;
  const { writeFileSync } = await import('node:fs');
  for (const dimension of [10, 11]) writeFileSync(join(folder, `d${dimension}.ts`), garnet('g', dimension));
  const ran = async (file: string, out: string, ...options: string[]): Promise<boolean> => {
    const ended = await fedsa(folder, 'run', file, '--quiet', '--no-report', '--out', out, ...options);
    expect(ended).toMatchObject({ status: 0, stderr: '' });
    return existsSync(join(folder, out, 'iterates.csv'));
  };
  expect(await ran('d10.ts', 'ten')).toBe(true);
  expect(await ran('d11.ts', 'eleven')).toBe(false);
  expect(await ran('d11.ts', 'eleven-asked', '--iterates')).toBe(true);
  expect(Object.keys(rows(folder, 'eleven-asked', 'iterates.csv')[0]!)).toHaveLength(3 + 11);
});
