import { expect, test } from 'vitest';
import { fitLine } from '../../src/maths/leastSquares.ts';

test('a line is found again', () => {
  const x = [-3, 0.5, 2, 10];
  const fit = fitLine(
    x,
    x.map((value) => 4 - 1.5 * value),
  )!;
  expect(fit.slope).toBeCloseTo(-1.5, 14);
  expect(fit.intercept).toBeCloseTo(4, 13);
});

test('four points by hand', () => {
  // x̄ = 1.5, ȳ = 2.75, Σ(x − x̄)² = 5, Σ(x − x̄)(y − ȳ) = 6.5
  const fit = fitLine([0, 1, 2, 3], [1, 2, 3, 5])!;
  expect(fit.slope).toBeCloseTo(1.3, 14);
  expect(fit.intercept).toBeCloseTo(0.8, 14);
});

test('several values at one x count each', () => {
  const fit = fitLine([0, 0, 1, 1], [0, 2, 3, 5])!;
  // means 1 and 4
  expect(fit.slope).toBeCloseTo(3, 14);
});

test('no line through two points’ worth of data, nor through one x', () => {
  expect(fitLine([0, 1], [0, 1])).toBeUndefined();
  expect(fitLine([2, 2, 2], [0, 1, 2])).toBeUndefined();
});
