/** Problems of which only the means and the laws of the observations are known. */
import type { GaussMarkovObservations, ObservationLaw } from '../../../src/problems/observationLaw.ts';
import type { LinearMean, Problem } from '../../../src/problems/operator.ts';
import { noStream } from '../linearFixture.ts';

/** Agents of which only the mean and the law are known. */
export function lawsOnly(
  dimension: number,
  agents: readonly { mean: LinearMean; law: ObservationLaw }[],
): Problem {
  return {
    dimension,
    agents: agents.length,
    agent: (index) => ({
      mean: agents[index]!.mean,
      chain: undefined,
      operator: noStream,
      observations: () => agents[index]!.law,
    }),
  };
}

/** Ḡ = b − A θ with noise z ← Q z + ε. */
export function gaussMarkovAgent(
  A: readonly number[],
  b: readonly number[],
  Q: readonly number[],
  variance: number,
  start: GaussMarkovObservations['start'],
): { mean: LinearMean; law: GaussMarkovObservations } {
  return {
    mean: { kind: 'linear', A: Float64Array.from(A), b: Float64Array.from(b) },
    law: { kind: 'gauss-markov', Q: Float64Array.from(Q), variance, start },
  };
}
