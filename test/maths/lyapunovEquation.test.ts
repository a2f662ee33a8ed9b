import { describe, expect, test } from 'vitest';
import { Generator } from '../../src/maths/generator.ts';
import { multiply, transpose } from '../../src/maths/linearAlgebra.ts';
import { exactSolution } from './exactSolution.ts';
import { lyapunovSolution } from '../../src/maths/lyapunovEquation.ts';

/** ‖J Σ + Σ Jᵀ + C‖ over ‖J‖‖Σ‖, in the Frobenius norm. */
function residual(J: Float64Array, sigma: Float64Array, C: Float64Array, n: number): number {
  const left = multiply(J, sigma, n);
  const right = multiply(sigma, transpose(J, n), n);
  return Math.hypot(...C.map((c, j) => c + left[j]! + right[j]!)) / (Math.hypot(...J) * Math.hypot(...sigma));
}

describe('J Σ + Σ Jᵀ + C = 0', () => {
  test('one dimension: σ² = c/(2a), over many orders of magnitude', () => {
    for (const a of [1e-6, 0.3, 1, 70, 1e5]) {
      const sigma = lyapunovSolution(Float64Array.of(-a), Float64Array.of(3), 1);
      expect(Math.abs(sigma[0]! * ((2 * a) / 3) - 1)).toBeLessThan(1e-14);
    }
  });

  test('random stable matrices, not symmetric and unevenly scaled: the residual is rounding', () => {
    const generator = new Generator([5, 6, 7, 8]);
    for (const n of [2, 3, 8, 20]) {
      const J = Float64Array.from({ length: n * n }, (_, e) => {
        const [i, j] = [Math.floor(e / n), e % n];
        // eigenvalues of the triangular part 1 … 30 away from 0
        if (i === j) return -(1 + (29 * i) / n);
        return j > i ? generator.normal() : 0;
      });
      const W = Float64Array.from({ length: n * n }, () => generator.normal());
      const C = multiply(W, transpose(W, n), n);
      const sigma = lyapunovSolution(J, C, n);
      expect(residual(J, sigma, C, n)).toBeLessThan(1e-13);
      expect(transpose(sigma, n)).toEqual(sigma);
    }
  });

  test('no noise, no covariance; and an unstable matrix is refused with or without noise', () => {
    expect([...lyapunovSolution(Float64Array.of(-1, 2, 0, -1), new Float64Array(4), 2)]).toEqual([
      0, 0, 0, 0,
    ]);
    for (const C of [Float64Array.of(1, 0, 0, 1), new Float64Array(4)]) {
      expect(() => lyapunovSolution(Float64Array.of(-1, 0, 0, 0.5), C, 2)).toThrow(RangeError);
    }
  });

  test('with coordinates in units of their own each element is as exact as without', () => {
    const J = [-2, 1, 0.5, 0.25, -1, 0.5, -0.5, 0.75, -3];
    const C = [2, 0.5, 0.25, 0.5, 1, -0.25, 0.25, -0.25, 4];
    // J Σ + Σ Jᵀ = −C as nine equations, in rationals
    const equations = new Float64Array(81);
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++)
        for (let k = 0; k < 3; k++) {
          equations[(3 * i + j) * 9 + 3 * k + j]! += J[3 * i + k]!;
          equations[(3 * i + j) * 9 + 3 * i + k]! += J[3 * j + k]!;
        }
    const exact = exactSolution(
      equations,
      C.map((c) => -c),
      9,
    );
    for (const units of [
      [1, 1, 1],
      [1e9, 1, 1e-9],
      [1e-12, 1e12, 1],
    ]) {
      const [scaledJ, scaledC] = [
        Float64Array.from(J, (x, at) => (x * units[Math.floor(at / 3)]!) / units[at % 3]!),
        Float64Array.from(C, (x, at) => x * units[Math.floor(at / 3)]! * units[at % 3]!),
      ];
      lyapunovSolution(scaledJ, scaledC, 3).forEach((x, at) => {
        const expected = exact[at]! * units[Math.floor(at / 3)]! * units[at % 3]!;
        expect(Math.abs(x / expected - 1)).toBeLessThan(1e-12);
      });
    }
  });

  test('a solution that rounding decides is refused, and one of condition 10⁶ is right', () => {
    // T diag(−1, −e) T⁻¹ with T = [[1, 1], [1, 2]], dyadic, and C = T Tᵀ: Σ = T diag(½, 1/(2e)) Tᵀ
    const ofSlow = (e: number) => {
      const J = Float64Array.of(-2 + e, 1 - e, -2 * (1 - e), 1 - 2 * e);
      const T = Float64Array.of(1, 1, 1, 2);
      const noise = Float64Array.of(1, 0, 0, e);
      return lyapunovSolution(J, multiply(multiply(T, noise, 2), transpose(T, 2), 2), 2);
    };
    for (const e of [2 ** -10, 2 ** -20])
      [1, 1.5, 1.5, 2.5].forEach((expected, at) => {
        expect(Math.abs(ofSlow(e)[at]! / expected - 1)).toBeLessThan(1e-6);
      });
    expect(() => ofSlow(2 ** -41)).toThrow(/^the condition number of the Lyapunov equation/);
  });
});
