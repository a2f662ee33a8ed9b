/**
 * How the updates that a server step takes in become a new model, where there are no rounds: each agent
 * started from whatever the model was when it was last sent one.
 */
import { addScaled, addScaledDifference, mean, type Vector } from '../maths/vector.ts';
import type { FoldRule } from '../policies/policy.ts';
import type { Fold } from './algorithm.ts';

/** Where all whose step it is are silent, nothing moves. */
const ofSome =
  (fold: Fold): Fold =>
  (theta, moves, model) =>
    moves.length === 0 ? theta : fold(theta, moves, model);

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
  for (const { weight, model } of moves) addScaledDifference(out, weight, model, theta);
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
    for (const { weight, model: end, origin } of moves) addScaledDifference(sum, weight, end, origin);
    if (momentum === 0) return addScaled(theta, serverStepSize / moves.length, sum);
    const before = velocities[model];
    const velocity = sum.map((x, j) => momentum * (before?.[j] ?? 0) + x / moves.length);
    velocities[model] = velocity;
    return addScaled(theta, serverStepSize, velocity);
  };
}

/**
 * FedAT (Chai et al., "FedAT: a high-performance and communication-efficient federated learning system with asynchronous
 * tiers", SC 2021): the models of tiers, each as that of its last step left it, weighted by the steps of their opposites.
 */
function tiered(tiers: number, models: Vector[]): (tier: number) => Fold {
  const steps = new Array<number>(tiers).fill(0);
  let total = 0;
  return (tier) => {
    steps[tier]!++;
    total++;
    return ofSome((theta, moves, model = 0) => {
      const first = model * tiers;
      for (let m = 0; m < tiers; m++) models[first + m] ??= theta;
      const ends = moves.map((move) => move.model);
      models[first + tier] = mean(ends, theta.length);
      let out: Vector = new Float64Array(theta.length);
      for (let m = 0; m < tiers; m++) out = addScaled(out, steps[tiers - 1 - m]! / total, models[first + m]!);
      return out;
    });
  };
}

/**
 * A policy's fold, for one run: to be asked for at each server step, with the tier whose step it is.
 *
 * @param kept - where it keeps vectors: v of each of an algorithm's models, or the models of the tiers
 */
export function foldOf(rule: FoldRule, kept: Vector[] = []): (tier: number) => Fold {
  if (rule.fold === 'cross-tier') return tiered(rule.tiers ?? 1, kept);
  const fold = ofSome(rule.fold === 'buffer' ? buffer(rule, kept) : mix);
  return () => fold;
}
