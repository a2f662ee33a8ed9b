/** An agent whose operator is linear in each state of a finite chain: `G(θ, s) = b(s) − A(s) θ`. */
import { affineInto } from '../../maths/vector.ts';
import { chainNoise } from '../noise/chainNoise.ts';
import { LinearStatesOperator } from './operator.ts';
import type { AgentProblem, ChainLaw, LinearMean, LocalOperator, Sampling } from '../operator.ts';
import { exactOperator } from '../linearMean/exactOperator.ts';
import type { FiniteObservations, InitialState } from '../observationLaw.ts';
import { ChainSampler, startLaw, StateStream } from '../streams/finiteChain.ts';
import { streamGenerator } from '../streams/streamGenerator.ts';

/** The agent's operators and their chain. */
export interface LinearStates {
  readonly chain: ChainLaw;
  readonly initial: InitialState;
  /** A(s) `[S, d, d]` and b(s) `[S, d]`, row-major */
  readonly A: Float64Array;
  readonly b: Float64Array;
  readonly mean: LinearMean;
}

/** The law of observations that are states, with A and b of each. */
export const stateObservations = (
  { chain, initial, A, b }: Omit<LinearStates, 'mean'>,
  d: number,
): FiniteObservations => ({
  kind: 'finite',
  chain,
  start: startLaw(chain, initial),
  observes: 'states',
  affine: (s, _next, outA, outB) => {
    outA.set(A.subarray(s * d * d, (s + 1) * d * d));
    outB.set(b.subarray(s * d, (s + 1) * d));
  },
});

/** Agent `index` of a problem. */
export function finiteLinearAgent({ chain, initial, A, b, mean }: LinearStates, index: number): AgentProblem {
  const d = mean.b.length;
  let sampler: ChainSampler | undefined;
  return {
    mean,
    chain,
    observations: () => stateObservations({ chain, initial, A, b }, d),
    noise: () =>
      chainNoise({
        dimension: d,
        chain,
        observes: 'states',
        affine: true,
        evaluate: (s, _next, theta, out) => {
          affineInto(out, A, b, theta, s * d * d, s * d);
        },
      }),
    operator: (sampling: Sampling, seed: number, copy = 0): LocalOperator => {
      if (sampling === 'exact') return exactOperator(mean, d);
      sampler ??= new ChainSampler(chain, initial);
      const generator = streamGenerator('chain', seed, index, copy);
      return new LinearStatesOperator(d, A, b, new StateStream(sampler, generator, sampling === 'iid'));
    },
  };
}
