/**
 * SCAFFLSA's Lemma 3.1: the constants of A 1–A 3 for TD(0), from the discount and the features' design
 * matrices alone. Put into the theorems' functions they give the paper's corollaries for TD(0):
 * 4.3, 4.6, 5.5 and the one after 5.2.
 *
 * It assumes TD 1 (s ∼ π, s' ∼ P(s, ·), independent), TD 2 (‖φ(s)‖ ≤ 1, ν > 0) and rewards in [0, 1].
 * The L here is not the printed `(1+γ)/((1−γ)²ν)`, which proves the reversed A 3 (see assumptions.ts):
 *
 *     E[AᵀA] ≼ E[(φ − γφ')(φ − γφ')ᵀ] ≼ (1+γ)² Σ_φ,      S_i ≽ (1−γ) Σ_φ,      so L = (1+γ)²/(1−γ).
 */
import { addOuter } from '../../../maths/rectangular.ts';
import { smallestEigenvalue } from '../../../maths/symmetricEigenvalues.ts';
import { squaredDistance, squaredNorm, type Vector } from '../../../maths/vector.ts';
import type { ChainLaw, ValueFeatures } from '../../../problems/operator.ts';
import type { LsaConstants } from './assumptions.ts';

/** Σ_φ = E_π[φ(s) φ(s)ᵀ], `[d, d]`. */
export function designMatrix(features: Vector, d: number, { states, stationary }: ChainLaw): Float64Array {
  const out = new Float64Array(d * d);
  for (let s = 0; s < states; s++) addOuter(out, stationary[s]!, features, s * d, features, s * d, d);
  return out;
}

/** The smallest eigenvalue of Σ_φ, whose minimum over the agents is ν. */
export function featureSpread({ features, dimension }: ValueFeatures, chain: ChainLaw): number {
  return smallestEigenvalue(designMatrix(features, dimension, chain), dimension);
}

/** Whether the agent's features and rewards are as Lemma 3.1 assumes: ‖φ(s)‖ ≤ 1, r in [0, 1]. */
export function withinLemma({ features, rewards, dimension: d }: ValueFeatures): boolean {
  // rows that were normalised may exceed 1 by rounding
  const most = 1 + 1e-12;
  for (let at = 0; at < features.length; at += d)
    if (!(squaredNorm(features.subarray(at, at + d)) <= most)) return false;
  return rewards.every((reward) => reward >= 0 && reward <= 1);
}

/** What Lemma 3.1 asks of the roots. */
export interface TemporalDifferenceRoots {
  /** θ_c* of each agent, `[d]` */
  readonly local: readonly Vector[];
  /** θ* `[d]` */
  readonly common: Vector;
}

/**
 * Lemma 3.1's constants: `C_A = 1 + γ`, `‖Σ_Ã‖ ≤ 2(1+γ)²`, `Tr Σ_ε^c ≤ 2(1+γ)²(‖θ_c*‖² + 1)`,
 * `a = (1−γ)ν/2`, `η_∞ = (1−γ)/4`, L as above; and `Tr Σ_ω^c ≤ 2(1+γ)²(‖θ*‖² + 1)` by the same argument.
 *
 * @param discount - γ, the largest of the agents'
 * @param spread - ν
 */
export function temporalDifferenceConstants(
  discount: number,
  spread: number,
  { local, common }: TemporalDifferenceRoots,
): LsaConstants {
  const N = local.length;
  const norm = 1 + discount;
  const noise = 2 * norm ** 2;
  const average = (value: (root: Vector) => number): number =>
    local.reduce((sum, root) => sum + value(root) / N, 0);
  const away = (root: Vector): number => squaredDistance(root, common);
  return {
    agents: N,
    contraction: ((1 - discount) * spread) / 2,
    largestStep: (1 - discount) / 4,
    monotonicity: (1 - discount) * spread,
    smoothness: norm ** 2 / (1 - discount),
    matrixNorm: norm,
    largestSquare: norm ** 2 + noise,
    matrixNoise: noise,
    heterogeneityNoise: noise * average(away),
    localNoise: noise * (average(squaredNorm) + 1),
    rootNoise: noise * (squaredNorm(common) + 1),
    rootSpread: average((root) => Math.sqrt(away(root))),
    pullSpread: norm ** 2 * average(away),
  };
}
