/**
 * Dense linear algebra on row-major matrices `[n, n]` held in Float64Arrays.
 *
 * Written here, in one fixed order of summation; systems are solved in linearSolve.ts.
 */
import { product } from './rectangular.ts';
import { NumericalFailure } from './numericalFailure.ts';
import { largestSize, type Vector } from './vector.ts';

/** The row-major n × n identity. */
export function identity(n: number): Float64Array {
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++) out[i * n + i] = 1;
  return out;
}

/** A B, all `[n, n]`. */
export const multiply = (A: Vector, B: Vector, n: number): Float64Array => product(A, B, n, n, n);

/** A x, with A `[n, n]` and x `[n]`. */
export function matrixVector(A: Vector, x: Vector, n: number): Float64Array {
  const out = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += A[i * n + j]! * x[j]!;
    out[i] = sum;
  }
  return out;
}

/** Aᵀ `[columns, rows]` of A `[rows, columns]`. */
export function transpose(A: Vector, rows: number, columns = rows): Float64Array {
  const out = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++) for (let j = 0; j < columns; j++) out[j * rows + i] = A[i * columns + j]!;
  return out;
}

/** Σ A_jj of the first n, where rows are `stride` apart. */
export function trace(A: Vector, n: number, stride = n): number {
  let sum = 0;
  for (let j = 0; j < n; j++) sum += A[j * stride + j]!;
  return sum;
}

/** True of two matrices that are the same up to rounding. */
export function sameMatrix(A: Vector, B: Vector): boolean {
  const close = 1e-12 * Math.max(largestSize(A), largestSize(B));
  return A.every((a, j) => Math.abs(a - B[j]!) <= close);
}

/** True of a matrix `[n, n]` that is its transpose, up to rounding. */
export const isSymmetric = (A: Vector, n: number): boolean => sameMatrix(A, transpose(A, n));

/** (A + Aᵀ)/2, `[n, n]`: the same quadratic form as A. */
export function symmetricPart(A: Vector, n: number): Float64Array {
  const out = new Float64Array(n * n);
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) out[i * n + j] = (A[i * n + j]! + A[j * n + i]!) / 2;
  return out;
}

/**
 * Aᵏ by repeated squaring: about 2 log₂ k products.
 *
 * @throws RangeError if k is not an integer of at least 0
 */
export function matrixPower(A: Vector, n: number, k: number): Float64Array {
  if (!Number.isSafeInteger(k) || k < 0)
    throw new RangeError(`a matrix power must be an integer ≥ 0, got ${k}`);
  let result: Float64Array | undefined;
  let square: Float64Array = Float64Array.from(A);
  for (let rest = k; rest > 0;) {
    if (rest % 2 === 1) result = result === undefined ? square : multiply(result, square, n);
    rest = Math.floor(rest / 2);
    if (rest > 0) square = multiply(square, square, n);
  }
  return result ?? identity(n);
}

/**
 * The lower triangular L with L Lᵀ = S, for a symmetric positive definite S `[n, n]`.
 *
 * @throws NumericalFailure if S is not positive definite
 */
export function choleskyLower(S: Vector, n: number): Float64Array {
  const L = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = S[i * n + j]!;
      for (let k = 0; k < j; k++) sum -= L[i * n + k]! * L[j * n + k]!;
      if (i !== j) L[i * n + j] = sum / L[j * n + j]!;
      else if (sum > 0) L[i * n + i] = Math.sqrt(sum);
      else throw new NumericalFailure('the matrix is not positive definite');
    }
  }
  return L;
}
