/**
 * Regression on two-state chains with a non-convex regulariser (Streaming FL, appendix E.3). Agent m
 * in state i ∈ {0, 1} sees the features V_mi and the label `x = w_miᵀV_mi + ε`; its loss is
 * `(wᵀV_mi − x)² + λ r(w)`, so `G(w, (i, ε)) = 2 (x − wᵀV_mi) V_mi − λ ∇r(w)`. Both states are left with
 * probability p and equally frequent, which makes the mean loss the paper's (167) with its factors ½.
 *
 * The noise ε ∼ U(0, 0.01) does not have mean 0, and (167) leaves it out; the mean operator here is
 * that of the observations, `Ḡ = Σ_i (w_miᵀV_mi + E ε − wᵀV_mi) V_mi − λ ∇r(w)`. The symmetric
 * range [−0.005, 0.005] gives (167) exactly.
 *
 * Choices the paper leaves open: agents of even number have the first optima w_i¹, those of odd number
 * the second, w_i²; the chain starts as the specification says. The paper draws V and w anew for each
 * run; here they belong to the problem's seed. Fewer than d/2 agents leave directions that only r
 * determines, and there may be several roots: then θ* is the one that Newton's method finds from 0.
 */
import { generatorFor } from '../../maths/generator.ts';
import { dot } from '../../maths/vector.ts';
import { between, TwoStateOperator, type TwoStateRegression } from './operator.ts';
import { exactOperator } from '../linearMean/exactOperator.ts';
import { chainNoise } from '../noise/chainNoise.ts';
import type { ChainLaw, LocalOperator, NonlinearMean, Problem, Sampling } from '../operator.ts';
import type { OperatorNoise } from '../operatorNoise.ts';
import {
  regulariserCurvature,
  regulariserSlope,
  regulariserThirdDerivative,
} from '../regulariser/regulariser.ts';
import { family } from '../family.ts';
import { interval, pair, real, type SpecificationOf } from '../../values/value.ts';
import { agents, dimension, initial, seed, startsIn } from '../sharedFields.ts';
import { ChainSampler, StateStream } from '../streams/finiteChain.ts';
import { streamGenerator } from '../streams/streamGenerator.ts';

const fields = {
  agents,
  dimension,
  /** p in (0, 1), to leave either state in a step; 1/τ_mix in the paper's terms */
  flipProbability: real({ above: 0, below: 1 }),
  /** entries of V_mi ∼ U(low, high) */
  features: interval(),
  /** entries of the optima ∼ U(low, high): of agents 0, 2, 4, …, and of agents 1, 3, 5, … */
  optima: pair(interval(), interval()),
  /** ε ∼ U(low, high), drawn anew for each observation */
  labelNoise: interval(),
  /** λ */
  regularisation: real({ least: 0 }),
  initial,
  seed,
};

/**
 * Regression on two-state chains with a non-convex regulariser (Streaming FL E.3): in state i the
 * loss is `(wᵀV_mi − x)² + λ ½ Σ w²/(1 + w²)`, with the label `x = w_miᵀV_mi + ε`.
 */
export type TwoStateRegressionSpecification = SpecificationOf<'two-state-regression', typeof fields>;

/** The average over both states and the noise. */
function meanOf({
  dimension: d,
  features,
  labels,
  noise,
  regularisation,
}: TwoStateRegression): NonlinearMean {
  const averageNoise = (noise[0] + noise[1]) / 2;
  return {
    kind: 'nonlinear',
    evaluate: (w, out) => {
      for (let j = 0; j < d; j++) out[j] = -regularisation * regulariserSlope(w[j]!);
      for (let state = 0; state < 2; state++) {
        const residual = labels[state]! + averageNoise - dot(features, w, d, state * d);
        for (let j = 0; j < d; j++) out[j]! += residual * features[state * d + j]!;
      }
    },
    jacobian: (w, out) => {
      for (let i = 0; i < d; i++) {
        for (let j = 0; j < d; j++) {
          out[i * d + j] = -features[i]! * features[j]! - features[d + i]! * features[d + j]!;
        }
        out[i * d + i]! -= regularisation * regulariserCurvature(w[i]!);
      }
    },
    secondDerivative: (w, S, out) => {
      for (let i = 0; i < d; i++) {
        out[i] = -regularisation * regulariserThirdDerivative(w[i]!) * S[i * d + i]!;
      }
    },
  };
}

/** The noise of the state, and of ε: 2ε V adds 4 Var(ε) V Vᵀ, without memory and independent of the state. */
function stateAndLabelNoise(regression: TwoStateRegression, chain: ChainLaw): OperatorNoise {
  const { dimension: d, features, labels, noise, regularisation } = regression;
  const [low, high] = noise;
  const states = chainNoise({
    dimension: d,
    chain,
    observes: 'states',
    affine: regularisation === 0,
    evaluate: (state, _next, w, out) => {
      const residual = labels[state]! + (low + high) / 2 - dot(features, w, d, state * d);
      for (let j = 0; j < d; j++) {
        out[j] = 2 * residual * features[state * d + j]! - regularisation * regulariserSlope(w[j]!);
      }
    },
  });
  const addLabels = (out: Float64Array): void => {
    const variance = (high - low) ** 2 / 12;
    for (let row = 0; row < 2 * d; row += d) {
      for (let i = 0; i < d; i++) {
        for (let j = 0; j < d; j++) out[i * d + j]! += 2 * variance * features[row + i]! * features[row + j]!;
      }
    }
  };
  return {
    ...states,
    covariance: (w, out) => {
      states.covariance(w, out);
      addLabels(out);
    },
    longRun: (w, stride, weights) => {
      const { covariance, memories } = states.longRun!(w, stride, weights);
      addLabels(covariance);
      return { covariance, memories };
    },
  };
}

/** The agents' chains and regressions, generated from the specification's seed alone. */
function build(specification: TwoStateRegressionSpecification): Problem {
  const { dimension: d, flipProbability: p, seed } = specification;
  const chain: ChainLaw = {
    states: 2,
    transition: Float64Array.of(1 - p, p, p, 1 - p),
    stationary: Float64Array.of(0.5, 0.5),
  };
  const sampler = new ChainSampler(chain, specification.initial);
  const optima = specification.optima.map((range, half) => {
    const generator = generatorFor(seed, 'problem', 'optima', half);
    return Float64Array.from({ length: 2 * d }, () => between(range, generator));
  });
  return {
    dimension: d,
    agents: specification.agents,
    agent: (index) => {
      const generator = generatorFor(seed, 'problem', 'features', index);
      const features = Float64Array.from({ length: 2 * d }, () => between(specification.features, generator));
      const optimum = optima[index % 2]!;
      const regression: TwoStateRegression = {
        dimension: d,
        features,
        labels: Float64Array.of(dot(optimum, features, d), dot(optimum, features, d, d, d)),
        noise: specification.labelNoise,
        regularisation: specification.regularisation,
      };
      const mean = meanOf(regression);
      return {
        mean,
        chain,
        noise: () => stateAndLabelNoise(regression, chain),
        operator: (sampling: Sampling, runSeed: number, copy = 0): LocalOperator => {
          if (sampling === 'exact') return exactOperator(mean, d);
          return new TwoStateOperator(
            regression,
            new StateStream(sampler, streamGenerator('chain', runSeed, index, copy), sampling === 'iid'),
            streamGenerator('noise', runSeed, index, copy),
          );
        },
      };
    },
  };
}

export const twoStateRegression = family({
  kind: 'two-state-regression',
  title: 'regression on a two-state chain, non-convex regulariser',
  source: 'Streaming FL E.3',
  fields,
  check: ({ initial: start }, fault) => startsIn(2, start, fault),
  build,
});
