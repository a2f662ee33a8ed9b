/**
 * Federated TD(0) on Garnets (Archibald et al. 1995, in the form of Geist et al. 2014; Mangold et
 * al. 2024, §6): random Markov decision processes in which each state and action leads to
 * `branching` states, evaluated under the uniform policy.
 *
 * Choices the paper leaves open: rewards belong to states, r(s) ∼ U[0, 1]; features are Gaussian
 * directions, φ(s) = x/‖x‖ with x ∼ N(0, I), the same for all agents; the perturbation of the low
 * heterogeneity regime acts on the policy's transition matrix. A kernel that is not ergodic (more
 * than one closed class, or a periodic one) is drawn again from the agent's own generation stream,
 * so each agent's chain is irreducible and aperiodic on the states it visits.
 */
import { type Generator, generatorFor } from '../../maths/generator.ts';
import { ergodicClass, stationaryDistribution } from '../../maths/markovChain.ts';
import type { ChainLaw, Problem } from '../operator.ts';
import { family } from '../family.ts';
import { count, type SpecificationOf } from '../../values/value.ts';
import {
  agents,
  checkGarnet,
  dimension,
  discount,
  garnetFields,
  MOST_STATES,
  seed,
} from '../sharedFields.ts';
import { type RewardProcess, temporalDifferenceAgent } from './agent.ts';

const fields = {
  agents,
  /** number of states n, actions a, and successors of a state and action b */
  states: count(MOST_STATES),
  actions: count(1000),
  branching: count(MOST_STATES),
  dimension,
  /** γ in [0, 1) */
  discount,
  ...garnetFields,
  seed,
};

/**
 * Federated TD(0) on Garnets (SCAFFLSA §6): the uniform policy's value function, linear features
 * with normalised rows, rewards U[0, 1] by state.
 */
export type GarnetSpecification = SpecificationOf<'garnet', typeof fields>;

/** Far more than ever needed: a Garnet with 30 states is ergodic more often than not. */
const MOST_ATTEMPTS = 1000;

/** P of the uniform policy, row-major `[n, n]`: the average of the actions' kernels. */
function policyKernel(specification: GarnetSpecification, generator: Generator): Float64Array {
  const { states: n, actions, branching } = specification;
  const P = new Float64Array(n * n);
  const order = Int32Array.from({ length: n }, (_, s) => s);
  const cuts = new Float64Array(branching + 1);
  cuts[branching] = 1;
  const inner = cuts.subarray(1, branching);
  for (let s = 0; s < n; s++) {
    for (let a = 0; a < actions; a++) {
      // The first `branching` places of a partial shuffle are a uniform choice without repetition.
      for (let k = 0; k < branching; k++) {
        const other = k + generator.below(n - k);
        const chosen = order[other]!;
        order[other] = order[k]!;
        order[k] = chosen;
      }
      for (let k = 0; k < inner.length; k++) inner[k] = generator.uniform();
      if (inner.length > 1) inner.sort();
      for (let k = 0; k < branching; k++) P[s * n + order[k]!]! += (cuts[k + 1]! - cuts[k]!) / actions;
    }
  }
  return P;
}

/** An ergodic P `[n, n]`, and the states of its closed class. */
interface ErgodicKernel {
  readonly transition: Float64Array;
  readonly members: readonly number[];
}

function ergodicKernel(specification: GarnetSpecification, generator: Generator): ErgodicKernel {
  const n = specification.states;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const transition = policyKernel(specification, generator);
    const members = ergodicClass(transition, n);
    if (members) return { transition, members };
  }
  throw new RangeError(
    `no ergodic Garnet in ${MOST_ATTEMPTS} draws: ${n} states with branching ${specification.branching} ` +
      `and ${specification.actions} actions are too sparse; raise the branching`,
  );
}

/** Non-zero entries raised by U[0, amount], rows renormalised: no state gains or loses a successor. */
function perturbed(P: Float64Array, n: number, amount: number, generator: Generator): Float64Array {
  const out = Float64Array.from(P, (p) => (p > 0 ? p + amount * generator.uniform() : 0));
  for (let s = 0; s < n; s++) {
    let sum = 0;
    for (let k = 0; k < n; k++) sum += out[s * n + k]!;
    for (let k = 0; k < n; k++) out[s * n + k]! /= sum;
  }
  return out;
}

function uniforms(n: number, generator: Generator): Float64Array {
  const out = new Float64Array(n);
  for (let s = 0; s < n; s++) out[s] = generator.uniform();
  return out;
}

/** φ(s) `[n, d]`: directions uniform on the sphere. */
function directions(n: number, d: number, generator: Generator): Float64Array {
  const features = Float64Array.from({ length: n * d }, () => generator.normal());
  for (let s = 0; s < n; s++) {
    let sum = 0;
    for (let j = 0; j < d; j++) sum += features[s * d + j]! ** 2;
    for (let j = 0; j < d; j++) features[s * d + j]! /= Math.sqrt(sum);
  }
  return features;
}

/** The agents' Garnets, generated from the specification's seed alone. */
function build(specification: GarnetSpecification): Problem {
  const { states: n, dimension: d, seed, discount } = specification;
  const features = directions(n, d, generatorFor(seed, 'problem', 'features'));
  const shared =
    specification.heterogeneity === 'low'
      ? {
          kernel: ergodicKernel(specification, generatorFor(seed, 'problem', 'kernel')),
          rewards: uniforms(n, generatorFor(seed, 'problem', 'rewards')),
        }
      : undefined;
  return {
    dimension: d,
    agents: specification.agents,
    agent: (index) => {
      const kernelGenerator = generatorFor(seed, 'problem', 'kernel', index);
      const kernel = shared ? shared.kernel : ergodicKernel(specification, kernelGenerator);
      const transition = shared
        ? perturbed(kernel.transition, n, specification.perturbation ?? 0, kernelGenerator)
        : kernel.transition;
      const rewards = shared ? shared.rewards : uniforms(n, generatorFor(seed, 'problem', 'rewards', index));
      const stationary = stationaryDistribution(transition, n, kernel.members);
      const chain: ChainLaw = { states: n, transition, stationary };
      const process: RewardProcess = { chain, rewards, features, dimension: d, discount };
      return temporalDifferenceAgent(process, index);
    },
  };
}

export const garnet = family({
  kind: 'garnet',
  title: 'TD(0) on Garnets, uniform policy',
  source: 'SCAFFLSA §6',
  fields,
  check: checkGarnet,
  build,
});
