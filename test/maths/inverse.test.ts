import { describe, expect, test } from 'vitest';
import { inverse } from '../../src/maths/inverse.ts';
import { identity, multiply } from '../../src/maths/linearAlgebra.ts';
import { ownUniforms } from '../oracles/explicitProblem.ts';

describe('inverse', () => {
  test('of [[4, 7], [2, 6]] is [[0.6, −0.7], [−0.2, 0.4]], and A is left', () => {
    const A = Float64Array.of(4, 7, 2, 6);
    const expected = [0.6, -0.7, -0.2, 0.4];
    inverse(A, 2).forEach((value, j) => expect(Math.abs(value - expected[j]!)).toBeLessThan(1e-15));
    expect([...A]).toEqual([4, 7, 2, 6]);
  });

  test('of a cyclic permutation, whose pivots are all off the diagonal, is its transpose', () => {
    // e₁ → e₂ → e₃ → e₄ → e₁
    const P = new Float64Array(16);
    const back = new Float64Array(16);
    for (let j = 0; j < 4; j++) {
      P[((j + 1) % 4) * 4 + j] = 1;
      back[j * 4 + ((j + 1) % 4)] = 1;
    }
    expect(inverse(P, 4).every((value, j) => value === back[j]!)).toBe(true);
  });

  test('times A is I to 1e-11 for random matrices up to 50 × 50', () => {
    const uniform = ownUniforms(3);
    for (const n of [1, 2, 3, 10, 50]) {
      const A = Float64Array.from({ length: n * n }, () => 2 * uniform() - 1);
      const unit = identity(n);
      // Rounding times a condition of up to some thousand.
      multiply(inverse(A, n), A, n).forEach((value, j) =>
        expect(Math.abs(value - unit[j]!)).toBeLessThan(1e-11),
      );
    }
  });

  test('does not exist for singular matrices, nor for such as are not finite', () => {
    for (const A of [
      [1, 2, 2, 4],
      [0, 0, 0, 0],
      [1, Infinity, 0, 1],
      [NaN, 0, 0, 1],
    ])
      expect(() => inverse(Float64Array.from(A), 2)).toThrow(RangeError);
  });
});
