/** When few carry a mean: shares by hand, the bound of Gaussian iterates, and a warning of neither too little nor too much. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import { heavyTails, largestShareOfSeed, sharesOf } from '../../src/report/heavyTails.ts';
import { floorOfSeeds } from '../../src/report/headline.ts';
import type { Series } from '../../src/report/readRounds.ts';

const seriesOf = (seed: number, error: readonly number[]): Series =>
  ({ algorithm: 'a', seed, columns: { round: error.map((_, t) => t), error } }) as unknown as Series;

test('the largest of two seeds has 90 % of the sum, the largest 2 of 200 rounds 2/3 of it', () => {
  const rounds = (large: number) => Array.from({ length: 101 }, (_, t) => (t === 50 ? large : 1));
  // Without the start: 99 + 1 = 100 and 99 + 801 = 900; the largest two of the 200 are 801 and 1.
  const series = [seriesOf(3, rounds(1)), seriesOf(4, rounds(801))];
  const shares = sharesOf(series, 'error', { first: 1, last: 100 }, [1, 9]);
  expect(shares).toEqual({ seed: 4, ofSeed: 0.9, ofRounds: 802 / 1000 });
  expect(sharesOf(series, 'error', { first: 1, last: 40 }, [1, 1]).ofRounds).toBeNaN();
});

test('the share that the largest of two squared normal values exceeds in 1 % of the cases is cos²(π/400)', () => {
  // x₁/(x₁ + x₂) has the arcsine law: P(> cos²φ) = 2φ/π, twice for either.
  expect(largestShareOfSeed(2)).toBeCloseTo(Math.cos(Math.PI / 400) ** 2, 9);
});

test.each([4, 10, 100])(
  'the largest of %i squared normal values exceeds its share in at most 1 % of the cases',
  (n) => {
    const random = generatorFor(n, 'largest share');
    const bound = largestShareOfSeed(n);
    let above = 0;
    for (let trial = 0; trial < 10_000; trial++) {
      const values = Array.from({ length: n }, () => random.normal() ** 2);
      if (Math.max(...values) > bound * values.reduce((sum, x) => sum + x, 0)) above++;
    }
    // Probability of more at 1 %: 1e-6 (normal, standard deviation 10). Nor is the bound far above.
    expect(above).toBeLessThanOrEqual(150);
    expect(above).toBeGreaterThanOrEqual(50);
  },
);

const VALUES = [1, 1, 1, 1, 6];
const floor = { values: VALUES, mean: 2, trend: 'level' as const };
const shares = { seed: 5, ofSeed: 0.6, ofRounds: 0.3 };

describe('heavy tails', () => {
  test('are one seed with more than 93 % of five seeds’ sum', () => {
    expect(heavyTails({ ...floor, shares: { ...shares, ofSeed: 0.95 } })).toBe('seed 5 has 95 % of the sum');
    expect(heavyTails({ ...floor, shares: { ...shares, ofSeed: 0.9, ofRounds: 0.1 } })).toBeUndefined();
  });

  test('are 1 % of the rounds with more than 20 %, where the errors are level and the seeds differ', () => {
    expect(heavyTails({ ...floor, shares })).toBe('1 % of the rounds have 30 % of the sum');
    expect(heavyTails({ ...floor, shares: { ...shares, ofRounds: 0.19 } })).toBeUndefined();
    expect(heavyTails({ ...floor, shares, trend: 'falling' })).toBeUndefined();
    // a deviation of 29 % of the mean
    const alike = [1, 1, 1, 1, 1.75];
    expect(heavyTails({ ...floor, shares, values: alike, mean: 1.15 })).toBeUndefined();
  });

  test('are not said of three seeds, which have no interval, nor of rounding', () => {
    expect(heavyTails({ ...floor, shares, values: [1, 1, 6] })).toBeUndefined();
    expect(heavyTails({ ...floor, shares: undefined })).toBeUndefined();
  });
});

/** Errors θ² of θ ← 0.9 θ + √0.19 ξ with unit ξ, whose stationary law is N(0, 1), and those of e^(2θ). */
function seedsOf(count: number, errorOf: (theta: number) => number): Series[] {
  return Array.from({ length: count }, (_, seed) => {
    const random = generatorFor(seed, 'rounds');
    let theta = random.normal();
    const errors = Array.from({ length: 401 }, () => {
      theta = 0.9 * theta + Math.sqrt(0.19) * random.normal();
      return errorOf(theta);
    });
    return seriesOf(seed + 1, errors);
  });
}
const remark = (series: readonly Series[]): string | undefined =>
  heavyTails(floorOfSeeds(series, 'error', 400, 0)!);

test('sets of ten seeds of Gaussian iterates in one dimension are not heavy-tailed, of a lognormal law with σ = 2 nearly all are', () => {
  const sets = <T>(all: readonly T[]): T[][] =>
    Array.from({ length: 20 }, (_, k) => all.slice(10 * k, 10 * k + 10));
  const gaussian = sets(seedsOf(200, (theta) => theta ** 2)).map(remark);
  const heavy = sets(seedsOf(200, (theta) => Math.exp(2 * theta))).map(remark);
  expect(gaussian.filter((text) => text !== undefined)).toEqual([]);
  expect(heavy.filter((text) => text !== undefined).length).toBeGreaterThanOrEqual(17);
});
