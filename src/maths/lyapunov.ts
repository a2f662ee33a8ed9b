/** The stationary covariance of a stable vector autoregression. */
import { identity, multiply, transpose } from './linearAlgebra.ts';
import { NumericalFailure } from './numericalFailure.ts';
import type { Vector } from './vector.ts';

/** Doublings tried: 2⁶⁰ terms of the series settle for any spectral radius that is below 1 in doubles. */
const MOST_DOUBLINGS = 60;

/**
 * Σ with `Σ = Q Σ Qᵀ + V`: the stationary covariance of `z ← Q z + ε`, ε of mean 0 and covariance V.
 *
 * By doubling: `Σ_{k+1} = Σ_k + Q_k Σ_k Q_kᵀ`, `Q_{k+1} = Q_k²` sums 2ᵏ terms of `Σ_j Qʲ V (Qʲ)ᵀ`
 * (R. A. Smith, "Matrix equation XA + BX = C", SIAM J. Appl. Math. 1968).
 *
 * @param Q - `[n, n]`, row-major, spectral radius below 1
 * @param noise - V `[n, n]`, symmetric, or v ≥ 0 for V = v I
 * @returns Σ `[n, n]`, symmetric to the last bit
 * @throws NumericalFailure if the spectral radius of Q is not below 1
 */
export function stationaryCovariance(Q: Vector, n: number, noise: number | Vector): Float64Array {
  let sigma: Float64Array =
    typeof noise === 'number' ? identity(n).map((value) => noise * value) : Float64Array.from(noise);
  let power: Float64Array = Float64Array.from(Q);
  for (let k = 0; k < MOST_DOUBLINGS; k++) {
    const added = multiply(multiply(power, sigma, n), transpose(power, n), n);
    const next = new Float64Array(n * n);
    let change = 0;
    let size = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        next[i * n + j] = sigma[i * n + j]! + (added[i * n + j]! + added[j * n + i]!) / 2;
        change = Math.max(change, Math.abs(added[i * n + j]!));
        size = Math.max(size, Math.abs(next[i * n + j]!));
      }
    }
    if (!Number.isFinite(size)) break;
    sigma = next;
    if (change <= Number.EPSILON * 2 ** -10 * size) return sigma;
    power = multiply(power, power, n);
  }
  throw new NumericalFailure(
    'the autoregression has no stationary law: the spectral radius of Q must be below 1',
  );
}
