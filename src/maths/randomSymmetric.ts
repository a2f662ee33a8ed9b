/** Random symmetric matrices with given eigenvalues. */
import type { Generator } from './generator.ts';
import { dot, type Vector } from './vector.ts';

/**
 * Q diag(λ) Qᵀ `[n, n]`, symmetric, with Q uniform on the orthogonal matrices: a random symmetric
 * matrix with the eigenvalues λ `[n]`, in O(n³).
 *
 * Q is a product of reflections `I − 2uuᵀ/‖u‖²`, the k-th of which acts on the last k coordinates
 * alone, with u Gaussian plus or minus its length along the first of them (Stewart, "The efficient
 * generation of random orthogonal matrices with an application to condition estimators", SIAM J.
 * Numer. Anal. 1980). The signs that Stewart puts on the diagonal cancel in Q diag(λ) Qᵀ.
 */
export function symmetricWithEigenvalues(lambda: Vector, generator: Generator): Float64Array {
  const n = lambda.length;
  const A = new Float64Array(n * n);
  for (let j = 0; j < n; j++) A[j * n + j] = lambda[j]!;
  const u = new Float64Array(n);
  const w = new Float64Array(n);
  for (let first = n - 2; first >= 0; first--) {
    const length = n - first;
    for (let j = 0; j < length; j++) u[j] = generator.normal();
    u[0]! += Math.sign(u[0]!) * Math.sqrt(dot(u, u, length));
    const factor = 2 / dot(u, u, length);
    // H A H = A − u wᵀ − w uᵀ with p = factor·A u, w = p − (factor/2)(uᵀp) u.
    for (let r = 0; r < length; r++) w[r] = factor * dot(A, u, length, (first + r) * n + first);
    const along = (factor / 2) * dot(u, w, length);
    for (let r = 0; r < length; r++) w[r]! -= along * u[r]!;
    for (let r = 0; r < length; r++) {
      const row = (first + r) * n + first;
      const ur = u[r]!;
      const wr = w[r]!;
      for (let c = 0; c < length; c++) A[row + c]! -= ur * w[c]! + wr * u[c]!;
    }
  }
  return A;
}
