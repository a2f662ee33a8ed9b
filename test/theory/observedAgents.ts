/** Small linear problems with known observation laws, for the tests of noise and bounds. */
import { stationaryDistribution } from '../../src/maths/markovChain.ts';
import { Generator } from '../../src/maths/generator.ts';
import type { FiniteObservations } from '../../src/problems/observationLaw.ts';
import type { AgentProblem, LinearMean, Problem } from '../../src/problems/operator.ts';
import { temporalDifferenceAgent } from '../../src/problems/temporalDifference/agent.ts';
import { kernel, randomKernel } from '../maths/chainExamples.ts';
import { lawsOnly } from './moments/observedProblems.ts';

function problemOf(dimension: number, agents: readonly AgentProblem[]): Problem {
  return { dimension, agents: agents.length, agent: (index) => agents[index]! };
}

/** TD(0) with S states, features of length at most 1, rewards in [0, 1]; a chain of its own per agent. */
export function randomTd(agents: number, states: number, d: number, discount: number, seed: number): Problem {
  const generator = new Generator([seed, 5, 5, 5]);
  const features = Float64Array.from({ length: states * d }, () => 2 * generator.uniform() - 1);
  for (let s = 0; s < states; s++) {
    const row = features.subarray(s * d, (s + 1) * d);
    const length = Math.hypot(...row);
    for (let j = 0; j < d; j++) row[j]! /= length;
  }
  return problemOf(
    d,
    Array.from({ length: agents }, (_, index) => {
      const transition = randomKernel(states, 50 * seed + index);
      const chain = { states, transition, stationary: stationaryDistribution(transition, states) };
      const rewards = Float64Array.from({ length: states }, () => generator.uniform());
      return temporalDifferenceAgent({ chain, rewards, features, dimension: d, discount }, index);
    }),
  );
}

/** Two scalar agents on two states: A(s) and b(s) vary, and their means differ between the agents. */
export const SCALAR_LAWS: readonly { readonly A: readonly number[]; readonly b: readonly number[] }[] = [
  { A: [0.6, 1.6], b: [1, -0.5] },
  { A: [1, 0.4], b: [0.5, 2] },
];
/** Their chain, symmetric; at 0.5 its states are independent draws. */
const twoStates = (stay: number) => ({
  states: 2,
  transition: kernel([stay, 1 - stay], [1 - stay, stay]),
  stationary: Float64Array.of(0.5, 0.5),
});

/** @param stay - the probability to stay in a state */
export function scalarProblem(stay = 0.5): Problem {
  const chain = twoStates(stay);
  return lawsOnly(
    1,
    SCALAR_LAWS.map(({ A, b }) => {
      const mean: LinearMean = {
        kind: 'linear',
        A: Float64Array.of((A[0]! + A[1]!) / 2),
        b: Float64Array.of((b[0]! + b[1]!) / 2),
      };
      const law: FiniteObservations = {
        kind: 'finite',
        chain,
        start: chain.stationary,
        observes: 'states',
        affine: (state, _, matrix, vector) => {
          matrix[0] = A[state]!;
          vector[0] = b[state]!;
        },
      };
      return { mean, law };
    }),
  );
}
