/** The continuous Lyapunov equation of a stable matrix. */
import { balance } from './balance.ts';
import { whyIll } from './condition.ts';
import { inverse } from './inverse.ts';
import { identity, multiply, transpose } from './linearAlgebra.ts';
import { summedByDoubling } from './lyapunov.ts';
import { NumericalFailure } from './numericalFailure.ts';
import type { Vector } from './vector.ts';

/**
 * Σ with `J Σ + Σ Jᵀ + C = 0`: the stationary covariance of `dx = J x dt + dW`, where W has covariance
 * C a unit of time, and the first order in η of the covariance of `x ← x + η (J x + noise)`.
 *
 * In coordinates in which J is balanced the Cayley transform `U = (qI − J)⁻¹(qI + J)` turns it into
 * `Σ = U Σ Uᵀ + 2q (qI − J)⁻¹ C (qI − J)⁻ᵀ`, whose series is summed by doubling; q = √(‖J‖/‖J⁻¹‖) in the Frobenius norm. Its condition
 * number is at most 2 ‖J‖ ‖H‖, H the solution for C = I (Hewer and Kenney, "The sensitivity of the stable Lyapunov equation", SIAM J.
 * Control Optim. 1988).
 *
 * @param J - `[n, n]`, all eigenvalues with negative real parts
 * @param C - `[n, n]`, symmetric
 * @returns Σ `[n, n]`, symmetric to the last bit
 * @throws NumericalFailure if J is not stable, or so close to it that rounding decides
 */
export function lyapunovSolution(J: Vector, C: Vector, n: number): Float64Array {
  const balanced = Float64Array.from(J);
  const units = balance(balanced, n);
  const pair = (at: number): number => units[Math.floor(at / n)]! * units[at % n]!;
  const size = Math.hypot(...balanced);
  const q = Math.sqrt(size / Math.hypot(...inverse(balanced, n)));
  const ahead = identity(n).map((value, j) => q * value + balanced[j]!);
  const behind = inverse(
    identity(n).map((value, j) => q * value - balanced[j]!),
    n,
  );
  const U = multiply(behind, ahead, n);
  const solve = (noise: Vector): Float64Array => {
    const V = multiply(multiply(behind, noise, n), transpose(behind, n), n);
    return summedByDoubling(
      U,
      n,
      transpose(V, n).map((value, j) => q * (value + V[j]!)),
    );
  };
  // An equation without noise has a solution whatever J is: that for C = I asks for its stability, too.
  const ill = whyIll('the Lyapunov equation', 2 * size * Math.hypot(...solve(identity(n))));
  if (ill !== undefined) throw new NumericalFailure(ill);
  return solve(C.map((value, at) => value / pair(at))).map((value, at) => value * pair(at));
}
