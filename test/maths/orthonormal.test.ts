import { expect, test } from 'vitest';
import { orthogonalised } from '../../src/maths/orthonormal.ts';
import { dot } from '../../src/maths/vector.ts';

test('what is left of (1, 2, 3) beside (3/5, 4/5, 0) and (0, 0, 1) is (−8, 6, 0)/25, and the parts are 11/5 and 3', () => {
  const Q = [Float64Array.of(0.6, 0.8, 0), Float64Array.of(0, 0, 1)];
  const { left, parts } = orthogonalised(Float64Array.of(1, 2, 3), Q);
  [-0.32, 0.24, 0].forEach((x, j) => expect(Math.abs(left[j]! - x)).toBeLessThan(1e-15));
  [2.2, 3].forEach((x, k) => expect(Math.abs(parts[k]! - x)).toBeLessThan(1e-15));
});

test('what is left of a nearly parallel vector is orthogonal in all of its own digits', () => {
  const size = Math.sqrt(3);
  const q = Float64Array.of(1 / size, 1 / size, 1 / size);
  const { left } = orthogonalised(Float64Array.of(1, 1, 1 + 1e-9), [q]);
  expect(Math.abs(dot(q, left))).toBeLessThan(1e-16 * Math.hypot(...left) * 10);
});
