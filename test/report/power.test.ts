/** Seeds that separate two results: against R's power.t.test, and by drawing as many. */
import { expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import { pairedRatio } from '../../src/report/pairedRatio.ts';
import { seedsToSeparate } from '../../src/report/power.ts';

test('as power.t.test(type = "one.sample", power = 0.8) of R has it: 199, 34 and 10 for effects of 0.2, 0.5 and 1', () => {
  // R's n are 198.15, 33.37 and 9.94.
  expect([0.2, 0.5, 1].map((effect) => seedsToSeparate(effect, 0.05))).toEqual([199, 34, 10]);
  expect(seedsToSeparate(0, 0.05)).toBe(Infinity);
  expect(seedsToSeparate(NaN, 0.05)).toBeNaN();
  // A stricter level takes more.
  expect(seedsToSeparate(0.5, 0.005)).toBeGreaterThan(34);
});

test('a large effect takes more than two seeds at a strict level', () => {
  // SciPy's nct: the power of n = 2, 3, 4, 5 seeds.
  expect([0.005, 0.0005, 1e-5].map((level) => seedsToSeparate(20, level))).toEqual([3, 4, 5]);
});

test('of 1,000 studies with that many seeds 80 % separate a ratio of 1.2 at a spread of 0.3', () => {
  const random = generatorFor(8, 'power');
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - random.uniform())) * Math.cos(2 * Math.PI * random.uniform());
  const seeds = seedsToSeparate(Math.log(1.2) / 0.3, 0.05);
  const known = (values: readonly number[]) =>
    new Map(values.map((value, seed) => [seed, { low: value, high: value }]));
  let separated = 0;
  for (let study = 0; study < 1000; study++) {
    const base = Array.from({ length: seeds }, () => Math.exp(normal()));
    const result = base.map((value) => value * Math.exp(Math.log(1.2) + 0.3 * normal()));
    if (pairedRatio(known(base), known(result)).pValue < 0.05) separated++;
  }
  // Binomial of 1000 and a power between 0.80 and 0.83 at n = 24: outside 745 to 875 with probability 10⁻⁵.
  expect(separated).toBeGreaterThanOrEqual(745);
  expect(separated).toBeLessThanOrEqual(875);
});

test('the effect is the mean of the log ratios over their deviation; ranges that hold 1 have none', () => {
  const exactly = (...values: readonly number[]) =>
    new Map(values.map((value, seed) => [seed, { low: value, high: value }]));
  const logs = [2, 4, 3].map(Math.log);
  const centre = (logs[0]! + logs[1]! + logs[2]!) / 3;
  const deviation = Math.sqrt(logs.reduce((sum, x) => sum + (x - centre) ** 2, 0) / 2);
  expect(pairedRatio(exactly(1, 2, 4), exactly(2, 8, 12)).effect).toBeCloseTo(centre / deviation, 12);
  expect(pairedRatio(exactly(2, 8, 12), exactly(1, 2, 4)).effect).toBeCloseTo(centre / deviation, 12);
  const between = new Map([0, 1, 2].map((seed) => [seed, { low: 0.5, high: 2 }]));
  expect(pairedRatio(exactly(1, 1, 1), between).effect).toBeNaN();
});
