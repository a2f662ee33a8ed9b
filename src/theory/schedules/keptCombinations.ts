/**
 * Combinations of a state that no answer changes, as SCAFFOLD's `c − mean c_i`, which are 0 in every run. Moments have the
 * eigenvalue 1 on them, so that second moments are moved to where they are 0 before a step is applied.
 */
import { product } from '../../maths/rectangular.ts';
import { symmetricEigenvectors } from '../../maths/symmetricEigenvectors.ts';
import { transpose } from '../../maths/linearAlgebra.ts';

/** What rounding leaves of an eigenvalue 0, relative to the largest. */
const ROUNDING = 1e-13;

/**
 * Orthonormal v, each `[n]`, with vᵀ M = vᵀ.
 *
 * @param M - the mean step `[n, n]`
 */
export function keptCombinations(M: Float64Array, n: number): readonly Float64Array[] {
  const change = M.map((x, at) => (at % (n + 1) === 0 ? x - 1 : x));
  const { values, vectors } = symmetricEigenvectors(product(change, transpose(change, n), n, n, n), n);
  const most = ROUNDING * Math.max(...values);
  return values.flatMap((value, k) =>
    value <= most ? [Float64Array.from({ length: n }, (_, i) => vectors[i * n + k]!)] : [],
  );
}

/** S ← (I − v vᵀ) S (I − v vᵀ) for each v, in place; S symmetric `[n, n]`. */
export function withoutKept(S: Float64Array, kept: readonly Float64Array[]): Float64Array {
  for (const v of kept) {
    const n = v.length;
    const image = product(S, v, n, n, 1);
    const square = image.reduce((sum, x, i) => sum + x * v[i]!, 0);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++)
        S[i * n + j]! -= v[i]! * image[j]! + image[i]! * v[j]! - square * v[i]! * v[j]!;
  }
  return S;
}
