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
import { actionFeatures, actionValue, addFeature } from '../control/actionFeatures.ts';
import { behaviourFault, behaviourPolicy } from '../control/behaviourPolicy.ts';
import { behaviourProbabilities, pairChain } from '../control/decisionProcess.ts';
import {
  checkControl,
  controlFields,
  type ControlTask,
  greedyPair,
  processOf,
  sizes,
} from '../control/environment.ts';
import { meanDifference } from '../control/meanDifference.ts';
import { chainNoise } from '../noise/chainNoise.ts';
import { QLearningOperator, qValueInto } from './operator.ts';
import { exactOperator } from '../linearMean/exactOperator.ts';
import type { ChainLaw, LocalOperator, NonlinearMean, Problem, Sampling } from '../operator.ts';
import type { OperatorNoise } from '../operatorNoise.ts';
import { family } from '../family.ts';
import type { Check, SpecificationOf } from '../../values/value.ts';
import { ChainSampler, TransitionStream } from '../streams/finiteChain.ts';
import { streamGenerator } from '../streams/streamGenerator.ts';

const fields = {
  ...controlFields,
  behaviour: behaviourPolicy,
};

/**
 * Federated Q-learning under a fixed behaviour policy:
 * `G(θ, (s, a, s')) = (r(s, a) + γ max_a' φ(s', a')ᵀθ − φ(s, a)ᵀθ) φ(s, a)`.
 */
export type QLearningSpecification = SpecificationOf<'q-learning', typeof fields>;

const check: Check<QLearningSpecification> = (specification, fault) => {
  checkControl(specification, fault);
  const wrong = behaviourFault(specification.behaviour, sizes(specification.environment)[1]);
  if (wrong !== undefined) fault(['behaviour'], wrong);
};

/** @param law - π of the pairs `[S·A]` */
function meanOf(task: ControlTask, law: Vector): NonlinearMean {
  const { process, features, discount } = task;
  const { states: S, kernel } = process;
  const d = features.dimension;
  const row = new Float64Array(d);
  return {
    kind: 'nonlinear',
    nonsmooth: 'max_a φ(s, a)ᵀθ is piecewise linear',
    evaluate: (theta, out) => {
      const values = new Float64Array(S);
      for (let s = 0; s < S; s++) values[s] = actionValue(features, theta, greedyPair(task, theta, s));
      meanDifference(task, theta, law, values, out);
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
