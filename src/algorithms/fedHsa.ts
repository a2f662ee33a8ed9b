/**
 * FedHSA's formulas ("heterogeneity-aware federated stochastic approximation", Algorithm 1): the
 * local steps follow `G_i(θ, o_ℓ) + g − G_i(θ̄, o_0)`.
 */
import type { Vector } from '../maths/vector.ts';

/** `out ← g − G_i(θ̄, o_{i,0})`: constant over the local steps of a round. */
export function correctionInto(out: Float64Array, meanOperator: Vector, own: Vector): void {
  for (let j = 0; j < out.length; j++) out[j] = meanOperator[j]! - own[j]!;
}
