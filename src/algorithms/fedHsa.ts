/**
 * FedHSA's formulas ("heterogeneity-aware federated stochastic approximation", Algorithm 1): the
 * local steps follow `G_i(θ, o_ℓ) + g − G_i(θ̄, o_0)`.
 */
import type { Vector } from '../maths/vector.ts';

/** `out ← g − G_i(θ̄, o_{i,0})`: constant over the local steps of a round. */
export function correctionInto(out: Float64Array, meanOperator: Vector, own: Vector): void {
  for (let j = 0; j < out.length; j++) out[j] = meanOperator[j]! - own[j]!;
}

/** `θ̄ + (α_g/M) Σ Δ_i`, given the average of the Δ_i. */
export function serverStep(theta: Vector, serverStepSize: number, meanDifference: Vector): Float64Array {
  const next = new Float64Array(theta.length);
  for (let j = 0; j < next.length; j++) next[j] = theta[j]! + serverStepSize * meanDifference[j]!;
  return next;
}
