/** The final error's interval as the documents define it, and what terminal, page and JSON say where few seeds carry its mean. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { emptyFolder, fedsa, rows, text } from './builtProgram.ts';

// Chains that are seldom, and then for long, where A is negative: errors of bursts.
const agent = (first: number): object => ({
  transition: [
    [0.98, 0.02],
    [0.4, 0.6],
  ],
  A: [0.9, -2.2].map((a) => [
    [a, 0],
    [0, a],
  ]),
  b: [
    [first, 0.2],
    [8, -6],
  ],
  initial: 'stationary',
});
const HEAVY = { format: 'fedsa-problem/1', kind: 'linear', dimension: 2, agents: [0.5, 0.8, 1.1].map(agent) };
const SETS = ['1..10', '91..100', '101..110', '111..120', '121..130', '131..140'];
const OPTIONS = ['--algorithm', 'local-sa', '--step-size', '0.15', '--local-steps', '5', '--rounds', '400'];
const WORDS = /heavy tails(?:: |, )few seeds carry (?:it|the mean) \(.* of the sum\)/;

interface Result {
  readonly algorithms: readonly {
    readonly floor: {
      readonly mean: number;
      readonly low: number;
      readonly high: number;
      readonly seeds: number;
      readonly firstRound: number;
      readonly shareOfRounds: number;
      readonly warning: string | null;
    };
    readonly expected: {
      readonly mean: number;
      readonly outside: string | null;
      readonly warning: string | null;
    };
  }[];
}

const folder = emptyFolder();
const run = async (seeds: string, ...more: readonly string[]): Promise<string> =>
  (await fedsa(folder, 'run', 'heavy.json', ...OPTIONS, '--seeds', seeds, '--out', seeds, ...more)).stdout;
/** Of each set of seeds. */
const results: Result['algorithms'][number][] = [];
/** Of the first set, and of the first whose interval does not hold the exact mean: number, and words on the terminal and in the page. */
const words: { readonly set: number; readonly terminal: string; readonly page: string }[] = [];
const isOutside = ({ floor, expected }: (typeof results)[number]): boolean =>
  expected.mean > floor.high || expected.mean < floor.low;

// Three seconds: six sets of ten seeds, and two pages.
beforeAll(async () => {
  writeFileSync(join(folder, 'heavy.json'), JSON.stringify(HEAVY));
  for (const seeds of SETS) {
    const last = (await run(seeds, '--json', '--no-report')).trimEnd().split('\n').at(-1)!;
    results.push((JSON.parse(last) as Result).algorithms[0]!);
  }
  for (const set of [0, results.findIndex(isOutside)]) {
    const terminal = await run(SETS[set]!);
    words.push({ set, terminal, page: text(folder, SETS[set]!, 'report.html') });
  }
});

describe('ten seeds whose mean few of them carry', () => {
  test('are named so in most sets', () => {
    expect(results.filter(({ floor }) => floor.warning !== null).length).toBeGreaterThanOrEqual(5);
    for (const { floor } of results) if (floor.warning !== null) expect(floor.warning).toMatch(WORDS);
  });

  test('say so where the exact mean is outside the interval, and why', () => {
    expect(results.some(isOutside)).toBe(true);
    for (const result of results) {
      const { floor, expected } = result;
      const side = expected.mean > floor.high ? 'above' : 'below';
      expect(expected.outside).toBe(isOutside(result) ? side : null);
      if (!isOutside(result)) continue;
      expect(expected.warning).toMatch(`the exact mean lies ${side} the interval`);
      if (floor.warning !== null) expect(expected.warning).toMatch(WORDS);
    }
  });

  test('have the same words on the terminal, in the page and in JSON', () => {
    for (const { set, terminal, page } of words) {
      const { floor, expected } = results[set]!;
      const warning = expected.warning ?? floor.warning;
      expect(warning).toMatch(WORDS);
      expect(terminal).toContain(warning);
      expect(page).toContain(warning);
    }
  });
});

test('the printed interval is m · exp(± t s/(√n m)) of the rows, as the documents say', () => {
  const tail = rows(folder, '1..10', 'rounds.csv').filter(({ round }) => Number(round) > 280);
  const means = Array.from({ length: 10 }, (_, k) => {
    const errors = tail.filter(({ seed }) => Number(seed) === k + 1).map(({ error }) => Number(error));
    expect(errors).toHaveLength(120);
    return errors.reduce((sum, error) => sum + error, 0) / errors.length;
  });
  const n = means.length;
  const m = means.reduce((sum, x) => sum + x, 0) / n;
  const s = Math.sqrt(means.reduce((sum, x) => sum + (x - m) ** 2, 0) / (n - 1));
  const t = 2.262157163; // t_{0.975,9}, tables
  const [low, high] = [-1, 1].map((sign) => m * Math.exp((sign * t * s) / (Math.sqrt(n) * m)));
  const { floor } = results[0]!;
  [floor.mean / m, floor.low / low!, floor.high / high!].forEach((ratio) => expect(ratio).toBeCloseTo(1, 7));
  const ends = [low!, high!].map((x) => Number(x.toFixed(2)));
  const found = /Local SA {2}\S+ \[(\S+), (\S+)\]/.exec(words[0]!.terminal)!;
  expect([found[1], found[2]].map(Number)).toEqual(ends);
  const documents = new URL('../../docs/', import.meta.url);
  for (const name of ['glossary.md', 'commands.md'])
    expect(readFileSync(new URL(name, documents), 'utf8')).toContain('m · exp(± t s/(√n m))');
  expect(words[0]!.page).toContain('m · exp(± t s/(√n m))');
});

test('rounding contradicts no theory: without noise an expected error is at least its bias², and nothing is said of zero', async () => {
  const folder = emptyFolder();
  const still = (b: number): object => ({ transition: [[1]], A: [[[1]]], b: [[b]] });
  const problem = { format: 'fedsa-problem/1', kind: 'linear', dimension: 1, agents: [still(1), still(3)] };
  writeFileSync(join(folder, 'still.json'), JSON.stringify(problem));
  const words = [
    '--algorithm',
    'local-sa,scafflsa',
    '--step-size',
    '0.7',
    '--local-steps',
    '1',
    '--seeds',
    '5',
  ];
  const { stdout } = await fedsa(
    folder,
    ...['run', 'still.json', ...words, '--rounds', '60', '--no-report', '--json', '--out', 'still'],
  );
  const { algorithms } = JSON.parse(stdout.trimEnd().split('\n').at(-1)!) as Result;
  for (const { floor, expected } of algorithms) {
    expect(floor.mean).toBeLessThan(1e-26);
    expect(expected.outside).toBeNull();
  }
});
