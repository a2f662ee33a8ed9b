/**
 * An agent's operator averaged over a Gaussian law of its iterate: a force, a slope and a noise.
 *
 * `E f(m + x)`, x of covariance P, by three points along each axis l of P = Σ l lᵀ, exact where f is a sum of
 * quintics of single axes:
 *
 *     E f ≈ f(m) + Σ_l [f(m + √3 l) + f(m − √3 l) − 2 f(m)]/6.
 */
import { symmetricEigenvectors } from '../../maths/symmetricEigenvectors.ts';
import type { Vector } from '../../maths/vector.ts';
import { evaluateMean } from '../../problems/meanOperator.ts';
import { jacobianAt } from '../../problems/newton.ts';
import type { NoisyAgent } from './noisyAgents.ts';
import type { AveragedAgent } from './roundMoments.ts';

/**
 * Ḡ_i about θ*, averaged.
 *
 * @param agent - about θ*
 * @param scale - what multiplies the covariance of its noise, and the force of memory
 * @param memory - a force `[d]`, added to the mean operator at every observation
 */
export function gaussianAgent(agent: NoisyAgent, scale: number, memory: Vector): AveragedAgent {
  const { mean, root, slope, noise } = agent;
  const d = root.length;
  const moved = (x: Vector): Float64Array => Float64Array.from(root, (value, j) => value + x[j]!);
  const valueAt = (x: Vector): Float64Array => {
    const out = new Float64Array(d);
    evaluateMean(mean, moved(x), out);
    return out;
  };
  const slopeAt = (x: Vector): Float64Array => {
    if (mean.kind === 'linear') return slope;
    const out = new Float64Array(d * d);
    jacobianAt(mean, moved(x), out);
    return out;
  };
  const noiseAt = (x: Vector): Float64Array => {
    const out = new Float64Array(d * d);
    noise(moved(x), out);
    return out.map((value) => scale * value);
  };
  return {
    force: (m) => valueAt(m).map((value, j) => value + scale * memory[j]!),
    curved: (m, P) => (mean.kind === 'linear' ? new Float64Array(d) : averageBeyond(valueAt, m, P)),
    slope: (m, P) => average(slopeAt, m, P),
    noise: (m, P) => (scale === 0 ? new Float64Array(d * d) : average(noiseAt, m, P)),
  };
}

/** E f(m + x). */
function average(f: (x: Vector) => Float64Array, m: Vector, P: Vector): Float64Array {
  const beyond = averageBeyond(f, m, P);
  return f(m).map((value, j) => value + beyond[j]!);
}

/** E f(m + x) − f(m). */
function averageBeyond(f: (x: Vector) => Float64Array, m: Vector, P: Vector): Float64Array {
  const d = m.length;
  const centre = f(m);
  const out = new Float64Array(centre.length);
  if (P.every((value) => value === 0)) return out;
  const { values, vectors } = symmetricEigenvectors(P, d);
  values.forEach((value, k) => {
    if (!(value > 0)) return;
    const length = Math.sqrt(3 * value);
    for (const side of [length, -length]) {
      const atNode = f(Float64Array.from(m, (x, j) => x + side * vectors[j * d + k]!));
      for (let j = 0; j < out.length; j++) out[j]! += (atNode[j]! - centre[j]!) / 6;
    }
  });
  return out;
}
