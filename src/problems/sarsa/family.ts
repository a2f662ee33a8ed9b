/**
 * Federated SARSA: agents learn the values of the policy by which they act, so that the law of their observations moves with θ
 * (Zhang, Wang, Mitra and Anderson, "Finite-time analysis of on-policy heterogeneous federated reinforcement learning", ICLR 2024).
 *
 *     G(θ, (s, a, s', a')) = (r(s, a) + γ φ(s', a')ᵀθ − φ(s, a)ᵀθ) φ(s, a),      a' ∼ β_θ(· | s').
 *
 * The root solves the average equation Σ_i Ḡ_i(θ) = 0 with each agent's stationary law at that θ, a fixed point. Newton's
 * method from 0 finds one; there may be several, and under ε-soft policies, whose law jumps, none. A fixed policy makes it TD(0)
 * on the pairs, which is linear.
 */
import { generatorFor } from '../../maths/generator.ts';
import type { AliasTable } from '../../maths/aliasTable.ts';
import { type ActionFeatures, actionFeatures, addFeature } from '../control/actionFeatures.ts';
import { behaviourFault, behaviourPolicy } from '../control/behaviourPolicy.ts';
import { type BehaviourPolicy, behaviourProbabilities, pairChain } from '../control/decisionProcess.ts';
import { checkControl, controlFields, type ControlTask, processOf, sizes } from '../control/environment.ts';
import { family } from '../family.ts';
import { NO_COMMON_LAW } from '../lawMissing.ts';
import { exactOperator } from '../linearMean/exactOperator.ts';
import type { AgentProblem, LocalOperator, Problem, Sampling } from '../operator.ts';
import { InputError } from '../../values/failure.ts';
import { streamGenerator } from '../streams/streamGenerator.ts';
import { temporalDifferenceAgent } from '../temporalDifference/agent.ts';
import { type Check, type SpecificationOf, variant, variants } from '../../values/value.ts';
import { LEARNT_POLICIES, type LearntPolicy } from './actionLaw.ts';
import { sarsaMean } from './mean.ts';
import { SarsaOperator, successorTable } from './operator.ts';

/** How agents act: by what they have learnt, or in a fixed way. */
export type OnPolicy = LearntPolicy | { readonly kind: 'fixed'; readonly behaviour: BehaviourPolicy };

const fields = {
  ...controlFields,
  policy: variants(...LEARNT_POLICIES, variant('fixed', { behaviour: behaviourPolicy })),
};

/** Federated SARSA: `G(θ, (s, a, s', a')) = (r(s, a) + γ φ(s', a')ᵀθ − φ(s, a)ᵀθ) φ(s, a)`, a' ∼ β_θ(· | s'). */
export type SarsaSpecification = SpecificationOf<'sarsa', typeof fields>;

const check: Check<SarsaSpecification> = (specification, fault) => {
  checkControl(specification, fault);
  const { policy, environment } = specification;
  if (policy.kind !== 'fixed') return;
  const wrong = behaviourFault(policy.behaviour, sizes(environment)[1]);
  if (wrong !== undefined) fault(['policy', 'behaviour'], wrong);
};

/** φ, row-major `[S·A, d]`. */
function rowsOf(features: ActionFeatures, pairs: number): Float64Array {
  const { dimension: d } = features;
  const out = new Float64Array(pairs * d);
  for (let pair = 0; pair < pairs; pair++) addFeature(features, pair, 1, out, pair * d);
  return out;
}

/** TD(0) on the pairs of a policy that does not move. */
function evaluatingAgent(
  { process, features, discount }: ControlTask,
  behaviour: Float64Array,
  index: number,
): AgentProblem {
  const chain = pairChain(process, behaviour);
  const { dimension } = features;
  const { rewards } = process;
  return temporalDifferenceAgent(
    { chain, rewards, features: rowsOf(features, chain.states), dimension, discount },
    index,
  );
}

function learningAgent(policy: LearntPolicy, task: ControlTask, index: number): AgentProblem {
  const mean = sarsaMean(policy, task);
  let successors: AliasTable | undefined;
  return {
    mean,
    chain: undefined,
    followsModel: true,
    operator: (sampling: Sampling, runSeed: number, copy = 0): LocalOperator => {
      if (sampling === 'exact') return exactOperator(mean, task.features.dimension);
      if (sampling === 'iid') throw new InputError(`\`sampling\`: ${NO_COMMON_LAW}`);
      successors ??= successorTable(task);
      return new SarsaOperator(task, policy, successors, streamGenerator('chain', runSeed, index, copy));
    },
  };
}

/** The agents' decision processes, generated from the specification's seed alone. */
function build({ agents, environment, policy, features: kind, discount, seed }: SarsaSpecification): Problem {
  const [states, actions] = sizes(environment);
  const features = actionFeatures(kind, states, actions, seed);
  return {
    dimension: features.dimension,
    agents,
    agent: (index) => {
      const task: ControlTask = { process: processOf(environment, seed, index), features, discount };
      if (policy.kind !== 'fixed') return learningAgent(policy, task, index);
      const generator = generatorFor(seed, 'problem', 'behaviour', index);
      const { behaviour } = policy;
      const laws = behaviourProbabilities(behaviour, states, actions, generator, index);
      return evaluatingAgent(task, laws, index);
    },
  };
}

export const sarsa = family({
  kind: 'sarsa',
  title: 'SARSA: the policy acts by what is learnt',
  source: 'arXiv 2401.15273',
  fields,
  check,
  build,
});
