/**
 * Linear systems by LU factors, from ml-matrix. Apart from linearAlgebra.ts, so that worker threads,
 * which solve nothing, need not load it.
 */
import { LuDecomposition, Matrix as LuMatrix } from 'ml-matrix';
import { type Matrix, matrix, numbersOf } from './matrix.ts';
import { NumericalFailure } from './numericalFailure.ts';
import { largestSize, type Vector } from './vector.ts';

/**
 * X with A X = B by LU factors with partial pivoting; A `[n, n]`, B and X `[n, columns]`.
 *
 * @throws NumericalFailure if A is singular to working precision: not finite, or with a pivot of at most
 *   n ε times the largest element of A
 */
export function solveColumns(A: Vector, B: Vector, n: number, columns: number): Float64Array {
  const largest = largestSize(A);
  if (!Number.isFinite(largest)) throw new NumericalFailure('the matrix has elements that are not finite');
  const lu = new LuDecomposition(LuMatrix.from1DArray(n, n, A));
  const upper = lu.upperTriangularMatrix;
  for (let j = 0; j < n; j++) {
    if (!(Math.abs(upper.get(j, j)) > n * Number.EPSILON * largest)) {
      throw new NumericalFailure('the matrix is singular to working precision');
    }
  }
  const X = lu.solve(LuMatrix.from1DArray(n, columns, B));
  const out = new Float64Array(n * columns);
  for (let i = 0; i < n; i++) for (let j = 0; j < columns; j++) out[i * columns + j] = X.get(i, j);
  return out;
}

/**
 * x with A x = b; A `[n, n]`, b and x `[n]`.
 *
 * @throws NumericalFailure if A is singular to working precision, as {@link solveColumns}
 */
export function solve(A: Vector, b: Vector, n: number): Float64Array {
  return solveColumns(A, b, n, 1);
}

/**
 * X with A X = B.
 *
 * @throws NumericalFailure if A is singular to working precision, as {@link solveColumns}
 */
export const solveMatrix = (A: Matrix, B: Matrix): Matrix =>
  matrix(B.rows, B.columns, solveColumns(numbersOf(A), numbersOf(B), A.rows, B.columns));
