/** Eigenvalues of symmetric matrices with their eigenvectors, from ml-matrix. */
import { EigenvalueDecomposition, Matrix } from 'ml-matrix';
import { NumericalFailure } from './numericalFailure.ts';
import { largestSize, type Vector } from './vector.ts';

/**
 * S = U diag(values) Uᵀ.
 *
 * @param S - symmetric `[n, n]`
 * @throws NumericalFailure where an element is not finite
 * @returns U `[n, n]`, orthogonal, row-major: eigenvectors are its columns
 */
export function symmetricEigenvectors(
  S: Vector,
  n: number,
): { readonly values: readonly number[]; readonly vectors: Float64Array } {
  // Squares of large elements would be beyond all doubles; by a power of 2 no digit changes.
  const scale = 2 ** Math.floor(Math.log2(largestSize(S) || 1));
  const scaled = Array.from(S, (value) => value / scale);
  if (!scaled.every(Number.isFinite))
    throw new NumericalFailure('a symmetric matrix has elements that are not finite');
  const { realEigenvalues, eigenvectorMatrix } = new EigenvalueDecomposition(
    Matrix.from1DArray(n, n, scaled),
    { assumeSymmetric: true },
  );
  return {
    values: realEigenvalues.map((value) => scale * value),
    vectors: Float64Array.from(eigenvectorMatrix.to1DArray()),
  };
}
