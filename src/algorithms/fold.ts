/**
 * How the updates that a server step takes in become a new model, where there are no rounds: each agent
 * started from whatever the model was when it was last sent one.
 */
import { addScaled } from '../maths/vector.ts';
import type { Fold } from './algorithm.ts';

/**
 * FedAsync (Xie, Koyejo and Gupta, "Asynchronous federated optimization", 2019, Algorithm 1):
 * `θ̄ ← (1 − α) θ̄ + α θ_i`; of several updates at once `θ̄ ← θ̄ + (1/|S|) Σ α_i (θ_i − θ̄)`.
 */
export const mix: Fold = (theta, moves) => {
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
 * Algorithm 1): `θ̄ ← θ̄ + (1/|S|) Σ s_i (θ_i − θ̄_i)` with θ̄_i the model that agent i started from.
 */
export const buffer: Fold = (theta, moves) => {
  const sum = new Float64Array(theta.length);
  for (const { weight, model, origin } of moves) {
    for (let j = 0; j < sum.length; j++) sum[j]! += weight * (model[j]! - origin[j]!);
  }
  return addScaled(theta, 1 / moves.length, sum);
};
