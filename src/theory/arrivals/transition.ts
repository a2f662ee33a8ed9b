/**
 * What so many observations of a stream make of a vector v, with f as it is and z of the stream:
 *
 *     u = V v + F f + Z z + c + ε,      z⁺ = T z + ζ,
 *
 * z the Gauss–Markov noise of the stream, or the indicator of the state in which its chain is.
 */
import type { AgentAct } from '../../algorithms/roundProgram.ts';
import { stationaryCovariance } from '../../maths/lyapunov.ts';
import { add, column, type Matrix, matrix, square } from '../../maths/matrix.ts';
import { addScaled, type Vector } from '../../maths/vector.ts';
import type { Sampling } from '../../problems/operator.ts';
import type { KnownAgent } from '../moments/setting.ts';

/** The first two moments of z. */
export interface StreamMoments {
  /** E z `[k]` */
  readonly mean: Float64Array;
  /** Cov(z) `[k, k]` */
  readonly covariance: Matrix;
}

/** The moments before the observations. */
export interface Before {
  /** E v and E f `[d]` */
  readonly v: Float64Array;
  readonly f: Float64Array | undefined;
  readonly stream: StreamMoments | undefined;
  /** Cov(v, f) as one `[2d, 2d]`, or Cov(v) where there is no f */
  readonly covariance: () => Matrix;
  /** Cov((v, f), z), of as many rows */
  readonly withStream: () => Matrix;
}

/** The coefficients, and the moments after the observations. */
export interface Transition {
  /** V and F `[d, d]`, Z `[d, k]`, T `[k, k]` */
  readonly V: Matrix;
  readonly F: Matrix | undefined;
  readonly Z: Matrix | undefined;
  readonly T: Matrix | undefined;
  /** E u `[d]` */
  readonly mean: Float64Array;
  /** Cov(ε) `[d, d]` and Cov(ε, ζ) `[d, k]`; of a `closure` Cov(u) and Cov(u, z⁺) themselves */
  readonly noise: Matrix;
  readonly noiseWithStream: Matrix | undefined;
  readonly isClosure: boolean;
  /** of z⁺ */
  readonly stream: StreamMoments | undefined;
}

/** The law of an agent's observations. */
export interface TransitionLaw {
  /** about how many multiplications it has taken so far */
  readonly multiplications: number;
  after(act: AgentAct, isFixed: boolean, count: number, before: Before): Transition;
}

/** The constant 1 of a vector. */
export const ONE: Vector = Float64Array.of(1);

/** E v and E f about the root where they are models: steps move a model, a sum of the operator is at one. */
export const aboutRoot = (
  { kind }: AgentAct,
  { v, f }: Pick<Before, 'v' | 'f'>,
  root: Vector,
): readonly [Vector, ...Vector[]] => {
  const isStep = kind === 'step';
  const ofV = isStep ? addScaled(v, -1, root) : v;
  return f ? [ofV, isStep ? f : addScaled(f, -1, root)] : [ofV];
};

/** Of the indicator of a state of law μ: Cov = diag(μ) − μ μᵀ. */
export function indicatorMoments(law: Float64Array): StreamMoments {
  const n = law.length;
  const covariance = add(matrix(n, n), square(column(law)), -1);
  law.forEach((p, s) => (covariance.values[s * (n + 1)]! += p));
  return { mean: law, covariance };
}

/** z of an agent's stream as it starts; `undefined` where observations are independent. */
export function startOf({ law }: KnownAgent, sampling: Sampling, d: number): StreamMoments | undefined {
  if (sampling !== 'markov' || law === undefined) return undefined;
  if (law.kind === 'finite') return indicatorMoments(Float64Array.from(law.start));
  const covariance =
    law.start === 'zero' ? matrix(d, d) : matrix(d, d, stationaryCovariance(law.Q, d, law.variance));
  return { mean: new Float64Array(d), covariance };
}
