/**
 * SCAFFLSA with the Bernoulli trigger: Theorem 5.1 and Corollary 5.2 with the explicit constants of
 * Theorem B.2 and Corollary B.3. The noise in both is σ̄_ω, that of the operators at θ*; B.1 prints σ̄_ε.
 */
import type { LsaConstants } from './assumptions.ts';
import { type ErrorBound, type RunPlan, tooLarge } from '../statement.ts';
import type { Unknown } from '../../unknown.ts';

/**
 * Theorem 5.1: for η ≤ 1/(2L), after k local steps, whether the last one ends a round or not,
 *
 *     E[(1/N) Σ_c ‖θ_k^c − θ*‖²] ≤ (1 − ζ)^k ψ_0 + (2η²/ζ) σ̄_ω,      ζ = min(ηa, p²),  ψ_0 = ‖θ_0 − θ*‖² + (η²/p²) Δ_heter.
 *
 * It speaks of a given step and not of the t-th communication, which comes after a random number.
 *
 * @param probability - p
 */
export function randomCommunicationBound(
  constants: LsaConstants,
  stepSize: number,
  probability: number,
  initialDistance: number,
): ErrorBound | Unknown {
  const { monotonicity: a, smoothness, pullSpread, rootNoise } = constants;
  const rate = Math.min(stepSize * a, probability ** 2);
  const start = initialDistance ** 2 + (stepSize / probability) ** 2 * pullSpread;
  const floor = ((2 * stepSize ** 2) / rate) * rootNoise;
  const meanSquare = (step: number): number => Math.exp(step * Math.log1p(-rate)) * start + floor;
  return tooLarge('η ≤ 1/(2L) =', stepSize, 1 / (2 * smoothness)) ?? { kind: 'bound', floor, meanSquare };
}

/**
 * Corollary 5.2: `η = min(1/(2L), ε²a/(4σ̄_ω))` and `p = √(ηa)`, so that ζ = ηa and the noise is at most ε²/2;
 * then `k ≥ ln(2ψ_0/ε²)/(ηa)` local steps are enough, with `T = pk` rounds in expectation.
 *
 * Corollary B.3 prints `ln(ψ_0/(2ε²))`, a step half as long, and a number of steps for one twice as
 * long; the numbers here follow from Theorem 5.1.
 */
export function randomCommunicationPlan(
  constants: LsaConstants,
  precision: number,
  initialDistance: number,
): RunPlan {
  const { monotonicity: a, smoothness, pullSpread, rootNoise } = constants;
  const target = precision ** 2;
  const stepSize = Math.min(1 / (2 * smoothness), (target * a) / (4 * rootNoise));
  const probability = Math.sqrt(stepSize * a);
  const start = initialDistance ** 2 + (stepSize / probability) ** 2 * pullSpread;
  const steps = Math.max(0, Math.ceil(Math.log((2 * start) / target) / (stepSize * a)));
  return {
    kind: 'bound',
    stepSize,
    localSteps: 1 / probability,
    rounds: probability * steps,
  };
}
