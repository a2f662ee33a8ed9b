/** "Still falling" and "still rising": how often chance says so, and whether a trend is found. */
import { describe, expect, test } from 'vitest';
import { type Generator, generatorFor } from '../../src/maths/generator.ts';
import { floorOfSeeds } from '../../src/report/headline.ts';
import type { Series } from '../../src/report/readRounds.ts';
import { mean } from '../../src/report/statistics.ts';
import { measuredTrend, type Trend, trendAtEnd } from '../../src/report/trend.ts';

const ROUNDS = 400;
const TAIL = 120;

/**
 * The tail of a squared error in five dimensions: of a stationary Gauss–Markov process, each round's correlation with the one before as given, times
 * the law's level of that round.
 */
function seedOf(draws: Generator, correlation: number, level: (t: number) => number): Series {
  const state = Array.from({ length: 5 }, () => draws.normal());
  const round = Array.from({ length: TAIL }, (_, k) => ROUNDS - TAIL + 1 + k);
  const error = round.map((t) => {
    let sum = 0;
    state.forEach((x, k) => {
      sum += x * x;
      state[k] = correlation * x + Math.sqrt(1 - correlation ** 2) * draws.normal();
    });
    return (level(t) * sum) / 5;
  });
  return { algorithm: 'a', seed: 1, columns: { round, error } } as unknown as Series;
}

/** How often each verb is found among studies of so many seeds. */
function found(
  studies: number,
  seeds: number,
  correlation: number,
  level: (t: number) => number = () => 1,
): Readonly<Record<Trend, number>> {
  const counts = { level: 0, falling: 0, rising: 0 };
  const draws = generatorFor(3, 'initial', seeds);
  for (let study = 0; study < studies; study++) {
    const all = Array.from({ length: seeds }, () => seedOf(draws, correlation, level));
    counts[floorOfSeeds(all, 'error', ROUNDS, 0)!.trend]++;
  }
  return counts;
}

test('halves that differ by 9 % are level however clear that is, and by 11 % they fall or rise', () => {
  const trendOf = (first: number, second: number): Trend =>
    measuredTrend(
      [1, 2, 3].map((seed) => [first, first, first, second, second, second].map((x) => seed * x)),
    );
  expect([trendOf(1.09, 1), trendOf(1, 1.09)]).toEqual(['level', 'level']);
  expect([trendOf(1.11, 1), trendOf(1, 1.11)]).toEqual(['falling', 'rising']);
});

describe('of stationary errors, a trend is found in at most 1 % of the studies', () => {
  /**
   * Student's t at 1 % over the seeds, whatever the correlation. Of 400 studies 12 or more are found with probability
   * P(Bin(400, 0.01) ≥ 12) < 10⁻³; the seed is fixed.
   */
  test.each([
    { seeds: 3, correlation: 0 },
    { seeds: 3, correlation: 0.98 },
    { seeds: 10, correlation: 0.9 },
    { seeds: 10, correlation: 0.995 },
  ])('of $seeds seeds, correlated by $correlation a round', ({ seeds, correlation }) => {
    const { falling, rising } = found(400, seeds, correlation);
    expect(falling + rising).toBeLessThan(12);
  });

  // Six exchangeable parts fall or rise one after another with probability 2/6! = 0.28 %.
  test.each([0, 0.9])('of one seed, correlated by %d a round, which forgets within a part', (correlation) => {
    const { falling, rising } = found(1000, 1, correlation);
    expect(falling + rising).toBeLessThan(15);
  });
});

describe('a trend is found, with the right verb', () => {
  /** Over the tail of 120 rounds the level changes by a factor of e^{±1.2}, so that halves differ by e^{±0.6}. */
  const change = (sign: number) => (t: number) => Math.exp((sign * t) / 100);

  test.each([
    { seeds: 5, correlation: 0, least: 0.99 },
    { seeds: 10, correlation: 0.9, least: 0.95 },
  ])('by a factor of three over the tail of $seeds seeds', ({ seeds, correlation, least }) => {
    const fall = found(100, seeds, correlation, change(-1));
    expect(fall.falling / 100).toBeGreaterThanOrEqual(least);
    expect(fall.rising).toBe(0);
    const rise = found(100, seeds, correlation, change(1));
    expect(rise.rising / 100).toBeGreaterThanOrEqual(least);
    expect(rise.falling).toBe(0);
  });

  test('of one seed that still falls by a factor of a hundred over the tail', () => {
    const { falling, rising } = found(100, 1, 0.5, (t) => Math.exp(-t / 26));
    expect(falling).toBeGreaterThanOrEqual(95);
    expect(rising).toBe(0);
  });

  test('a change of less than a tenth is no trend, however certain', () => {
    expect(found(20, 40, 0, (t) => Math.exp(-t / 2000)).level).toBe(20);
  });
});

describe('where the mean over the rounds and the last value alone are known', () => {
  const atEnd = (
    studies: number,
    seeds: number,
    correlation: number,
    level: (t: number) => number = () => 1,
  ) => {
    const draws = generatorFor(5, 'initial', seeds);
    const trends = Array.from({ length: studies }, () =>
      trendAtEnd(
        Array.from({ length: seeds }, () => {
          const { error } = seedOf(draws, correlation, level).columns;
          return { mean: mean([...error]), last: error.at(-1)! };
        }),
      ),
    );
    return (trend: Trend) => trends.filter((each) => each === trend).length;
  };

  test.each([
    { seeds: 3, correlation: 0 },
    { seeds: 4, correlation: 0.98 },
    { seeds: 10, correlation: 0.9 },
  ])(
    'stationary errors of $seeds seeds, correlated by $correlation, have none in 99 % of the studies',
    ({ seeds, correlation }) => {
      // Of 400 studies 12 or more are found with probability P(Bin(400, 0.01) ≥ 12) < 10⁻³; the seed is fixed.
      expect(atEnd(400, seeds, correlation)('level')).toBeGreaterThan(388);
    },
  );

  test('an error that falls to a tenth is found to fall, and one of two seeds is not judged', () => {
    const falls = (t: number): number => 10 ** (-(t - ROUNDS + TAIL) / TAIL);
    expect(atEnd(50, 6, 0.5, falls)('falling')).toBeGreaterThan(40);
    expect(trendAtEnd([2, 2.02, 1.98].map((last) => ({ mean: 1, last })))).toBe('rising');
    expect(atEnd(50, 2, 0.5, falls)('level')).toBe(50);
  });
});
