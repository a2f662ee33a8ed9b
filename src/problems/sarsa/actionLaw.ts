/** Policies that act by what has been learnt: the law β_θ(· | s) of the action in a state. */
import type { Vector } from '../../maths/vector.ts';
import { actionValue } from '../control/actionFeatures.ts';
import { type ControlTask, greedyPair } from '../control/environment.ts';
import { type Of, real, variant } from '../../values/value.ts';

/**
 * - `softmax`: β_θ(a | s) ∝ exp(φ(s, a)ᵀθ/temperature);
 * - `epsilon-soft`: the first of the best actions with probability 1 − ε, otherwise any, each as likely.
 */
export const LEARNT_POLICIES = [
  variant('softmax', { temperature: real({ above: 0 }) }),
  variant('epsilon-soft', { epsilon: real({ above: 0, most: 1 }) }),
] as const;

export type LearntPolicy = Of<(typeof LEARNT_POLICIES)[number]>;

/** `out ← β_θ(· | s)`, `[A]`. */
export function actionLaw(
  policy: LearntPolicy,
  task: ControlTask,
  theta: Vector,
  state: number,
  out: Float64Array,
): void {
  const { actions } = task.process;
  if (policy.kind === 'epsilon-soft') {
    out.fill(policy.epsilon / actions);
    out[greedyPair(task, theta, state) - state * actions]! += 1 - policy.epsilon;
    return;
  }
  // From the best down, so that no power overflows.
  const best = actionValue(task.features, theta, greedyPair(task, theta, state));
  let sum = 0;
  for (let a = 0; a < actions; a++) {
    const value = actionValue(task.features, theta, state * actions + a);
    sum += out[a] = Math.exp((value - best) / policy.temperature);
  }
  for (let a = 0; a < actions; a++) out[a]! /= sum;
}
