/**
 * Federated TD(0) in which agents share nothing but θ (FedHSA, appendix D.2): each has its own
 * kernel (rows uniform, normalised), rewards by state, discount and feature matrix Φ_i ∼ U(0, 1).
 */
import { generatorFor } from '../../maths/generator.ts';
import { stationaryDistribution } from '../../maths/markovChain.ts';
import type { Problem } from '../operator.ts';
import { family } from '../family.ts';
import { count, interval, type SpecificationOf } from '../../values/value.ts';
import { agents, dimension, MOST_STATES, seed } from '../sharedFields.ts';
import { temporalDifferenceAgent } from './agent.ts';

const fields = {
  agents,
  states: count(MOST_STATES),
  dimension,
  /** γ_i ∼ U(low, high) */
  discount: interval((low, high) => low >= 0 && high < 1, 'must lie in [0, 1)'),
  /** rewards by state ∼ U(low, high) */
  reward: interval(),
  seed,
};

/** Federated TD(0) with each agent's own dense kernel, rewards, discount and features (FedHSA D.2). */
export type LinearFeaturesTdSpecification = SpecificationOf<'linear-features-td', typeof fields>;

/** The agents' reward processes, generated from the specification's seed alone. */
function build(specification: LinearFeaturesTdSpecification): Problem {
  const { states: S, dimension: d, seed } = specification;
  return {
    dimension: d,
    agents: specification.agents,
    agent: (index) => {
      const draw = generatorFor(seed, 'problem', 'reward process', index);
      const between = ([low, high]: readonly [number, number]): number => low + (high - low) * draw.uniform();
      const discount = between(specification.discount);
      const rewards = Float64Array.from({ length: S }, () => between(specification.reward));
      const features = Float64Array.from({ length: S * d }, () => draw.uniform());
      const transition = Float64Array.from({ length: S * S }, () => draw.uniform());
      for (let s = 0; s < S; s++) {
        let sum = 0;
        for (let k = 0; k < S; k++) sum += transition[s * S + k]!;
        for (let k = 0; k < S; k++) transition[s * S + k]! /= sum;
      }
      const chain = { states: S, transition, stationary: stationaryDistribution(transition, S) };
      return temporalDifferenceAgent({ chain, rewards, features, dimension: d, discount }, index);
    },
  };
}

export const linearFeaturesTd = family({
  kind: 'linear-features-td',
  title: 'TD(0) on dense reward processes',
  source: 'FedHSA D.2',
  fields,
  build,
});
