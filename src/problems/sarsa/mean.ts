/**
 * The mean operator of SARSA, `Ḡ(θ) = Φᵀ D_θ (r + γ P B_θ Φθ − Φθ)`: D_θ = diag(π_θ), π_θ(s, a) = π_θ(s) β_θ(a | s) with the
 * stationary law of the states under β_θ, and B_θ the mean over the actions of a state.
 */
import { stationaryDistribution } from '../../maths/markovChain.ts';
import type { Vector } from '../../maths/vector.ts';
import { actionValue } from '../control/actionFeatures.ts';
import type { ControlTask } from '../control/environment.ts';
import { meanDifference } from '../control/meanDifference.ts';
import type { NonlinearMean } from '../operator.ts';
import { actionLaw, type LearntPolicy } from './actionLaw.ts';

/** β_θ, row-major `[S, A]`. */
function actionLaws(policy: LearntPolicy, task: ControlTask, theta: Vector): Float64Array {
  const { states: S, actions: A } = task.process;
  const out = new Float64Array(S * A);
  for (let s = 0; s < S; s++) actionLaw(policy, task, theta, s, out.subarray(s * A, (s + 1) * A));
  return out;
}

/** π_θ of the states `[S]`. */
function stateLaw({ process: { states: S, actions: A, kernel } }: ControlTask, laws: Vector): Float64Array {
  const transition = new Float64Array(S * S);
  for (let s = 0; s < S; s++)
    for (let a = 0; a < A; a++) {
      const pair = s * A + a;
      for (let next = 0; next < S; next++)
        transition[s * S + next]! += laws[pair]! * kernel[pair * S + next]!;
    }
  return stationaryDistribution(transition, S);
}

/** Ḡ, one stationary law a point θ: some S³ products. Its Jacobian is left to differences. */
export function sarsaMean(policy: LearntPolicy, task: ControlTask): NonlinearMean {
  const { states: S, actions: A } = task.process;
  return {
    kind: 'nonlinear',
    ...(policy.kind === 'epsilon-soft' && {
      nonsmooth: 'the law of the actions jumps where the best one changes',
    }),
    evaluate: (theta, out) => {
      const laws = actionLaws(policy, task, theta);
      const stationary = stateLaw(task, laws);
      const values = new Float64Array(S);
      for (let pair = 0; pair < S * A; pair++)
        values[Math.floor(pair / A)]! += laws[pair]! * actionValue(task.features, theta, pair);
      const law = laws.map((probability, pair) => stationary[Math.floor(pair / A)]! * probability);
      meanDifference(task, theta, law, values, out);
    },
  };
}
