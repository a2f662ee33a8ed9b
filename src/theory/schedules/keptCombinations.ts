/**
 * Combinations of a state that no answer changes, as SCAFFOLD's `c − mean c_i`, which are 0 in every run. Moments have the
 * eigenvalue 1 on them, so that second moments are moved to where they are 0 before a step is applied.
 */
import {
  add,
  block,
  identityMatrix,
  type Matrix,
  matrix,
  multiply,
  multiplyTransposed,
  plus,
  scaled,
  square,
  withTranspose,
} from '../../maths/matrix.ts';
import { symmetricEigenvectors } from '../../maths/symmetricEigenvectors.ts';
import { dot } from '../../maths/vector.ts';

/** What rounding leaves of an eigenvalue 0, relative to the largest. */
const ROUNDING = 1e-13;

/**
 * Orthonormal v, each `[n, 1]`, with vᵀ M = vᵀ.
 *
 * @param M - the mean step `[n, n]`
 */
export function keptCombinations(M: Matrix): readonly Matrix[] {
  const n = M.rows;
  const { values, vectors } = symmetricEigenvectors(square(plus(M, identityMatrix(n), -1)).values, n);
  const most = ROUNDING * Math.max(...values);
  const all = matrix(n, n, vectors);
  return values.flatMap((value, k) => (value <= most ? [scaled(block(all, [0, n], [k, 1]))] : []));
}

/** S ← (I − v vᵀ) S (I − v vᵀ) for each v, in place; S symmetric `[n, n]`. */
export function withoutKept(S: Matrix, kept: readonly Matrix[]): Matrix {
  for (const v of kept) {
    const Sv = multiply(S, v);
    add(S, withTranspose(multiplyTransposed(v, Sv)), -1);
    add(S, square(v), dot(v.values, Sv.values));
  }
  return S;
}
