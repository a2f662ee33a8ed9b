/**
 * How much of each observation's noise an algorithm's iterates hold, to first order in the step sizes:
 * before a round contracts any of it. That is all in which the first-order laws of the algorithms differ.
 *
 * `w(ℓ)` is the coefficient of an agent's own noise of ℓ observations ago in its iterate, averaged over
 * the local steps of a round. Once averaged over agents, noise stays in all iterates as `carried`; then
 * `J Σ + Σ Jᵀ + carried · C = 0`. Below k = 1 − 1/M, and i, ℓ count local steps.
 *
 * - Local SA: in full within the round, γ/M after it: `w = γ/M + γk (1 − ℓ/H)⁺`.
 * - FedHSA: the noise at local step 0 is replaced by its mean over agents, at every local step of the
 *   round: `w = γα/M + γ(1 − α/M − (ℓ/H)(2 − (1 + α)/M))` for ℓ < H, α = α_g.
 * - SCAFFLSA and SCAFFOLD: a round's corrections hold −k/H of the noise of each local step of the round
 *   before, and act at local step i with i times that:
 *   `w = γα/M + γ(1 − α/M)(1 − ℓ/H)⁺ − γk H⁻² Σ_{i = max(0, ℓ−H)}^{min(H−1, ℓ−1)} i`.
 *   SCAFFLSA's gain p/η makes its corrections under the Bernoulli trigger forget slowly, with
 *   `ξ ← (1 − pK) ξ − p (noise of the round)`; SCAFFOLD divides by the K of the round.
 * - Minibatch SGD: nothing within the round, γ/(MK) after it: `w = γ/(MK) · min(1, ℓ/K)`.
 * - Local SGD-M: ηβ within the round; r rounds later γ/(MK)(1 − (1−β)^r), and at local step i another
 *   ηi β(1−β)^r/(MK) through the momentum.
 *
 * Under Bernoulli gaps these are expectations over the gaps, at a step drawn uniformly.
 *
 * `localSpread` is φ of Mathematics (22) and (23), with E_1, E_2 the means of ℓ and ℓ² at such a step.
 */
import type { TriggerConfiguration } from '../../triggers/index.ts';
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { LagWeights } from '../../problems/operatorNoise.ts';
import type { AlgorithmConfiguration } from '../../configuration/configuration.ts';
import type { Unknown } from '../unknown.ts';

/** The shares of one algorithm. */
export interface NoiseShares extends LagWeights {
  /** coefficient of b_h: own steps that an agent has on average behind it in a round, times their size */
  readonly localPath: number;
  /** φ γ²: by how many times C iterates spread wider than θ̄, averaged over a round's local steps */
  readonly localSpread: number;
}

/** A linear algorithm that is one sequence of iterates. */
export type SingleAlgorithm = Extract<AlgorithmConfiguration, { readonly name: (typeof NAMES)[number] }>;

const NAMES = ['local-sa', 'fedhsa', 'scafflsa', 'scaffold', 'minibatch-sgd', 'local-sgd-m'] as const;

/** Whether it is one of those whose shares are known. */
export const hasShares = (algorithm: ConfiguredAlgorithm): algorithm is SingleAlgorithm =>
  algorithm.own === undefined && NAMES.some((name) => name === algorithm.name);

/**
 * The shares of an algorithm, or why they are not known.
 *
 * @param agents - M
 */
export function noiseShares(
  algorithm: SingleAlgorithm,
  trigger: TriggerConfiguration,
  agents: number,
): NoiseShares | Unknown {
  switch (algorithm.name) {
    case 'minibatch-sgd':
    case 'local-sgd-m':
      return trigger.kind === 'bernoulli'
        ? { reason: 'its first order is known for a fixed number of local steps only' }
        : algorithm.name === 'minibatch-sgd'
          ? minibatch(algorithm.serverStepSize, trigger.localSteps, agents)
          : momentum(algorithm, trigger.localSteps, agents);
    case 'local-sa':
      return localSteps(algorithm.stepSize, trigger, agents);
    case 'fedhsa':
      return fedHsa(algorithm.stepSize, algorithm.serverStepSize, trigger, agents);
    case 'scafflsa':
    case 'scaffold':
      return controlled(algorithm, trigger, agents);
  }
}

/** Lags at which (1 − p)^ℓ has fallen below rounding. */
const forgotten = (p: number): number => Math.ceil(Math.log(Number.EPSILON) / Math.log1p(-p));

/** P(no communication in ℓ steps), at a step drawn uniformly, and the lag from which on it is 0. */
function sameRound(trigger: TriggerConfiguration): { probability: (lag: number) => number; reach: number } {
  if (trigger.kind === 'deterministic') {
    const H = trigger.localSteps;
    return { probability: (lag) => Math.max(0, 1 - lag / H), reach: H };
  }
  const q = 1 - trigger.probability;
  return { probability: (lag) => q ** lag, reach: forgotten(trigger.probability) };
}

/** Local SA; see the top. */
function localSteps(stepSize: number, trigger: TriggerConfiguration, agents: number): NoiseShares {
  const { probability, reach } = sameRound(trigger);
  const alone = stepSize * (1 - 1 / agents);
  return {
    carried: stepSize / agents,
    within: (lag) => alone * probability(lag),
    reach,
    localPath: stepSize * localAges(trigger).mean,
    localSpread: stepSize ** 2 * (1 - 1 / agents) * localAges(trigger).mean,
  };
}

/** E_1 and E_2 of the own steps ℓ that an agent has behind it in a round when it takes one. */
function localAges(trigger: TriggerConfiguration): { readonly mean: number; readonly square: number } {
  if (trigger.kind === 'deterministic') {
    const H = trigger.localSteps;
    return { mean: (H - 1) / 2, square: ((H - 1) * (2 * H - 1)) / 6 };
  }
  const p = trigger.probability;
  const q = 1 - p;
  return { mean: q / p, square: (q * (1 + q)) / p ** 2 };
}

function fedHsa(
  stepSize: number,
  serverStepSize: number,
  trigger: TriggerConfiguration,
  agents: number,
): NoiseShares {
  const shared = serverStepSize / agents;
  const { reach } = sameRound(trigger);
  const { mean, square } = localAges(trigger);
  const within = (lag: number): number => {
    if (trigger.kind === 'deterministic') {
      const part = lag / trigger.localSteps;
      return part < 1 ? 1 - shared - part * (2 - (1 + serverStepSize) / agents) : 0;
    }
    const p = trigger.probability;
    return (1 - p) ** lag * (1 - shared - p * lag * (1 - 1 / agents));
  };
  return {
    carried: stepSize * shared,
    within: (lag) => stepSize * within(lag),
    // lag times q^lag falls later
    reach: trigger.kind === 'deterministic' ? reach : 2 * reach,
    localPath: 0,
    localSpread: stepSize ** 2 * (square - mean - (square - (2 - serverStepSize) * mean) / agents),
  };
}

/** SCAFFLSA, and SCAFFOLD with its server step size. */
function controlled(
  algorithm: Extract<SingleAlgorithm, { readonly name: 'local-sa' | 'scafflsa' | 'fedhsa' | 'scaffold' }>,
  trigger: TriggerConfiguration,
  agents: number,
): NoiseShares {
  const { stepSize } = algorithm;
  const serverStepSize = 'serverStepSize' in algorithm ? algorithm.serverStepSize : 1;
  const shared = serverStepSize / agents;
  const { probability, reach } = sameRound(trigger);
  const remembers = algorithm.name === 'scafflsa';
  const corrected = correctedShares(remembers, trigger, reach);
  const alone = 1 - 1 / agents;
  const { mean, square } = localAges(trigger);
  return {
    carried: stepSize * shared,
    within: (lag) => stepSize * ((1 - shared) * probability(lag) + alone * corrected.share(lag)),
    reach: corrected.reach,
    localPath: 0,
    localSpread: stepSize ** 2 * ((1 - shared) * mean + alone * square * correctionNoise(remembers, trigger)),
  };
}

/** Cov ξ of the corrections, over (1 − 1/M) C. */
function correctionNoise(remembers: boolean, trigger: TriggerConfiguration): number {
  if (trigger.kind === 'deterministic') return 1 / trigger.localSteps;
  const p = trigger.probability;
  if (remembers || p === 1) return 1;
  // E[1/K]
  return (-p * Math.log(p)) / (1 - p);
}

/** A number for each lag, and the lag from which on it is 0, or negligible. */
interface LagShares {
  readonly share: (lag: number) => number;
  readonly reach: number;
}

/**
 * By lag ℓ, what the correction adds at a step drawn uniformly: its mean over the local step i of i times
 * the coefficient that the correction holds of the noise ℓ − i steps before the round, over k.
 */
function correctedShares(remembers: boolean, trigger: TriggerConfiguration, reach: number): LagShares {
  if (trigger.kind === 'deterministic') {
    const H = trigger.localSteps;
    const share = (lag: number): number => {
      const [first, last] = [Math.max(0, lag - H), Math.min(H - 1, lag - 1)];
      return last < first ? 0 : -((last * (last + 1) - first * (first - 1)) / 2) / H ** 2;
    };
    return { share, reach: 2 * H };
  }
  const p = trigger.probability;
  const q = 1 - p;
  const held = remembers ? rememberedNoise(p) : averagedNoise(p);
  // Σ_i p qⁱ i h(ℓ − i), whose generating function is pqz h(z)/(1 − qz)²: h through one filter, then another.
  const filtered = recurrence((lag, before) => q * before + held(lag));
  const share = recurrence((lag, before) => q * (before + p * filtered(lag - 1)));
  return { share, reach: 3 * reach + 1 };
}

/**
 * x(1), x(2), … of `x(n) = next(n, x(n − 1))` from x(0) = 0, as far as they are asked for: a run with p = 10⁻⁹
 * forgets after 10¹¹ lags, and a chain after some hundred.
 */
function recurrence(next: (n: number, before: number) => number): (n: number) => number {
  const known = [0];
  return (n) => {
    while (known.length <= n) known.push(next(known.length, known[known.length - 1]!));
    return known[n]!;
  };
}

/**
 * SCAFFLSA's ξ of the noise m steps before a round, over −(1 − 1/M): h(m), with
 * `h(m) = −p P(K ≥ m) + Σ_{K<m} P(K)(1 − pK) h(m − K)`, whose generating function is rational:
 * `h(z) = −pz(1 − qz)/(1 − (2 − p − p²)z + qz²)`. So `h(m) − h(m − 1)` is q times the difference before it,
 * less p² h(m − 1).
 */
function rememberedNoise(p: number): (m: number) => number {
  let difference = 0;
  return recurrence((m, before) => {
    if (m === 1) return -p;
    difference = (1 - p) * difference - p * p * before;
    return before + difference;
  });
}

/** SCAFFOLD's: `−E[1/K; K ≥ m]` of the round before. */
function averagedNoise(p: number): (m: number) => number {
  const q = 1 - p;
  if (q === 0) return (m) => (m === 1 ? -1 : 0);
  const shareOf = (m: number): number => (p * q ** (m - 1)) / m;
  return recurrence((m, before) => (m === 1 ? (p * Math.log(p)) / q : before + shareOf(m - 1)));
}

function minibatch(serverStepSize: number, localSteps: number, agents: number): NoiseShares {
  const carried = serverStepSize / (agents * localSteps);
  return {
    carried,
    within: (lag) => -carried * Math.max(0, 1 - lag / localSteps),
    reach: localSteps,
    localPath: 0,
    localSpread: 0,
  };
}

/** Lags up to which a momentum's memory is followed: one agent's take some milliseconds. */
const LONGEST_MEMORY = 5000;

function momentum(
  { stepSize, serverStepSize, momentum: newest }: Extract<SingleAlgorithm, { readonly name: 'local-sgd-m' }>,
  K: number,
  agents: number,
): NoiseShares | Unknown {
  const carried = serverStepSize / (agents * K);
  const older = 1 - newest;
  const reach = K * (2 + forgotten(newest));
  if (reach > LONGEST_MEMORY) return { reason: `its momentum remembers ${reach} local steps` };
  const slope = (stepSize * newest) / (agents * K);
  /** Local steps first ≤ i < end of a round whose noise is r rounds old. */
  const part = (first: number, end: number, r: number): number =>
    older ** r * ((slope * (end * (end - 1) - first * (first - 1))) / 2 - carried * (end - first));
  const within = (lag: number): number => {
    const rounds = Math.ceil(lag / K);
    const turn = lag - (rounds - 1) * K;
    const past = part(0, turn, rounds) + (rounds > 1 ? part(turn, K, rounds - 1) : 0);
    return (Math.max(0, K - lag) * (stepSize * newest - carried) + past) / K;
  };
  // (22), up to O(1/M)
  const localSpread = ((stepSize * newest) ** 2 * (K - 1)) / 2;
  return { carried, within, reach, localPath: (stepSize * newest * (K - 1)) / 2, localSpread };
}
