/** Systems whose unknowns have units of their own. */
import { expect, test } from 'vitest';
import { conditionNumber, solveEquilibrated } from '../../src/maths/equilibrated.ts';

test('a diagonal matrix is solved whatever its units, and one of rank one is not', () => {
  // 2¹⁰⁰ x = 2¹⁰⁰, 2⁻¹⁰⁰ y = 3 · 2⁻¹⁰⁰
  const A = Float64Array.of(2 ** 100, 0, 0, 2 ** -100);
  expect([...solveEquilibrated(A, Float64Array.of(2 ** 100, 3 * 2 ** -100), 2)]).toEqual([1, 3]);
  expect(() => solveEquilibrated(Float64Array.of(1, 2, 2, 4), Float64Array.of(1, 1), 2)).toThrow('singular');
});

test('the condition number in the maximum norm by hand', () => {
  // [[1, 1], [0, 1/4]] has the inverse [[1, −4], [0, 4]]: norms 2 and 5
  expect(conditionNumber(Float64Array.of(1, 1, 0, 0.25), 2)).toBe(10);
  expect(conditionNumber(Float64Array.of(2 ** 40, 0, 0, 1), 2)).toBe(2 ** 40);
  expect(conditionNumber(Float64Array.of(1, 2, 2, 4), 2)).toBe(Infinity);
});
