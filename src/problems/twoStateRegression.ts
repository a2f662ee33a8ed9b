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
import { type Generator, generatorFor } from '../maths/generator.ts';
import { dot, type Vector } from '../maths/vector.ts';
import { ExactOperator } from './operators/meanOperator.ts';
import { ObservedOperator } from './operators/observedOperator.ts';
import type { ChainLaw, LocalOperator, NonlinearMean, Problem, Sampling } from './operator.ts';
import { regulariserCurvature, regulariserSlope } from './regulariser.ts';
import type { TwoStateRegressionSpecification } from './specification.ts';
import { ChainSampler, StateStream } from './streams/finiteChain.ts';

/** What agent m regresses on. */
interface Regression {
  readonly dimension: number;
  /** V_m0, V_m1, row-major `[2, d]` */
  readonly features: Vector;
  /** w_miᵀV_mi `[2]`: the labels without noise */
  readonly labels: Vector;
  /** ε ∼ U(low, high) */
  readonly noise: readonly [low: number, high: number];
  /** λ */
  readonly regularisation: number;
}

class TwoStateOperator extends ObservedOperator {
  readonly #regression: Regression;
  readonly #stream: StateStream;
  readonly #noiseGenerator: Generator;
  /** ε of the current observation */
  #noise: number;

  constructor(regression: Regression, stream: StateStream, noiseGenerator: Generator) {
    super(regression.dimension);
    this.#regression = regression;
    this.#stream = stream;
    this.#noiseGenerator = noiseGenerator;
    this.#noise = between(regression.noise, noiseGenerator);
  }

  override peek(w: Vector, out: Float64Array): void {
    const d = this.dimension;
    const { features, labels, regularisation } = this.#regression;
    const { state } = this.#stream;
    const residual = labels[state]! + this.#noise - dot(features, w, d, state * d);
    for (let j = 0; j < d; j++) {
      out[j] = 2 * residual * features[state * d + j]! - regularisation * regulariserSlope(w[j]!);
    }
  }

  protected override move(): void {
    this.#stream.move();
    this.#noise = between(this.#regression.noise, this.#noiseGenerator);
  }
}

const between = ([low, high]: readonly [number, number], generator: Generator): number =>
  low + (high - low) * generator.uniform();

/** The average over both states and the noise. */
function meanOf({ dimension: d, features, labels, noise, regularisation }: Regression): NonlinearMean {
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
  };
}

/** The agents' chains and regressions, generated from the specification's seed alone. */
export function twoStateRegressionProblem(specification: TwoStateRegressionSpecification): Problem {
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
      const own = optima[index % 2]!;
      const regression: Regression = {
        dimension: d,
        features,
        labels: Float64Array.of(dot(own, features, d), dot(own, features, d, d, d)),
        noise: specification.labelNoise,
        regularisation: specification.regularisation,
      };
      const mean = meanOf(regression);
      return {
        mean,
        chain,
        operator: (sampling: Sampling, runSeed: number): LocalOperator => {
          if (sampling === 'exact') return new ExactOperator(mean, d);
          return new TwoStateOperator(
            regression,
            new StateStream(sampler, generatorFor(runSeed, 'chain', index), sampling === 'iid'),
            generatorFor(runSeed, 'noise', index),
          );
        },
      };
    },
  };
}
