/**
 * TD(0) with linear values on a finite chain: with `o = (s, r(s), s')`,
 * `G(θ, o) = (r(s) + γ φ(s')ᵀθ − φ(s)ᵀθ) φ(s)`, that is `A = φ(s)(φ(s) − γ φ(s'))ᵀ`, `b = r(s) φ(s)`.
 */
import { chainNoise } from '../noise/chainNoise.ts';
import { type RewardProcess, tdValueInto, TemporalDifferenceOperator } from './kernel.ts';
import { exactOperator } from '../linearMean/exactOperator.ts';
import type { OperatorNoise } from '../operatorNoise.ts';
import type { FiniteObservations } from '../observationLaw.ts';
import type { AgentProblem, LinearMean, LocalOperator, Sampling } from '../operator.ts';
import { ChainSampler, TransitionStream } from '../streams/finiteChain.ts';
import { streamGenerator } from '../streams/streamGenerator.ts';

export type { RewardProcess };

/** `Ā = Φᵀ D (Φ − γ P Φ)`, `b̄ = Φᵀ D r`, D = diag(π). */
function meanOf(process: RewardProcess): LinearMean {
  const { chain, rewards, features, discount, dimension: d } = process;
  const S = chain.states;
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  const row = new Float64Array(d);
  for (let s = 0; s < S; s++) {
    const weight = chain.stationary[s]!;
    if (weight === 0) continue;
    for (let j = 0; j < d; j++) row[j] = features[s * d + j]!;
    for (let next = 0; next < S; next++) {
      const p = discount * chain.transition[s * S + next]!;
      if (p === 0) continue;
      for (let j = 0; j < d; j++) row[j]! -= p * features[next * d + j]!;
    }
    for (let i = 0; i < d; i++) {
      const phi = weight * features[s * d + i]!;
      b[i]! += rewards[s]! * phi;
      for (let j = 0; j < d; j++) A[i * d + j]! += phi * row[j]!;
    }
  }
  return { kind: 'linear', A, b };
}

/** `o = (s, s')`, from the stationary law on. */
function transitionLaw(process: RewardProcess): FiniteObservations {
  const { chain, rewards, features, dimension: d, discount } = process;
  return {
    kind: 'finite',
    chain,
    start: chain.stationary,
    observes: 'transitions',
    temporalDifference: { features, rewards, discount },
    affine: (state, next, A, b) => {
      for (let i = 0; i < d; i++) {
        const phi = features[state * d + i]!;
        b[i] = rewards[state]! * phi;
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

/** The agent that evaluates this reward process; its chain starts from the stationary law. */
export function temporalDifferenceAgent(process: RewardProcess, index: number): AgentProblem {
  let mean: LinearMean | undefined;
  let sampler: ChainSampler | undefined;
  return {
    // only where it is asked for: the threads that take the steps do without
    get mean() {
      return (mean ??= meanOf(process));
    },
    chain: process.chain,
    values: process,
    observations: () => transitionLaw(process),
    noise: () => transitionNoise(process),
    operator: (sampling: Sampling, seed: number, copy = 0): LocalOperator => {
      if (sampling === 'exact') return exactOperator((mean ??= meanOf(process)), process.dimension);
      sampler ??= new ChainSampler(process.chain, 'stationary');
      const generator = streamGenerator('chain', seed, index, copy);
      return new TemporalDifferenceOperator(
        process,
        new TransitionStream(sampler, generator, sampling === 'iid'),
      );
    },
  };
}
