/** The numbers that lead, on hand-made seeds, and on laws with a known mean. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import { floorOfSeeds, overSeeds, slopeOfSeeds } from '../../src/report/headline.ts';
import type { Series } from '../../src/report/readRounds.ts';
import { confidenceHalfWidth, positiveMeanInterval } from '../../src/report/statistics.ts';

/** A seed with every round recorded. */
const seedOf = (error: readonly number[]): Series =>
  ({
    algorithm: 'local-sa',
    seed: 1,
    columns: { round: error.map((_, t) => t), error },
  }) as unknown as Series;

const along = (last: number, law: (t: number) => number): Series =>
  seedOf(Array.from({ length: last + 1 }, (_, t) => law(t)));

describe('the floor', () => {
  test('is the mean of each seed, then of the seeds', () => {
    const seeds = [1, 2, 6].map((level) => along(10, (t) => (t < 8 ? 99 : level * (t - 7))));
    // rounds 8, 9, 10 hold 1, 2, 3 times the level
    const floor = floorOfSeeds(seeds, 'error', 10, 0)!;
    expect(floor).toMatchObject({ mean: 6, values: [2, 4, 12], rounds: { first: 8, last: 10 } });
  });

  test('leaves out seeds that are not finite there, and is none where no seed is', () => {
    const seeds = [along(10, () => 2), along(10, (t) => (t === 9 ? Infinity : 1))];
    expect(floorOfSeeds(seeds, 'error', 10, 0)!.values).toEqual([2]);
    expect(floorOfSeeds([seeds[1]!], 'error', 10, 0)).toBeUndefined();
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

describe('whether the floor is one', () => {
  const noise = [1.02, 0.99, 1.01, 0.98, 1];
  const trend = (seeds: readonly Series[], last = 100) => floorOfSeeds(seeds, 'error', last, 1e-20)!.trend;

  test('is told by the rounds of the tail: 2 % a round over fifteen rounds is falling', () => {
    expect(trend(noise.map((level) => along(100, (t) => level * 0.98 ** t)))).toBe('falling');
    expect(trend([along(100, (t) => 0.98 ** t)])).toBe('falling');
    expect(trend(noise.map((level) => along(100, (t) => level * 1.02 ** t)))).toBe('rising');
    expect(trend(noise.map((level) => along(100, () => level)))).toBe('level');
  });

  test('of a tail of three rounds seeds can tell, and one seed cannot', () => {
    expect(
      trend(
        noise.map((level) => along(10, (t) => level * 0.5 ** t)),
        10,
      ),
    ).toBe('falling');
    expect(trend([along(10, (t) => 0.5 ** t)], 10)).toBe('level');
  });

  test('rounding is level', () => {
    expect(trend([along(100, (t) => 1e-30 * (t < 85 ? 9 : 1))])).toBe('level');
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
