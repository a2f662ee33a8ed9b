/** The mean of temporal differences over the pairs of state and action. */
import type { Vector } from '../../maths/vector.ts';
import { actionValue, addFeature } from './actionFeatures.ts';
import type { ControlTask } from './environment.ts';

/**
 * `out ← Σ_x w(x) (r(x) + γ Σ_s' P(s' | x) v(s') − φ(x)ᵀθ) φ(x)` over the pairs x = (s, a), with weights w `[S·A]` and values v
 * of the states `[S]`.
 */
export function meanDifference(
  { process, features, discount }: ControlTask,
  theta: Vector,
  weights: Vector,
  values: Vector,
  out: Float64Array,
): void {
  const { states: S, kernel, rewards } = process;
  out.fill(0);
  for (let pair = 0; pair < weights.length; pair++) {
    let next = 0;
    for (let s = 0; s < S; s++) next += kernel[pair * S + s]! * values[s]!;
    const difference = rewards[pair]! + discount * next - actionValue(features, theta, pair);
    addFeature(features, pair, weights[pair]! * difference, out);
  }
}
