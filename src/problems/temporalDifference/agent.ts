/**
 * TD(0) with linear values on a finite chain: with `o = (s, r(s, s'), s')`,
 * `G(θ, o) = (r(s, s') + γ φ(s')ᵀθ − φ(s)ᵀθ) φ(s)`, that is `A = φ(s)(φ(s) − γ φ(s'))ᵀ`, `b = r(s, s') φ(s)`.
 */
import { outerProducts } from '../../maths/outerProducts.ts';
import { type SparseRows, sparseRows } from '../../maths/sparseRows.ts';
import type { Vector } from '../../maths/vector.ts';
import { chainNoise } from '../noise/chainNoise.ts';
import { type RewardProcess, rewardAt, tdValueInto, TemporalDifferenceOperator } from './operator.ts';
import { exactOperator } from '../linearMean/exactOperator.ts';
import type { OperatorNoise } from '../operatorNoise.ts';
import type { ChainLaw, FiniteObservations } from '../observationLaw.ts';
import type { AgentProblem, LinearMean, LocalOperator, Sampling } from '../operator.ts';
import { ChainSampler, type ChainTables, startLaw, TransitionStream } from '../streams/finiteChain.ts';
import { streamGenerator } from '../streams/streamGenerator.ts';

export type { RewardProcess };

/** The positive entries of P. */
const rowsOf = (chain: ChainLaw): SparseRows =>
  chain.rows ?? sparseRows(chain.transition, chain.states, chain.states);

/** `φ(s) − γ Σ P(s, s') φ(s')` */
const differences = ({ chain, features, discount, dimension: d }: RewardProcess) => {
  const { offset, column, value } = rowsOf(chain);
  return (s: number, out: Float64Array): void => {
    for (let j = 0; j < d; j++) out[j] = features[s * d + j]!;
    for (let k = offset[s]!; k < offset[s + 1]!; k++) {
      const p = discount * value[k]!;
      if (p === 0) continue;
      const next = column[k]! * d;
      for (let j = 0; j < d; j++) out[j]! -= p * features[next + j]!;
    }
  };
};

/** `r̄(s) = Σ P(s, s') r(s, s')` `[S]`. */
function expectedRewards({ chain, rewards }: RewardProcess): Vector {
  const { states: S } = chain;
  if (rewards.length === S) return rewards;
  const { offset, column, value } = rowsOf(chain);
  return Float64Array.from({ length: S }, (_, s) => {
    let sum = 0;
    for (let k = offset[s]!; k < offset[s + 1]!; k++) sum += value[k]! * rewards[s * S + column[k]!]!;
    return sum;
  });
}

/** `Ā = Φᵀ D (Φ − γ P Φ)`, `b̄ = Φᵀ D r̄`, D = diag(π). */
export function meanOf(process: RewardProcess): LinearMean {
  const { chain, features, dimension: d } = process;
  const rewards = expectedRewards(process);
  const differenceInto = differences(process);
  const b = new Float64Array(d);
  const A = outerProducts(chain.states, d, (s, x, y) => {
    const weight = chain.stationary[s]!;
    if (weight === 0) return false;
    for (let j = 0; j < d; j++) {
      x[j] = weight * features[s * d + j]!;
      b[j]! += rewards[s]! * x[j]!;
    }
    differenceInto(s, y);
    return true;
  });
  return { kind: 'linear', A, b };
}

/**
 * The average of the mean operators of processes that share Φ: `Φᵀ Σ D (Φ − γ P Φ)/M`, with one product of
 * S d² for all of them.
 */
export function averageOf(agents: number, processOf: (index: number) => RewardProcess): LinearMean {
  const { features, dimension: d, chain: first } = processOf(0);
  const sums = new Float64Array(first.states * d);
  const gains = new Float64Array(first.states);
  const row = new Float64Array(d);
  for (let index = 0; index < agents; index++) {
    const process = processOf(index);
    const { chain, rewards } = process;
    const differenceInto = differences(process);
    for (let s = 0; s < chain.states; s++) {
      const weight = chain.stationary[s]!;
      if (weight === 0) continue;
      differenceInto(s, row);
      for (let j = 0; j < d; j++) sums[s * d + j]! += weight * row[j]!;
      gains[s]! += weight * rewards[s]!;
    }
  }
  const b = new Float64Array(d);
  const A = outerProducts(gains.length, d, (s, x, y) => {
    for (let j = 0; j < d; j++) {
      x[j] = features[s * d + j]!;
      y[j] = sums[s * d + j]! / agents;
      b[j]! += (gains[s]! / agents) * features[s * d + j]!;
    }
    return true;
  });
  return { kind: 'linear', A, b };
}

/** `o = (s, s')`. */
function transitionLaw(process: RewardProcess): FiniteObservations {
  const { chain, initial = 'stationary', features, dimension: d, discount } = process;
  return {
    kind: 'finite',
    chain,
    start: startLaw(chain, initial),
    observes: 'transitions',
    affine: (state, next, A, b) => {
      const reward = rewardAt(process, state, next);
      for (let i = 0; i < d; i++) {
        const phi = features[state * d + i]!;
        b[i] = reward * phi;
        for (let j = 0; j < d; j++)
          A[i * d + j] = phi * (features[state * d + j]! - discount * features[next * d + j]!);
      }
    },
  };
}

/** The noise of δ φ(s) over transitions. */
function transitionNoise(process: RewardProcess): OperatorNoise {
  return chainNoise({
    dimension: process.dimension,
    chain: process.chain,
    observes: 'transitions',
    affine: true,
    parallel: true,
    evaluate: (state, next, theta, out) => tdValueInto(out, process, theta, state, next),
  });
}

/**
 * The agent that evaluates this reward process.
 *
 * @param tables - of its chain, where they are kept with it
 * @param meanOfAgent - its mean, where there is a shorter way to it
 */
export function temporalDifferenceAgent(
  process: RewardProcess,
  index: number,
  tables?: () => ChainTables,
  meanOfAgent = () => meanOf(process),
): AgentProblem {
  let mean: LinearMean | undefined;
  let sampler: ChainSampler | undefined;
  return {
    // only where it is asked for: the threads that take the steps do without
    get mean() {
      return (mean ??= meanOfAgent());
    },
    chain: process.chain,
    values: process,
    observations: () => transitionLaw(process),
    noise: () => transitionNoise(process),
    operator: (sampling: Sampling, seed: number, copy = 0): LocalOperator => {
      if (sampling === 'exact') return exactOperator((mean ??= meanOfAgent()), process.dimension);
      sampler ??= new ChainSampler(process.chain, process.initial ?? 'stationary', tables?.());
      const generator = streamGenerator('chain', seed, index, copy);
      return new TemporalDifferenceOperator(
        process,
        new TransitionStream(sampler, generator, sampling === 'iid'),
      );
    },
  };
}
