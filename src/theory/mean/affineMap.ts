/** Affine maps x ← F x + r of few coordinates: matrix, fixed point, and repetition. */
import { identity } from '../../maths/linearAlgebra.ts';
import { solve } from '../../maths/linearSolve.ts';
import type { Vector } from '../../maths/vector.ts';

/**
 * The matrix `[n, n]` of a linear map.
 *
 * @param map - of unit vectors, as the columns of a matrix `[n, columns]`
 * @param most - columns at most
 */
export function matrixOf(
  n: number,
  map: (units: Float64Array, columns: number) => Float64Array,
  most = 1,
): Float64Array {
  const matrix = new Float64Array(n * n);
  for (let first = 0; first < n; first += most) {
    const columns = Math.min(most, n - first);
    const units = new Float64Array(n * columns);
    for (let k = 0; k < columns; k++) units[(first + k) * columns + k] = 1;
    map(units, columns).forEach((value, at) => {
      const k = at % columns;
      matrix[((at - k) / columns) * n + first + k] = value;
    });
  }
  return matrix;
}

/**
 * x = F x + r.
 *
 * @throws NumericalFailure where F has the eigenvalue 1
 */
export function fixedPoint(matrix: Vector, constant: Vector, n: number): Float64Array {
  const system = identity(n);
  for (let j = 0; j < n * n; j++) system[j]! -= matrix[j]!;
  return solve(system, constant, n);
}

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
  matrix: Vector,
  constant: Vector | undefined,
  x: Float64Array,
  model: Float64Array,
): () => void {
  const n = x.length;
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
