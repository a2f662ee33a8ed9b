/**
 * SCAFFLSA's formulas: Mangold, Samsonov, Labbi, Levin, Alami, Naumov, Moulines, "SCAFFLSA: Taming
 * Heterogeneity in Federated Linear Stochastic Approximation and TD Learning", NeurIPS 2024,
 * Algorithm 2, with either trigger (their H 1 and H 2).
 */
import type { Vector } from '../maths/vector.ts';
import { lawOf, meanGap, type TriggerConfiguration } from '../triggers/index.ts';

/** How far ξ moves per unit of `θ̄ − θ̂_i`: `1/(η H)` under H 2 (deterministic), `p/η` under H 1 (Bernoulli). */
export function controlGain(trigger: TriggerConfiguration, stepSize: number): number {
  const law = lawOf(trigger);
  return law?.kind === 'geometric' ? law.probability / stepSize : 1 / (stepSize * meanGap(trigger));
}

/**
 * `ξ_i ← ξ_i + gain·(θ̄ − θ̂_i)`, in place. Over all agents the ξ_i sum to zero, always: the θ̂_i
 * average to θ̄.
 *
 * @param control - ξ_i `[d]`, overwritten
 * @param theta - θ̄ `[d]`, the average that the server sent back
 * @param sent - θ̂_i `[d]`, what the agent had sent
 */
export function moveControl(control: Float64Array, theta: Vector, sent: Vector, gain: number): void {
  for (let j = 0; j < control.length; j++) control[j]! += gain * (theta[j]! - sent[j]!);
}

/**
 * `v_i = gain·(θ̂_i − θ̄_i) − ξ_i`: an agent's progress without its correction, per local step. With H
 * local steps it is the mean of G_i over them, whatever ξ_i was. In a synchronous round the v_i average
 * to `gain·(θ̄ − θ̄_i)`, since the ξ_i sum to zero, and {@link moveControl} comes to `ξ_i ← v̄ − v_i`.
 *
 * @param model - θ̂_i `[d]`
 * @param origin - θ̄_i `[d]`, the model that the agent started from
 * @param control - ξ_i `[d]`, the correction of its local steps
 */
export function uncorrectedProgress(model: Vector, origin: Vector, control: Vector, gain: number): Vector {
  const progress = Float64Array.from(control, (x) => -x);
  for (let j = 0; j < progress.length; j++) progress[j]! += gain * (model[j]! - origin[j]!);
  return progress;
}
