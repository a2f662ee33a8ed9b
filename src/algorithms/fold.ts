/**
 * How the updates that a server step takes in become a new model, where there are no rounds: each agent
 * started from whatever the model was when it was last sent one.
 */
import { addScaled, type Vector } from '../maths/vector.ts';
import type { FoldRule } from '../policies/policy.ts';
import type { Fold } from './algorithm.ts';

/**
 * FedAsync (Xie, Koyejo and Gupta, "Asynchronous federated optimization", 2019, Algorithm 1):
 * `θ̄ ← (1 − α) θ̄ + α θ_i`; of several updates at once `θ̄ ← θ̄ + (1/|S|) Σ α_i (θ_i − θ̄)`.
 */
const mix: Fold = (theta, moves) => {
  const out = new Float64Array(theta.length);
  const [first] = moves;
  if (moves.length === 1 && first) {
    const { weight: alpha, model } = first;
    for (let j = 0; j < out.length; j++) out[j] = (1 - alpha) * theta[j]! + alpha * model[j]!;
    return out;
  }
  for (const { weight, model } of moves) {
    for (let j = 0; j < out.length; j++) out[j]! += weight * (model[j]! - theta[j]!);
  }
  return addScaled(theta, 1 / moves.length, out);
};

/**
 * FedBuff (Nguyen et al., "Federated learning with buffered asynchronous aggregation", AISTATS 2022,
 * Algorithm 1): `θ̄ ← θ̄ + α_g v`, `v ← β v + (1/|S|) Σ s_i (θ_i − θ̄_i)` with θ̄_i the model that agent i started
 * from. β is the momentum of FedAvgM (Hsu, Qi and Brown, "Measuring the effects of non-identical data distribution for
 * federated visual classification", 2019); α_g = 1 and β = 0 where nothing is said.
 */
function buffer({ serverStepSize = 1, momentum = 0 }: FoldRule, velocities: Vector[]): Fold {
  return (theta, moves, model = 0) => {
    const sum = new Float64Array(theta.length);
    for (const { weight, model: end, origin } of moves) {
      for (let j = 0; j < sum.length; j++) sum[j]! += weight * (end[j]! - origin[j]!);
    }
    if (momentum === 0) return addScaled(theta, serverStepSize / moves.length, sum);
    const before = velocities[model];
    const velocity = sum.map((x, j) => momentum * (before?.[j] ?? 0) + x / moves.length);
    velocities[model] = velocity;
    return addScaled(theta, serverStepSize, velocity);
  };
}

/**
 * A policy's fold, for one run.
 *
 * @param velocities - where it keeps v of each of an algorithm's models
 */
export const foldOf = (rule: FoldRule, velocities: Vector[] = []): Fold =>
  rule.fold === 'buffer' ? buffer(rule, velocities) : mix;
