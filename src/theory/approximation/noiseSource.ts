/**
 * An agent's observations as noise about a point: what one of them does to the first moments of local
 * fluctuations, state by state, and what it adds to their second moments.
 */
import type { Vector } from '../../maths/vector.ts';
import type { LocalShape } from './localSteps.ts';
import type { MeanOperator } from './meanOperator.ts';
import type { Moves } from './moves.ts';

/** First moments of fluctuations (v, f) state by state, `[n, d]`; f is left out where it does not fluctuate. */
export interface FirstMoments {
  /** E[v 1{s}] */
  readonly v: Float64Array;
  /** E[f 1{s}] */
  readonly f?: Float64Array;
}

/** One observation later. */
export interface MovedMoments extends FirstMoments {
  /** E[v wᵀ], w the noise of the observation and v before it `[d, d]` */
  readonly cross: Float64Array;
  /** E[w fᵀ] `[d, d]` */
  readonly crossF?: Float64Array;
  /** E[w wᵀ] + E[A C Aᵀ] for independent draws, C what A acts on `[d, d]` */
  readonly square: Float64Array;
}

/** The noise of an agent's observations; w(o) = G(θ, o) − Ḡ(θ). */
export interface NoiseSource {
  readonly moves: Moves;
  readonly mean: MeanOperator;
  /**
   * One observation at a point about the root.
   *
   * @param point - `[d]`
   * @param covariance - C, of the register that the operator is evaluated at `[d, d]`; none where it does not fluctuate
   */
  move(shape: LocalShape, point: Vector, now: FirstMoments, covariance: Vector | undefined): MovedMoments;
  /** E[w | s] at a point `[n, d]` */
  meanNoise(point: Vector): Float64Array;
  /** `K_j = E[A(o_j) A(o_0)] − Ā²` `[d, d]` for j = 1, 2, … to `most`, or until they are negligible */
  lagged(most: number): Float64Array[];
}

/** Beside `tr E[A Aᵀ]`-like size ‖Ā‖², a K_j from which on all are left out. */
export const NEGLIGIBLE = 1e-5;
/** Lags after which operators are taken as independent. */
export const MOST_LAGS = 200;

/** The largest modulus of an element. */
export function largest(values: Vector): number {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
}
