/**
 * The law of an agent's observations as exact moments need it: not only the mean operator but how
 * `G(θ, o) = b(o) − A(o) θ` varies with o, and how o moves.
 */
import type { SparseRows } from '../maths/sparseRows.ts';
import type { Vector } from '../maths/vector.ts';

/** A finite chain, as the theory needs it. */
export interface ChainLaw {
  /** S */
  readonly states: number;
  /** P, row-major `[S, S]` */
  readonly transition: Float64Array;
  /** its positive entries, where it is kept as these, and only made when it is asked for */
  readonly rows?: SparseRows;
  /** π `[S]` */
  readonly stationary: Float64Array;
}

/** Where an agent's chain starts: its stationary law, a given state, or a given law `[S]`. */
export type InitialState =
  'stationary' | { readonly state: number } | { readonly distribution: readonly number[] };

/** Observations on a finite chain: `o = s`, or the transition `o = (s, s')`. */
export interface FiniteObservations {
  readonly kind: 'finite';
  readonly chain: ChainLaw;
  /** law of s_0 under Markov sampling `[S]`; i.i.d. draws come from π whatever it is */
  readonly start: Vector;
  /** whether (A, b) depends on the state alone, or on the state and its successor */
  readonly observes: 'states' | 'transitions';
  /** Writes A(o), row-major `[d, d]`, and b(o) `[d]`, for o = s = `state` or o = (`state`, `next`). */
  affine(state: number, next: number, A: Float64Array, b: Float64Array): void;
}

/** Additive noise on the mean operator: `G = Ḡ(θ) + z`, `z ← Q z + ε`, `ε ∼ N(0, v I)`. */
export interface GaussMarkovObservations {
  readonly kind: 'gauss-markov';
  /** Q `[d, d]`, row-major, spectral radius below 1 */
  readonly Q: Vector;
  /** v, variance of each coordinate of ε */
  readonly variance: number;
  /** z_0 under Markov sampling; i.i.d. draws come from the stationary law whatever it is */
  readonly start: 'zero' | 'stationary';
}

export type ObservationLaw = FiniteObservations | GaussMarkovObservations;
