/** The stationary covariance of a stable vector autoregression. */
import { whyIll } from './condition.ts';
import { identity, multiply, transpose } from './linearAlgebra.ts';
import { NumericalFailure } from './numericalFailure.ts';
import { allFinite, squaredNorm, type Vector } from './vector.ts';

/** Doublings tried: 2⁶⁰ terms of the series settle for any spectral radius that is below 1 in doubles. */
const MOST_DOUBLINGS = 60;

/**
 * Σ with `Σ = Q Σ Qᵀ + v I`: the stationary covariance of `z ← Q z + ε`, ε of mean 0 and covariance v I.
 *
 * @param Q - `[n, n]`, row-major, spectral radius below 1
 * @param variance - v ≥ 0
 * @returns Σ `[n, n]`, symmetric to the last bit
 * @throws NumericalFailure if the spectral radius of Q is not below 1, or so close to 1 that rounding decides
 */
export function stationaryCovariance(Q: Vector, n: number, variance: number): Float64Array {
  const sigma = summedByDoubling(
    Q,
    n,
    identity(n).map((value) => variance * value),
  );
  const ill = variance > 0 ? whyIll('the stationary law', steinCondition(Q, sigma, variance)) : undefined;
  if (ill !== undefined) throw new NumericalFailure(ill);
  return sigma;
}

/**
 * ‖L‖ ‖L⁻¹‖ of `L(Σ) = Σ − Q Σ Qᵀ`, at most: L⁻¹ keeps matrices positive, so that its norm is that of L⁻¹(I) (Hewer and Kenney, "The
 * sensitivity of the stable Lyapunov equation", SIAM J. Control Optim. 1988).
 *
 * @param solution - L⁻¹(v I) `[n, n]`
 */
function steinCondition(Q: Vector, solution: Vector, v: number): number {
  return ((1 + squaredNorm(Q)) * Math.sqrt(squaredNorm(solution))) / v;
}

/**
 * `Σ_j Qʲ V (Qʲ)ᵀ` by doubling: `Σ_{k+1} = Σ_k + Q_k Σ_k Q_kᵀ`, `Q_{k+1} = Q_k²` (R. A. Smith, "Matrix equation XA + BX = C", SIAM J. Appl.
 * Math. 1968), until each element has settled beside the variances of its row and column, whatever their units.
 *
 * @param V - `[n, n]`, symmetric
 * @throws NumericalFailure if the spectral radius of Q is not below 1
 */
export function summedByDoubling(Q: Vector, n: number, V: Float64Array): Float64Array {
  let sigma = V;
  let power: Float64Array = Float64Array.from(Q);
  for (let k = 0; k < MOST_DOUBLINGS; k++) {
    const added = multiply(multiply(power, sigma, n), transpose(power, n), n);
    const next = new Float64Array(n * n);
    for (let i = 0; i < n; i++)
      for (let j = 0; j < n; j++)
        next[i * n + j] = sigma[i * n + j]! + (added[i * n + j]! + added[j * n + i]!) / 2;
    if (!allFinite(next)) break;
    sigma = next;
    if (settled(added, sigma, n)) return sigma;
    power = multiply(power, power, n);
  }
  throw new NumericalFailure('there is no stationary law: the spectral radius must be below 1');
}

function settled(added: Vector, sigma: Vector, n: number): boolean {
  const deviations = Float64Array.from({ length: n }, (_, j) => Math.sqrt(Math.abs(sigma[j * (n + 1)]!)));
  return added.every(
    (change, at) =>
      Math.abs(change) <= Number.EPSILON * 2 ** -10 * deviations[Math.floor(at / n)]! * deviations[at % n]!,
  );
}
