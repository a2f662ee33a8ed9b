import { expect, test } from 'vitest';
import { confidenceHalfWidth, mean, quantile } from '../../src/report/statistics.ts';

test('quantiles interpolate: the 10th and 90th percentile of 0, 10, …, 100 are 10 and 90', () => {
  const sorted = Array.from({ length: 11 }, (_, k) => 10 * k);
  expect([0, 0.1, 0.25, 0.5, 0.9, 1].map((p) => quantile(sorted, p))).toEqual([0, 10, 25, 50, 90, 100]);
  expect(quantile([7], 0.9)).toBe(7);
});

test('five values 1…5 have the 95 % interval 3 ± 2.776445 · √2.5/√5', () => {
  // t_{0.975,4} = 2.7764451 (tables); s² = 10/4. jstat's quantile is good to 1e-8.
  const values = [1, 2, 3, 4, 5];
  expect(mean(values)).toBe(3);
  expect(confidenceHalfWidth(values)).toBeCloseTo(2.7764451 * Math.sqrt(0.5), 6);
});

test('one value has no interval, equal values one of width 0', () => {
  expect(confidenceHalfWidth([3])).toBeNaN();
  expect(confidenceHalfWidth([3, 3, 3])).toBe(0);
});
