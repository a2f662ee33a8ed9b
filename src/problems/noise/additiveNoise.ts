/** The noise of `G = Ḡ(θ) + z`, `z ← Q z + ε`, `ε ∼ N(0, v I)`: the same at every θ. */
import { inverse } from '../../maths/inverse.ts';
import { identity, matrixPower, multiply, transpose } from '../../maths/linearAlgebra.ts';
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import type { Vector } from '../../maths/vector.ts';
import type { OperatorNoise } from '../operatorNoise.ts';

/**
 * With Σ the stationary covariance of z, lag k has covariance `Q^k Σ`; so every q-th value has
 * `Σ_k = R Σ + Σ Rᵀ − Σ` with `R = (I − Q^q)⁻¹`, which is `v (I − Q)⁻¹(I − Q)⁻ᵀ` for q = 1.
 *
 * @param Q - `[d, d]`, spectral radius below 1
 * @param variance - v
 */
export function additiveNoise(Q: Vector, d: number, variance: number): OperatorNoise {
  return {
    cost: { covariance: 60 * d ** 3, longRun: 64 * d ** 3 },
    covariance: (_theta, out) => out.set(stationaryCovariance(Q, d, variance)),
    longRun: (_theta, stride, weights) => {
      const sigma = stationaryCovariance(Q, d, variance);
      const power = matrixPower(Q, d, stride);
      const resolvent = inverse(
        identity(d).map((value, j) => value - power[j]!),
        d,
      );
      const ahead = multiply(resolvent, sigma, d);
      const behind = transpose(ahead, d);
      return {
        covariance: sigma.map((x, j) => ahead[j]! + behind[j]! - x),
        memories: weights.map(() => new Float64Array(d)),
      };
    },
  };
}
