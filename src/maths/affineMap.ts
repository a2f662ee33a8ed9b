/** Affine maps x ← F x + r of few coordinates: matrix, fixed point, and repetition. */
import { solve } from './linearSolve.ts';
import {
  assign,
  block,
  column,
  identityMatrix,
  type Matrix,
  matrix,
  numbersOf,
  plus,
  scaled,
} from './matrix.ts';
import type { Vector } from './vector.ts';

/**
 * The matrix `[n, n]` of a linear map.
 *
 * @param map - of unit vectors, as the columns of a matrix `[n, columns]`
 * @param most - columns at most
 */
export function matrixOf(n: number, map: (units: Matrix) => Matrix, most = 1): Matrix {
  const out = matrix(n, n);
  const I = identityMatrix(n);
  for (let first = 0; first < n; first += most) {
    const columns = [first, Math.min(most, n - first)] as const;
    assign(block(out, [0, n], columns), map(scaled(block(I, [0, n], columns))));
  }
  return out;
}

/** The matrix `[n, n]` of a linear map of vectors. */
export const matrixOfVectors = (n: number, map: (x: Float64Array) => Float64Array): Matrix =>
  matrixOf(n, ({ values }) => column(map(values)));

/**
 * x = F x + r.
 *
 * @throws NumericalFailure where F has the eigenvalue 1
 */
export const fixedPoint = (F: Matrix, r: Vector): Float64Array =>
  solve(numbersOf(plus(identityMatrix(F.rows), F, -1)), r, F.rows);

/** Its square is 0 in doubles; further down numbers are subnormal, and slow. */
const SMALLEST = 1e-200;

/**
 * Repeats `x ← F x + r`; allocates nothing on its way.
 *
 * @param constant - r `[n]`; 0 where it is left out
 * @param x - where to start `[n]`; overwritten
 * @param model - is given the first coordinates of x
 */
export function repeated(
  F: Matrix,
  constant: Vector | undefined,
  x: Float64Array,
  model: Float64Array,
): () => void {
  const n = x.length;
  const matrix = numbersOf(F);
  const next = new Float64Array(n);
  return () => {
    let size = 0;
    for (let r = 0; r < n; r++) {
      let value = constant === undefined ? 0 : constant[r]!;
      for (let j = 0; j < n; j++) value += matrix[r * n + j]! * x[j]!;
      next[r] = value;
      size = Math.max(size, Math.abs(value));
    }
    if (size < SMALLEST) next.fill(0);
    x.set(next);
    for (let j = 0; j < model.length; j++) model[j] = x[j]!;
  };
}
