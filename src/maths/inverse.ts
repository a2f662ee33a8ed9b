/** The inverse of a small dense matrix, many times over: a fraction of the time of linearSolve.ts. */
import { type Matrix, matrix, numbersOf } from './matrix.ts';
import { NumericalFailure } from './numericalFailure.ts';
import type { Vector } from './vector.ts';

/**
 * A⁻¹, `[n, n]` row-major, by Gauss–Jordan elimination in place with partial pivoting (Golub and Van
 * Loan, "Matrix Computations", 4th ed. 2013, §3.4): n³ multiplications.
 *
 * @throws NumericalFailure if A is singular to working precision: not finite, or with a pivot of at most
 *   n ε times the largest element of A
 */
export function inverse(A: Vector, n: number): Float64Array {
  const out = Float64Array.from(A);
  let largest = 0;
  for (let j = 0; j < n * n; j++) largest = Math.max(largest, Math.abs(out[j]!));
  const least = n * Number.EPSILON * largest;
  const swapped: number[] = [];
  for (let k = 0; k < n; k++) {
    let pivotRow = k;
    for (let row = k + 1; row < n; row++)
      if (Math.abs(out[row * n + k]!) > Math.abs(out[pivotRow * n + k]!)) pivotRow = row;
    swapped.push(pivotRow);
    if (pivotRow !== k) {
      for (let j = 0; j < n; j++) {
        const kept = out[k * n + j]!;
        out[k * n + j] = out[pivotRow * n + j]!;
        out[pivotRow * n + j] = kept;
      }
    }
    const pivot = out[k * n + k]!;
    if (!(Math.abs(pivot) > least) || !Number.isFinite(largest))
      throw new NumericalFailure('the matrix is singular to working precision');
    eliminate(out, n, k, pivot);
  }
  // The rows of A that were swapped are columns of its inverse.
  for (let k = n - 1; k >= 0; k--) {
    const other = swapped[k]!;
    if (other === k) continue;
    for (let row = 0; row < n * n; row += n) {
      const kept = out[row + k]!;
      out[row + k] = out[row + other]!;
      out[row + other] = kept;
    }
  }
  return out;
}

/**
 * A⁻¹, of a square matrix.
 *
 * @throws NumericalFailure if A is singular to working precision, as {@link inverse}
 */
export const inverted = (A: Matrix): Matrix => matrix(A.rows, A.rows, inverse(numbersOf(A), A.rows));

/** Column k becomes that of the inverse so far, and all other rows lose their part of it. */
function eliminate(out: Float64Array, n: number, k: number, pivot: number): void {
  const start = k * n;
  out[start + k] = 1;
  for (let j = 0; j < n; j++) out[start + j]! /= pivot;
  for (let row = 0; row < n * n; row += n) {
    if (row === start) continue;
    const factor = out[row + k]!;
    out[row + k] = 0;
    for (let j = 0; j < n; j++) out[row + j]! -= factor * out[start + j]!;
  }
}
