/** Ratios over common seeds: the interval covers the true ratio as often as it says, and seeds for ± 10 % are those. */
import { expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import { type Numbers, pairsOf } from '../../src/report/pairs.ts';

const SEEDS = 5;

/** The same numbers of each quantity. */
const constant =
  (values: readonly number[]): Numbers =>
  () =>
    new Map(values.map((value, seed) => [seed, { low: value, high: value }]));

/** Standard normal numbers, by Box and Muller. */
function normals(role: string): () => number {
  const random = generatorFor(3, role);
  return () => Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
}

test('in 500 small studies the interval has the true ratio in 95 %, whatever the results share', () => {
  const shared = normals('shared');
  const each = normals('each');
  const TRUE = 0.7;
  let covered = 0;
  for (let study = 0; study < 500; study++) {
    const common = Array.from({ length: SEEDS }, shared);
    const a = common.map((z) => Math.exp(z + 0.3 * each()));
    const b = common.map((z) => TRUE * Math.exp(z + 0.3 * each()));
    const [{ low, high, ratio }] = pairsOf('x', [constant(a), constant(b)], []) as [never];
    if (low <= TRUE && TRUE <= high) covered++;
    expect(ratio).toBeGreaterThan(0);
  }
  // Binomial of 500 and 0.95: 475 ± 4.9. Outside 451 to 495 with probability 3·10⁻⁵.
  expect(covered).toBeGreaterThanOrEqual(451);
  expect(covered).toBeLessThanOrEqual(495);
});

test('seeds for ± 10 %: with as many of the same spread the interval is that wide, with one less it is wider', () => {
  const spread = [0.4, -0.4, 0.1, -0.1, 0.2, -0.2];
  const width = (times: number): { readonly half: number; readonly wanted: number } => {
    const logs = Array.from({ length: times }, () => spread).flat();
    const [pair] = pairsOf('x', [constant(logs.map(() => 1)), constant(logs.map(Math.exp))], []);
    return { half: Math.log(pair!.high / pair!.low) / 2, wanted: pair!.seedsForTenPercent };
  };
  const { wanted } = width(1);
  // s = 0.28983 of six: t s/√n is 0.0953 < log 1.1 = 0.0953102 first at n = 38, where t_37 = 2.02619.
  expect(wanted).toBe(38);
  expect(width(6).half).toBeGreaterThan(Math.log(1.1) * 0.85);
  expect(width(8).half).toBeLessThan(Math.log(1.1));
});

test('a passage that a seed misses is censored, and its mean is restricted to the shortest run', () => {
  const some: Numbers = (quantity) =>
    quantity === 'floor'
      ? new Map()
      : new Map([
          [1, { low: 4, high: 4 }],
          [2, { low: 30, high: Infinity }],
        ]);
  const all: Numbers = (quantity) =>
    quantity === 'floor'
      ? new Map()
      : new Map([
          [1, { low: 8, high: 8 }],
          [2, { low: 10, high: 10 }],
          [3, { low: 1, high: 1 }],
        ]);
  const pairs = pairsOf('x', [some, all], [0.1]);
  expect(pairs.map(({ quantity }) => quantity)).toEqual(['rounds', 'seconds', 'uplinkBytes', 'bytes']);
  expect(pairs[0]).toMatchObject({
    ...{ epsilon: 0.1, seeds: 2, censored: 1 },
    restricted: { upTo: 30, means: [17, 9] },
  });
});

const ofSeeds = (...numbers: readonly (readonly [low: number, high: number])[]): Numbers => {
  const bySeed = new Map(numbers.map(([low, high], seed) => [seed, { low, high }]));
  return (quantity) => (quantity === 'floor' ? new Map() : bySeed);
};

test('of two censored seeds the means are restricted to the shorter run, whichever seed has it', () => {
  const base = ofSeeds([30, Infinity], [40, Infinity], [8, 8]);
  const result = ofSeeds([50, 50], [10, 10], [6, 6]);
  // At most 30 each: (30 + 30 + 8)/3 and (30 + 10 + 6)/3.
  expect(pairsOf('x', [base, result], [0.1])[0]!.restricted).toEqual({
    upTo: 30,
    means: [expect.closeTo(68 / 3, 12), expect.closeTo(46 / 3, 12)],
  });
  expect(pairsOf('x', [result, base], [0.1])[0]!.restricted!.upTo).toBe(30);
});

test('one seed has a ratio and no test; where both start below ε there is neither', () => {
  const [single] = pairsOf('x', [ofSeeds([10, 10]), ofSeeds([20, 20])], [0.1]);
  expect(single).toMatchObject({ ratio: 2, pValue: NaN, seeds: 1 });
  const [start] = pairsOf('x', [ofSeeds([0, 0], [0, 0]), ofSeeds([0, 0], [0, 0])], ['first:0.1']);
  expect(start).toMatchObject({ ratio: NaN, pValue: NaN, atStart: true, epsilon: 0.1, firstTouch: true });
});

test('of 200,000 seeds, more than a function takes as arguments, there are ratios and restricted means', () => {
  const SOME = 200_000;
  const every = (high: number): Numbers => {
    const bySeed = new Map(Array.from({ length: SOME }, (_, seed) => [seed, { low: 30, high }]));
    return (quantity) => ('rounds' in Object(quantity) ? bySeed : new Map());
  };
  const [pair] = pairsOf('x', [every(Infinity), every(40)], [0.1]);
  expect(pair).toMatchObject({ seeds: SOME, censored: SOME, restricted: { upTo: 30, means: [30, 30] } });
});
