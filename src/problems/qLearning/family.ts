/**
 * Federated Q-learning under a fixed behaviour policy (Watkins and Dayan, "Q-learning", Machine
 * Learning 1992; with linear features: Melo, Meyn and Ribeiro, "An analysis of reinforcement learning
 * with function approximation", ICML 2008): a stochastic approximation whose mean operator is not
 * linear. With the observation o = (s, a, r(s, a), s'),
 *
 *     G(θ, o) = (r(s, a) + γ max_a' φ(s', a')ᵀθ − φ(s, a)ᵀθ) φ(s, a),
 *     Ḡ(θ) = Φᵀ D (r + γ P max_a' Φθ − Φθ),      D = diag(π), π the law of the pairs (s, a).
 *
 * Ḡ is piecewise linear. Its Jacobian is given at the greedy policy, `Φᵀ D (γ P Π_θ − I) Φ`, with the
 * first of several best actions; at such ties it is one of the generalised Jacobians, and Newton's
 * method is semi-smooth.
 *
 * The root of the federated problem solves the average equation. With tabular values it is unique,
 * and the optimal Q of the one decision process that takes r_i and P_i with probability
 * π_i(s, a)/Σ_j π_j(s, a); with aggregated states it is unique, too (averages do not expand the
 * maximum norm). With random features there may be no root or several: Newton's method then finds
 * none, or one of them from 0.
 */
import { generatorFor } from '../../maths/generator.ts';
import type { Vector } from '../../maths/vector.ts';
import { actionFeatures, actionValue, actionValueFeatures, addFeature } from './actionFeatures.ts';
import {
  type BehaviourPolicy,
  behaviourProbabilities,
  type DecisionProcess,
  MOST_PAIRS,
  pairChain,
} from './decisionProcess.ts';
import { machine, type MachineReplacement, machineReplacement } from './machineReplacement.ts';
import { type GarnetControl, garnetControl, randomDecisionProcess } from './randomDecisionProcess.ts';
import { chainNoise } from '../noise/chainNoise.ts';
import { type ControlTask, greedyPair, QLearningOperator, qValueInto } from './kernel.ts';
import { exactOperator } from '../linearMean/exactOperator.ts';
import type { ChainLaw, LocalOperator, NonlinearMean, Problem, Sampling } from '../operator.ts';
import type { OperatorNoise } from '../operatorNoise.ts';
import { family } from '../family.ts';
import {
  type Check,
  object,
  oneOf,
  either,
  type Value,
  list,
  real,
  type SpecificationOf,
  variants,
} from '../../values/value.ts';
import { agents, discount, seed, sumsToOne } from '../sharedFields.ts';
import { ChainSampler, TransitionStream } from '../streams/finiteChain.ts';
import { streamGenerator } from '../streams/streamGenerator.ts';

/** What agents control. */
export type ControlEnvironment = GarnetControl | MachineReplacement;

const behaviour: Value<BehaviourPolicy> = either<BehaviourPolicy>(
  [
    oneOf('uniform', 'random'),
    list(real({ above: 0 }), 0),
    object({ preferred: real({ above: 0, below: 1 }) }),
  ],
  'must be "uniform", "random", a probability above 0 for each action, or { preferred: a probability above 0 and below 1 }',
);

const fields = {
  agents,
  environment: variants(garnetControl, machine),
  behaviour,
  features: actionValueFeatures,
  /** γ in [0, 1) */
  discount,
  seed,
};

/**
 * Federated Q-learning under a fixed behaviour policy:
 * `G(θ, (s, a, s')) = (r(s, a) + γ max_a' φ(s', a')ᵀθ − φ(s, a)ᵀθ) φ(s, a)`.
 */
export type QLearningSpecification = SpecificationOf<'q-learning', typeof fields>;

/** States and actions. */
const sizes = (environment: ControlEnvironment): readonly [states: number, actions: number] =>
  environment.kind === 'garnet' ? [environment.states, environment.actions] : [environment.levels, 2];

const check: Check<QLearningSpecification> = ({ environment, behaviour: policy, features }, fault) => {
  const [states, actions] = sizes(environment);
  if (states * actions > MOST_PAIRS) {
    fault(['environment'], `must have at most ${MOST_PAIRS} pairs of state and action`);
  }
  if (
    typeof policy !== 'string' &&
    !('preferred' in policy) &&
    (policy.length !== actions || !sumsToOne(policy))
  ) {
    fault(['behaviour'], `must have one probability for each of ${actions} actions, of sum 1`);
  }
  if (features.kind === 'aggregated' && features.groups > states) {
    fault(['features', 'groups'], 'must be at most the number of states');
  }
};

/** @param law - π of the pairs `[S·A]` */
function meanOf(task: ControlTask, law: Vector): NonlinearMean {
  const { process, features, discount } = task;
  const { states: S, kernel, rewards } = process;
  const d = features.dimension;
  const row = new Float64Array(d);
  return {
    kind: 'nonlinear',
    nonsmooth: 'max_a φ(s, a)ᵀθ is piecewise linear',
    evaluate: (theta, out) => {
      const values = new Float64Array(S);
      for (let s = 0; s < S; s++) values[s] = actionValue(features, theta, greedyPair(task, theta, s));
      out.fill(0);
      for (let x = 0; x < law.length; x++) {
        let next = 0;
        for (let s = 0; s < S; s++) next += kernel[x * S + s]! * values[s]!;
        const difference = rewards[x]! + discount * next - actionValue(features, theta, x);
        addFeature(features, x, law[x]! * difference, out);
      }
    },
    jacobian: (theta, out) => {
      const greedy = Int32Array.from({ length: S }, (_, s) => greedyPair(task, theta, s));
      out.fill(0);
      for (let x = 0; x < law.length; x++) {
        row.fill(0);
        addFeature(features, x, -law[x]!, row);
        for (let s = 0; s < S; s++) {
          const p = kernel[x * S + s]!;
          if (p > 0) addFeature(features, greedy[s]!, law[x]! * discount * p, row);
        }
        if (features.kind === 'indicator') {
          const from = features.coordinate[x]! * d;
          for (let j = 0; j < d; j++) out[from + j]! += row[j]!;
        } else {
          for (let i = 0; i < d; i++) {
            const phi = features.vectors[x * d + i]!;
            for (let j = 0; j < d; j++) out[i * d + j]! += phi * row[j]!;
          }
        }
      }
    },
  };
}

/** The noise of the temporal difference times φ(s, a), over the pairs' transitions. */
function transitionNoise(task: ControlTask, chain: ChainLaw): OperatorNoise {
  return chainNoise({
    dimension: task.features.dimension,
    chain,
    observes: 'transitions',
    affine: false,
    parallel: true,
    evaluate: (pair, next, theta, out) => qValueInto(out, task, theta, pair, next),
  });
}

const processOf = (environment: ControlEnvironment, seed: number, index: number): DecisionProcess =>
  environment.kind === 'garnet'
    ? randomDecisionProcess(environment, seed, index)
    : machineReplacement(environment, seed, index);

/** The agents' decision processes, generated from the specification's seed alone. */
function build(specification: QLearningSpecification): Problem {
  const { environment, discount, seed } = specification;
  const [states, actions] = sizes(environment);
  const features = actionFeatures(specification.features, states, actions, seed);
  return {
    dimension: features.dimension,
    agents: specification.agents,
    agent: (index) => {
      const process = processOf(environment, seed, index);
      const generator = generatorFor(seed, 'problem', 'behaviour', index);
      const probabilities = behaviourProbabilities(
        specification.behaviour,
        states,
        actions,
        generator,
        index,
      );
      const chain = pairChain(process, probabilities);
      const task: ControlTask = { process, features, discount };
      const mean = meanOf(task, chain.stationary);
      let sampler: ChainSampler | undefined;
      return {
        mean,
        chain,
        noise: () => transitionNoise(task, chain),
        operator: (sampling: Sampling, runSeed: number, copy = 0): LocalOperator => {
          if (sampling === 'exact') return exactOperator(mean, features.dimension);
          sampler ??= new ChainSampler(chain, 'stationary');
          const stream = new TransitionStream(
            sampler,
            streamGenerator('chain', runSeed, index, copy),
            sampling === 'iid',
          );
          return new QLearningOperator(task, stream);
        },
      };
    },
  };
}

export const qLearning = family({
  kind: 'q-learning',
  title: 'Q-learning, tabular or linear features',
  source: 'FedHSA §2',
  fields,
  check,
  build,
});
