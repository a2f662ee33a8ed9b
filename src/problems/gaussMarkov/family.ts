/**
 * Quadratics with Gauss–Markov noise (FedHSA, appendix D.1): `G_i(θ, z) = b_i − A_i θ + z`,
 * `z ← Q_i z + ε`, `ε ∼ N(0, σ² I)`.
 *
 * The paper leaves the generation open. Here: `A_i = I + W_iᵀW_i/d` (`convex`), or
 * `A_i = S_i − mean S + I + WᵀW/d` with symmetric Gaussian `S_i` (`non-convex`: the objectives of
 * single agents are saddles, their average is strongly convex); `b_i ∼ N(0, offsetScale² I)`;
 * `Q_i` Gaussian, scaled to the given spectral radius.
 */
import { type Generator, generatorFor } from '../../maths/generator.ts';
import { spectralRadius } from '../../maths/eigenvalues.ts';
import { choleskyLower } from '../../maths/linearAlgebra.ts';
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import { NumericalFailure } from '../../maths/numericalFailure.ts';
import type { Vector } from '../../maths/vector.ts';
import { InputError } from '../../values/failure.ts';
import { GaussMarkovOperator, type NoiseModel } from './operator.ts';
import { exactOperator } from '../linearMean/exactOperator.ts';
import { additiveNoise } from '../noise/additiveNoise.ts';
import type { LinearMean, LocalOperator, Problem, Sampling } from '../operator.ts';
import { family } from '../family.ts';
import { oneOf, real, type SpecificationOf } from '../../values/value.ts';
import { agents, dimension, seed } from '../sharedFields.ts';
import { streamGenerator } from '../streams/streamGenerator.ts';

const fields = {
  agents,
  dimension,
  /** σ_ε², variance of each coordinate of ε */
  noiseVariance: real({ least: 0 }),
  /** spectral radius of Q_i, below 1 */
  noiseSpectralRadius: real({ least: 0, below: 1 }),
  /** `convex`: A_i ⪰ I; `non-convex`: symmetric A_i, some indefinite, whose average is ⪰ I */
  curvature: oneOf('convex', 'non-convex'),
  /** standard deviation of the entries of b_i */
  offsetScale: real({ least: 0 }),
  /** z(0): zero as in the paper, or from its stationary law */
  initialNoise: oneOf('zero', 'stationary'),
  seed,
};

/** Quadratics with Gauss–Markov noise (FedHSA D.1): `G_i = b_i − A_i θ + z`, `z ← Q_i z + ε`. */
export type GaussMarkovQuadraticSpecification = SpecificationOf<'gauss-markov-quadratic', typeof fields>;

const gaussians = (n: number, generator: Generator): Float64Array =>
  Float64Array.from({ length: n }, () => generator.normal());

/**
 * A Cholesky factor of the covariance of z once its start is forgotten `[d, d]`.
 *
 * @throws InputError where Q is so close to unstable that rounding decides
 */
function stationaryFactorOf(
  Q: Vector,
  { dimension: d, noiseVariance, noiseSpectralRadius }: GaussMarkovQuadraticSpecification,
): Float64Array {
  if (noiseVariance === 0) return new Float64Array(d * d);
  try {
    return choleskyLower(stationaryCovariance(Q, d, noiseVariance), d);
  } catch (cause) {
    if (!(cause instanceof NumericalFailure)) throw cause;
    throw new InputError(
      `noiseSpectralRadius is ${noiseSpectralRadius}: ${cause.message}; take a smaller one, or initialNoise 'zero'`,
      { cause },
    );
  }
}

/** I + WᵀW/d, W Gaussian `[d, d]`. */
function atLeastIdentity(d: number, generator: Generator): Float64Array {
  const W = gaussians(d * d, generator);
  const A = new Float64Array(d * d);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      let sum = i === j ? 1 : 0;
      for (let k = 0; k < d; k++) sum += (W[k * d + i]! * W[k * d + j]!) / d;
      A[i * d + j] = sum;
    }
  }
  return A;
}

/** A symmetric Gaussian matrix whose eigenvalues fill about [−2, 2]. */
function symmetricGaussian(d: number, generator: Generator): Float64Array {
  const G = gaussians(d * d, generator);
  const S = new Float64Array(d * d);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) S[i * d + j] = (G[i * d + j]! + G[j * d + i]!) / Math.sqrt(2 * d);
  }
  return S;
}

/** The agents' quadratics and noise, generated from the specification's seed alone. */
function build(specification: GaussMarkovQuadraticSpecification): Problem {
  const { dimension: d, agents, seed } = specification;
  const saddle = (index: number): Float64Array =>
    symmetricGaussian(d, generatorFor(seed, 'problem', 'saddle', index));
  let meanSaddle: Float64Array | undefined;
  const averageSaddle = (): Float64Array => {
    if (meanSaddle) return meanSaddle;
    meanSaddle = new Float64Array(d * d);
    for (let i = 0; i < agents; i++) {
      const S = saddle(i);
      for (let e = 0; e < d * d; e++) meanSaddle[e]! += S[e]! / agents;
    }
    return meanSaddle;
  };
  const curvature = (index: number): Float64Array => {
    if (specification.curvature === 'convex') {
      return atLeastIdentity(d, generatorFor(seed, 'problem', 'curvature', index));
    }
    const common = atLeastIdentity(d, generatorFor(seed, 'problem', 'curvature'));
    const matrix = saddle(index);
    const average = averageSaddle();
    return common.map((entry, e) => entry + matrix[e]! - average[e]!);
  };
  const noiseModel = (index: number, withLaw: boolean): NoiseModel => {
    const Q = gaussians(d * d, generatorFor(seed, 'problem', 'noise', index));
    const radius = spectralRadius(Q, d);
    for (let e = 0; e < d * d; e++) Q[e]! *= specification.noiseSpectralRadius / radius;
    const scale = Math.sqrt(specification.noiseVariance);
    if (!withLaw) return { Q, scale, stationaryFactor: undefined };
    return { Q, scale, stationaryFactor: stationaryFactorOf(Q, specification) };
  };
  return {
    dimension: d,
    agents,
    agent: (index) => {
      const A = curvature(index);
      const b = gaussians(d, generatorFor(seed, 'problem', 'offset', index));
      const mean: LinearMean = { kind: 'linear', A, b: b.map((x) => specification.offsetScale * x) };
      let noise: NoiseModel | undefined;
      return {
        mean,
        chain: undefined,
        observations: () => ({
          kind: 'gauss-markov',
          Q: noiseModel(index, false).Q,
          variance: specification.noiseVariance,
          start: specification.initialNoise,
        }),
        noise: () => additiveNoise(noiseModel(index, false).Q, d, specification.noiseVariance),
        operator: (sampling: Sampling, runSeed: number, copy = 0): LocalOperator => {
          if (sampling === 'exact') return exactOperator(mean, d);
          const independent = sampling === 'iid';
          const stationaryStart = specification.initialNoise === 'stationary';
          const drawsFromLaw = independent || stationaryStart;
          if (noise === undefined || (drawsFromLaw && noise.stationaryFactor === undefined))
            noise = noiseModel(index, drawsFromLaw);
          return new GaussMarkovOperator(
            d,
            mean,
            noise,
            streamGenerator('noise', runSeed, index, copy),
            independent,
            stationaryStart,
          );
        },
      };
    },
  };
}

export const gaussMarkovQuadratic = family({
  kind: 'gauss-markov-quadratic',
  title: 'quadratics with Gauss–Markov noise',
  source: 'FedHSA D.1',
  fields,
  build,
});
