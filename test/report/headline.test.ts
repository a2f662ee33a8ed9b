/** The numbers that lead, on hand-made seeds, and on laws with a known mean. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import {
  expectedFloor,
  floorOfSeeds,
  measuredTrend,
  overSeeds,
  slopeOfSeeds,
} from '../../src/report/headline.ts';
import type { Series } from '../../src/report/readRounds.ts';
import { confidenceHalfWidth, positiveMeanInterval } from '../../src/report/statistics.ts';
import type { Prediction } from '../../src/theory/predictions.ts';

/** A seed with every round recorded. */
const seedOf = (error: readonly number[]): Series =>
  ({
    algorithm: 'local-sa',
    seed: 1,
    columns: { round: error.map((_, t) => t), error },
  }) as unknown as Series;

const along = (last: number, law: (t: number) => number): Series =>
  seedOf(Array.from({ length: last + 1 }, (_, t) => law(t)));

const predicted = (change: Partial<Prediction>): Prediction => ({
  algorithm: 'local-sa',
  limitError: null,
  limitKind: null,
  roundFactor: null,
  largestMeanStableStep: null,
  source: '',
  ...change,
});

describe('the floor', () => {
  test('is the mean of each seed, then of the seeds', () => {
    const seeds = [1, 2, 6].map((level) => along(10, (t) => (t < 8 ? 99 : level * (t - 7))));
    // rounds 8, 9, 10 hold 1, 2, 3 times the level
    const floor = floorOfSeeds(seeds, 'error', 10, undefined, 0)!;
    expect(floor).toMatchObject({ mean: 6, values: [2, 4, 12], rounds: { first: 8, last: 10 } });
  });

  test('leaves out seeds that are not finite there, and is none where no seed is', () => {
    const seeds = [along(10, () => 2), along(10, (t) => (t === 9 ? Infinity : 1))];
    expect(floorOfSeeds(seeds, 'error', 10, undefined, 0)!.values).toEqual([2]);
    expect(floorOfSeeds([seeds[1]!], 'error', 10, undefined, 0)).toBeUndefined();
  });
});

describe('the interval of the mean of five, 1 … 5', () => {
  test('is 3 · exp(± 2.7764451 √(5/2)/(√5 · 3)), and of less spread that of Student’s t', () => {
    const { low, high } = positiveMeanInterval([1, 2, 3, 4, 5])!;
    const factor = Math.exp((2.7764451 * Math.SQRT1_2) / 3);
    expect(low).toBeCloseTo(3 / factor, 6);
    expect(high).toBeCloseTo(3 * factor, 6);
    const near = [1001, 1002, 1003, 1004, 1005];
    expect(positiveMeanInterval(near)!.high - 1003).toBeCloseTo(confidenceHalfWidth(near), 2);
  });

  test('never reaches below zero; one seed has none, seeds that agree one of no length', () => {
    expect(positiveMeanInterval([1e-6, 1])!.low).toBeGreaterThan(0);
    expect(positiveMeanInterval([1])).toBeUndefined();
    expect(overSeeds([2, 2, 2]).interval).toEqual({ low: 2, high: 2 });
    expect(overSeeds([0, 0]).interval).toEqual({ low: 0, high: 0 });
  });

  /**
   * A seed's floor is the mean of the last rounds' squared errors: of a stationary Gaussian error about χ²_ν/ν,
   * ν the number of independent rounds times dimensions in the tail. The mean is 1 exactly. Of 4,000 draws an
   * interval that holds it with probability p does so within ± 0.02 except with probability below 10⁻⁴.
   */
  test.each([
    { degrees: 1, plain: 0.8, ours: 0.88 },
    { degrees: 3, plain: 0.89, ours: 0.91 },
    { degrees: 30, plain: 0.94, ours: 0.93 },
  ])('holds the mean of χ²_$degrees/$degrees more often than the plain one', ({ degrees, plain, ours }) => {
    const draws = generatorFor(58, 'initial', degrees);
    const seedFloor = (): number => {
      let sum = 0;
      for (let k = 0; k < degrees; k++) sum += draws.normal() ** 2;
      return sum / degrees;
    };
    let byT = 0;
    let byLogarithm = 0;
    for (let trial = 0; trial < 4000; trial++) {
      const values = Array.from({ length: 5 }, seedFloor);
      const { mean, interval } = overSeeds(values);
      if (Math.abs(mean - 1) <= confidenceHalfWidth(values)) byT++;
      if (interval!.low <= 1 && 1 <= interval!.high) byLogarithm++;
    }
    expect(byLogarithm / 4000).toBeGreaterThan(ours);
    expect(byLogarithm).toBeGreaterThan(byT - 1);
    expect(byT / 4000).toBeLessThan(plain + 0.05);
  });
});

describe('the expectation of the floor', () => {
  const exact = { rounds: [0, 1, 2, 4], meanSquare: [9, 5, 4, 2], biasSquare: [9, 3, 1, 1] };

  test('is the mean of the curve over the same rounds, bias and variance apart', () => {
    // rounds 2, 3, 4: mean squares 4, 3, 2; biases 1, 1, 1
    expect(expectedFloor(exact, { first: 2, last: 4 })).toEqual({ mean: 3, biasSquare: 1, variance: 2 });
    const neglecting = { ...exact, neglects: 'something' };
    expect(expectedFloor(neglecting, { first: 2, last: 4 })).toMatchObject({ neglects: 'something' });
  });

  test('is unknown without a curve, or where it ends before', () => {
    expect(expectedFloor(undefined, { first: 2, last: 4 })).toBeUndefined();
    expect(expectedFloor({ reason: 'none' }, { first: 2, last: 4 })).toBeUndefined();
    expect(expectedFloor(exact, { first: 3, last: 5 })).toBeUndefined();
  });
});

describe('whether the floor is one', () => {
  const noise = [1.02, 0.99, 1.01, 0.98, 1];
  const trend = (seeds: readonly Series[], prediction?: Prediction) =>
    floorOfSeeds(seeds, 'error', 100, prediction, 1e-20)!.trend;
  const falling = noise.map((level) => along(100, (t) => level * 0.98 ** t));

  test('is told by the halves of the tail: 2 % a round over fifteen rounds is falling', () => {
    expect(trend(falling)).toBe('falling');
    expect(trend(falling.slice(0, 1))).toBe('level'); // 1.35 is no factor of two
    expect(trend([along(100, (t) => 0.9 ** t)])).toBe('falling');
    expect(trend(noise.map((level) => along(100, (t) => level * 1.02 ** t)))).toBe('rising');
    expect(trend(noise.map((level) => along(100, () => level)))).toBe('level');
  });

  test('chance is no trend: seeds that disagree about it, or rounding', () => {
    expect(measuredTrend([1.4, 0.9, 1.3, 1.1, 1.2], [1, 1, 1, 1, 1])).toBe('level');
    expect(measuredTrend([1.4, 1.35, 1.3, 1.38, 1.32], [1, 1, 1, 1, 1])).toBe('falling');
    expect(trend([along(100, (t) => 1e-30 * (t < 85 ? 9 : 1))])).toBe('level');
  });

  test('the expectation decides where it is known', () => {
    const rounds = Array.from({ length: 101 }, (_, t) => t);
    const flat = { rounds, meanSquare: rounds.map(() => 1), biasSquare: rounds.map(() => 1) };
    expect(trend(falling, predicted({ exact: flat }))).toBe('level');
    const steep = { ...flat, meanSquare: rounds.map((t) => 0.99 ** t) };
    expect(
      trend(
        noise.map((level) => along(100, () => level)),
        predicted({ exact: steep }),
      ),
    ).toBe('falling');
  });

  test('where the mean recursion has forgotten the start, nothing can fall any more', () => {
    expect(trend(falling, predicted({ roundFactor: 0.9 }))).toBe('level');
    expect(trend(falling, predicted({ roundFactor: 0.99 }))).toBe('falling');
  });
});

describe('the slope', () => {
  test('of a power law is its exponent, from the last tenfold of the rounds', () => {
    const seeds = [1, 2].map((level) => along(1000, (t) => (t <= 100 ? 50 : level * t ** -0.9)));
    const slope = slopeOfSeeds(seeds, 'error', 1000)!;
    expect(slope.rounds).toEqual({ first: 101, last: 1000 });
    // Means over parts lie a little above the law at their middles, all by the same factor.
    expect(slope.mean).toBeCloseTo(-0.9, 3);
    expect(slope.interval!.high - slope.interval!.low).toBeLessThan(1e-9);
  });

  test('has the t interval of the seeds’ own slopes', () => {
    const seeds = [-0.8, -1, -1.2].map((power) => along(2000, (t) => (t + 1e-9) ** power));
    const { mean, interval } = slopeOfSeeds(seeds, 'error', 2000)!;
    expect(mean).toBeCloseTo(-1, 2);
    expect(interval!.high - mean).toBeCloseTo((4.30265 * 0.2) / Math.sqrt(3), 2);
  });

  test('is none of rounds that are too few, or of values that have no logarithm', () => {
    expect(slopeOfSeeds([along(2, () => 1)], 'error', 2)).toBeUndefined();
    expect(slopeOfSeeds([along(100, () => 0)], 'error', 100)).toBeUndefined();
  });
});
