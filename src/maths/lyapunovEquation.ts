/** The continuous Lyapunov equation of a stable matrix. */
import { identity, multiply, transpose } from './linearAlgebra.ts';
import { inverse } from './inverse.ts';
import { NumericalFailure } from './numericalFailure.ts';
import type { Vector } from './vector.ts';

/** Doublings tried: 2⁶⁰ terms of the series settle for every matrix that is stable in doubles. */
const MOST_DOUBLINGS = 60;

/**
 * Σ with `J Σ + Σ Jᵀ + C = 0`: the stationary covariance of `dx = J x dt + dW`, where W has covariance
 * C a unit of time, and the first order in η of the covariance of `x ← x + η (J x + noise)`.
 *
 * The Cayley transform `U = (qI − J)⁻¹(qI + J)` turns it into `Σ = U Σ Uᵀ + 2q (qI − J)⁻¹ C (qI − J)⁻ᵀ`,
 * whose series is summed by doubling (R. A. Smith, "Matrix equation XA + BX = C", SIAM J. Appl. Math.
 * 1968); q = √(‖J‖/‖J⁻¹‖) in the Frobenius norm.
 *
 * @param J - `[n, n]`, all eigenvalues with negative real parts
 * @param C - `[n, n]`, symmetric
 * @returns Σ `[n, n]`, symmetric to the last bit
 * @throws NumericalFailure if J is not stable
 */
export function lyapunovSolution(J: Vector, C: Vector, n: number): Float64Array {
  const q = Math.sqrt(Math.hypot(...J) / Math.hypot(...inverse(J, n)));
  const ahead = identity(n).map((value, j) => q * value + J[j]!);
  const behind = inverse(
    identity(n).map((value, j) => q * value - J[j]!),
    n,
  );
  let power = multiply(behind, ahead, n);
  let sum: Float64Array = multiply(multiply(behind, C, n), transpose(behind, n), n).map((x) => 2 * q * x);
  for (let k = 0; k < MOST_DOUBLINGS; k++) {
    const added = multiply(multiply(power, sum, n), transpose(power, n), n);
    const next = new Float64Array(n * n);
    let change = 0;
    let size = 0;
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const [here, elsewhere] = [i * n + j, j * n + i];
        next[here] = (sum[here]! + sum[elsewhere]! + added[here]! + added[elsewhere]!) / 2;
        change = Math.max(change, Math.abs(added[here]!));
        size = Math.max(size, Math.abs(next[here]));
      }
    }
    if (!Number.isFinite(size)) break;
    sum = next;
    power = multiply(power, power, n);
    // C = 0 settles at once whatever J is; so the powers must settle, too.
    const left = power.reduce((largest, x) => Math.max(largest, Math.abs(x)), 0);
    if (!Number.isFinite(left)) break;
    if (change <= Number.EPSILON * 2 ** -10 * size && left < 1) return sum;
  }
  throw new NumericalFailure('the Lyapunov equation has no solution that is a covariance: J must be stable');
}
