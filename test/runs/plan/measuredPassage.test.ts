/** When a mean over seeds gets to a level and stays, by hand. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../../src/maths/generator.ts';
import {
  intervalOf,
  levelAbove,
  measuredPassage,
  measuredRatio,
  neverRising,
} from '../../../src/runs/plan/measuredPassage.ts';

const coins = () => generatorFor(1, 'test');

test.each([
  [[3, 2, 1], [3, 2, 1]], // prettier-ignore
  [[1, 3], [2, 2]], // prettier-ignore
  [[4, 1, 3, 2, 2], [4, 2, 2, 2, 2]], // prettier-ignore
  [[1, 2, 6], [3, 3, 3]], // prettier-ignore
  [[5, 0, 0, 6], [5, 2, 2, 2]], // prettier-ignore
])('of %j the nearest numbers that never rise are %j', (values, falling) => {
  expect([...neverRising(values)]).toEqual(falling);
});

test('T is that of the mean over seeds, and a dip before the error comes back is none', () => {
  const rounds = [0, 1, 2, 3, 4, 6];
  const bySeed = [
    [8, 2, 10, 4, 1, 1],
    [8, 0, 10, 2, 1, 1],
  ];
  // means 8, 1, 10, 3, 1, 1: pooled 8, 5.5, 5.5, 3, 1, 1
  expect(measuredPassage({ rounds, bySeed }, 5)).toBe(3);
  expect(measuredPassage({ rounds, bySeed }, 5.5)).toBe(1);
  expect(measuredPassage({ rounds, bySeed }, 1)).toBe(4);
  expect(measuredPassage({ rounds, bySeed }, 0.9)).toBe(Infinity);
  expect(intervalOf({ rounds, bySeed }, 0.9, coins())).toEqual([Infinity, Infinity]);
});

test('a seed that diverges keeps the mean from any level', () => {
  const errors = { rounds: [0, 1, 2], bySeed: [[1, 0.1, 0.01], [1, Infinity, Infinity]] }; // prettier-ignore
  expect(measuredPassage(errors, 0.5)).toBe(Infinity);
});

test('seeds that are alike leave no interval, and settings that are alike have the ratio of their costs', () => {
  const errors = { rounds: [0, 1, 2], bySeed: Array.from({ length: 5 }, () => [1, 0.4, 0.1]) };
  expect(measuredPassage(errors, 0.2)).toBe(2);
  expect(intervalOf(errors, 0.2, coins())).toEqual([2, 2]);
  expect(measuredRatio([errors, errors], 0.2, 3, coins())).toEqual([3, 3]);
});

test('the interval leaves 2.5 % of the resamples at either side: all of three seeds are the first in 1/27 = 3.7 %, as all the last', () => {
  // Means are at most 0.2 at round 1 where all are the first seed, at round 2 unless all are the last, at round 3 always.
  const bySeed = [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 0.25, 0]]; // prettier-ignore
  expect(intervalOf({ rounds: [0, 1, 2, 3], bySeed }, 0.2, coins())).toEqual([1, 3]);
});

test('the interval covers the passage of the expected error in 95 of 100 sets of seeds: 40 sets, 30 at least', () => {
  // error e^{−t/10} times a mean-one exponential of the seed; P(fewer than 30 of 40 where each has 0.95) < 3e-6
  const draws = generatorFor(2, 'test');
  const rounds = Array.from({ length: 60 }, (_, t) => t);
  const T = Math.ceil(10 * Math.log(1 / 0.1));
  let covered = 0;
  for (let set = 0; set < 40; set++) {
    const bySeed = Array.from({ length: 40 }, () => {
      const factor = -Math.log(1 - draws.uniform());
      return rounds.map((t) => factor * Math.exp(-t / 10));
    });
    const [low, high] = intervalOf({ rounds, bySeed }, 0.1, draws);
    if (low <= T && T <= high) covered++;
  }
  expect(covered).toBeGreaterThanOrEqual(30);
});

describe('an error settles above ε', () => {
  const rounds = Array.from({ length: 201 }, (_, t) => t);
  /** Eight seeds of an expectation times noise of 20 %, of the seed and the round. */
  const seedsOf = (expectation: (t: number) => number) => ({
    rounds,
    bySeed: Array.from({ length: 8 }, (_, seed) => {
      const noise = generatorFor(seed + 1, 'test');
      return rounds.map((t) => expectation(t) * (0.8 + 0.4 * noise.uniform()));
    }),
  });
  const floor = (t: number): number => 0.1 + Math.exp(-t / 5);

  test('where it is level over the last half and its mean is above ε beyond doubt', () => {
    expect(levelAbove(seedsOf(floor), 0.05)).toBeCloseTo(0.1, 2);
  });

  test.each([
    ['where ε is not below its mean', floor, 0.1],
    ['where it still falls', (t: number) => Math.exp(-t / 40), 1e-4],
    ['where it has hardly left its start', (t: number) => 0.8 + 0.2 * Math.exp(-t / 5), 0.05],
  ])('and not %s', (_, expectation, epsilon) => {
    expect(levelAbove(seedsOf(expectation), epsilon)).toBeUndefined();
  });

  test('and without end where a seed diverges', () => {
    const { bySeed, ...errors } = seedsOf(floor);
    const diverging = [...bySeed.slice(1), rounds.map((t) => (t > 150 ? Infinity : 1))];
    expect(levelAbove({ ...errors, bySeed: diverging }, 0.05)).toBe(Infinity);
  });
});
