/** Eigenvalues of symmetric matrices `[n, n]`, without eigenvectors, and with them the spectral norm of any matrix. */
import { inverse } from './inverse.ts';
import { choleskyLower, multiply, transpose } from './linearAlgebra.ts';
import { NumericalFailure } from './numericalFailure.ts';
import { ofSizeOne, TINY } from './sizeOne.ts';
import type { Vector } from './vector.ts';

/** QL sweeps allowed for one eigenvalue; two are usual. */
const MOST_SWEEPS = 100;

/**
 * The n eigenvalues of a symmetric S, smallest first: a tridiagonal form by Householder reflections, then implicit QL sweeps with Wilkinson's
 * shift (Golub and Van Loan, "Matrix Computations", 4th ed. 2013, §8.3). A fifth of the time of {@link eigenvalues}.
 *
 * @param S - its lower triangle is read
 * @throws NumericalFailure if an element of S is not finite
 */
export function symmetricEigenvalues(S: Vector, n: number): Float64Array {
  const { matrix, scale } = ofSizeOne(S);
  const tridiagonal = tridiagonalForm(matrix, n);
  diagonalise(tridiagonal, n);
  return tridiagonal.diagonal.map((value) => value * scale).sort();
}

/** A symmetric matrix with nothing beside its diagonal `[n]` and the elements next to it: `beside[i]` in rows i and i + 1. */
interface Tridiagonal {
  readonly diagonal: Float64Array;
  readonly beside: Float64Array;
}

/** QᵀAQ by reflections, from the last row up; the lower triangle of A is overwritten. */
function tridiagonalForm(A: Float64Array, n: number): Tridiagonal {
  const diagonal = new Float64Array(n);
  const beside = new Float64Array(n);
  const v = new Float64Array(n);
  const p = new Float64Array(n);
  for (let i = n - 1; i > 0; i--) {
    const row = i * n;
    diagonal[i] = A[row + i]!;
    let scale = 0;
    for (let k = 0; k < i; k++) scale = Math.max(scale, Math.abs(A[row + k]!));
    if (scale === 0) continue;
    let square = 0;
    for (let k = 0; k < i; k++) {
      v[k] = A[row + k]! / scale;
      square += v[k]! * v[k]!;
    }
    const last = v[i - 1]!;
    const length = last > 0 ? -Math.sqrt(square) : Math.sqrt(square);
    beside[i - 1] = scale * length;
    v[i - 1] = last - length;
    reflectBoth(A, v, p, n, i, square - last * length);
  }
  diagonal[0] = A[0]!;
  return { diagonal, beside };
}

/**
 * A ← (I − v vᵀ/half) A (I − v vᵀ/half) in its first `size` rows: A − v pᵀ − p vᵀ.
 *
 * @param p - written
 */
function reflectBoth(
  A: Float64Array,
  v: Vector,
  p: Float64Array,
  n: number,
  ...[size, half]: readonly [number, number]
): void {
  p.fill(0, 0, size);
  for (let k = 0; k < size; k++) {
    const vk = v[k]!;
    let sum = A[k * n + k]! * vk;
    for (let j = 0, at = k * n; j < k; j++, at++) {
      sum += A[at]! * v[j]!;
      p[j]! += A[at]! * vk;
    }
    p[k]! += sum;
  }
  let along = 0;
  for (let k = 0; k < size; k++) {
    p[k]! /= half;
    along += p[k]! * v[k]!;
  }
  along /= 2 * half;
  for (let k = 0; k < size; k++) p[k]! -= along * v[k]!;
  for (let k = 0; k < size; k++) {
    for (let j = 0, at = k * n; j <= k; j++, at++) A[at]! -= v[k]! * p[j]! + p[k]! * v[j]!;
  }
}

/** Leaves the eigenvalues on the diagonal. */
function diagonalise(tridiagonal: Tridiagonal, n: number): void {
  for (let first = 0; first < n; first++) {
    let sweeps = 0;
    for (let last = blockEnd(tridiagonal, first, n); last > first; last = blockEnd(tridiagonal, first, n)) {
      if (++sweeps > MOST_SWEEPS) throw new NumericalFailure('the QL algorithm did not converge');
      sweep(tridiagonal, first, last);
    }
  }
}

/** The last row of the block that begins at `first`: after it the element beside the diagonal is negligible. */
function blockEnd({ diagonal, beside }: Tridiagonal, first: number, n: number): number {
  for (let i = first; i < n - 1; i++) {
    const neighbours = Math.abs(diagonal[i]!) + Math.abs(diagonal[i + 1]!);
    if (Math.abs(beside[i]!) <= Math.max(TINY, Number.EPSILON * neighbours)) return i;
  }
  return n - 1;
}

/** An implicit QL sweep over rows `first` … `last` by rotations, from the last pair up. */
function sweep({ diagonal, beside }: Tridiagonal, first: number, last: number): void {
  const half = (diagonal[first + 1]! - diagonal[first]!) / (2 * beside[first]!);
  const root = half >= 0 ? Math.hypot(half, 1) : -Math.hypot(half, 1);
  let g = diagonal[last]! - diagonal[first]! + beside[first]! / (half + root);
  let [sine, cosine, moved] = [1, 1, 0];
  for (let i = last - 1; i >= first; i--) {
    const f = sine * beside[i]!;
    const b = cosine * beside[i]!;
    const r = Math.hypot(f, g);
    beside[i + 1] = r;
    if (r === 0) {
      // the block has fallen into two
      diagonal[i + 1]! -= moved;
      beside[last] = 0;
      return;
    }
    sine = f / r;
    cosine = g / r;
    g = diagonal[i + 1]! - moved;
    const t = (diagonal[i]! - g) * sine + 2 * cosine * b;
    moved = sine * t;
    diagonal[i + 1] = g + moved;
    g = cosine * t - b;
  }
  diagonal[first]! -= moved;
  beside[first] = g;
  beside[last] = 0;
}

/** The smallest eigenvalue of a symmetric S. */
export function smallestEigenvalue(S: Vector, n: number): number {
  return symmetricEigenvalues(S, n)[0]!;
}

/** The largest eigenvalue of a symmetric S. */
export function largestEigenvalue(S: Vector, n: number): number {
  return symmetricEigenvalues(S, n)[n - 1]!;
}

/** ‖A‖ = max ‖A u‖/‖u‖, the largest singular value. */
export function spectralNorm(A: Vector, n: number): number {
  return Math.sqrt(Math.max(0, largestEigenvalue(multiply(transpose(A, n), A, n), n)));
}

/**
 * The largest λ with `det(Q − λ S) = 0`: the smallest λ with `Q ≼ λ S`.
 *
 * @param Q - symmetric
 * @param S - symmetric and positive definite
 * @throws RangeError if S is not positive definite
 */
export function largestRatio(Q: Vector, S: Vector, n: number): number {
  const reduced = inverse(choleskyLower(S, n), n);
  return largestEigenvalue(multiply(multiply(reduced, Q, n), transpose(reduced, n), n), n);
}
