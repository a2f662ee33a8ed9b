/**
 * What an agent computes with: its operator `G(θ, o)` together with the stream of observations it
 * is applied to, and the mean of that operator under the stationary law of the stream.
 */
import type { Vector } from '../maths/vector.ts';
import type { ChainLaw, ObservationLaw } from './observationLaw.ts';
import type { OperatorNoise } from './operatorNoise.ts';

export type { ChainLaw };

/**
 * How observations are drawn: `markov` follows the stream; `iid` draws each afresh from its
 * stationary law; `exact` replaces `G(θ, o)` by the mean operator `Ḡ(θ)`: no noise at all.
 */
export type Sampling = 'markov' | 'iid' | 'exact';

/** A state of a finite chain, counted from 0, or the states before and after a transition. */
export interface Observation {
  readonly state: number;
  readonly next?: number;
}

/**
 * An agent's operator on its own observation stream.
 *
 * The stream holds one current observation. {@link advance}, {@link accumulate} and {@link skip} use
 * it up and move the stream on by one for each step; {@link peek} uses it and leaves it, so that the next local
 * step sees the same observation again. Nothing else moves the stream.
 */
export interface LocalOperator {
  /** d, the length of θ */
  readonly dimension: number;
  /**
   * `count` local steps in place: `θ ← θ + η (G(θ, o) + c)`.
   *
   * @param theta - θ `[d]`, overwritten
   * @param stepSize - η, per local step
   * @param correction - c `[d]`, the same for all these steps; `undefined` for none
   * @param count - how many local steps, and so how many observations are used up
   */
  advance(theta: Float64Array, stepSize: number, correction: Vector | undefined, count: number): void;
  /** `out ← G(θ, o)` at the current observation, which stays current. */
  peek(theta: Vector, out: Float64Array): void;
  /** `out ← Σ G(θ, o)` over the next `count` observations, at a fixed θ. */
  accumulate(theta: Vector, count: number, out: Float64Array): void;
  /** Uses up `count` observations without evaluating anything. */
  skip(count: number): void;
  /** The current observation, where it is a state of a finite chain or a transition; for readers. */
  observation?(): Observation | undefined;
}

/** `Ḡ(θ) = b − A θ`. */
export interface LinearMean {
  readonly kind: 'linear';
  /** Ā, row-major `[d, d]` */
  readonly A: Float64Array;
  /** b̄ `[d]` */
  readonly b: Float64Array;
}

/** A mean operator that is not linear. */
export interface NonlinearMean {
  readonly kind: 'nonlinear';
  /** `out ← Ḡ(θ)`, `[d]` */
  evaluate(theta: Vector, out: Float64Array): void;
  /** `out ← ∂Ḡ/∂θ (θ)`, row-major `[d, d]`; finite differences stand in where it is missing */
  jacobian?(theta: Vector, out: Float64Array): void;
  /**
   * `out ← D²Ḡ(θ)[S]`, `out_j = Σ_kl ∂²Ḡ_j/∂θ_k∂θ_l S_kl` `[d]`, for a symmetric S `[d, d]`; finite
   * differences stand in where it is missing (see secondDerivative.ts)
   */
  secondDerivative?(theta: Vector, S: Vector, out: Float64Array): void;
  /** why Ḡ has no second derivative, where it has none */
  readonly nonsmooth?: string;
}

/** The mean operator `Ḡ(θ) = E_{o∼π} G(θ, o)`. */
export type MeanOperator = LinearMean | NonlinearMean;

/** The features of an agent that evaluates a policy by TD(0) with linear values. */
export interface ValueFeatures {
  /** φ(s), row-major `[S, d]` */
  readonly features: Vector;
  /** d */
  readonly dimension: number;
  /** r(s) `[S]`, or r(s, s') `[S, S]` */
  readonly rewards: Vector;
  /** γ in [0, 1) */
  readonly discount: number;
}

/** One agent's share of a problem. */
export interface AgentProblem {
  /** Ḡ_i; `undefined` where a user's module does not give it */
  readonly mean: MeanOperator | undefined;
  /** the observation chain, where it is finite */
  readonly chain: ChainLaw | undefined;
  /** whether the law of its observations moves with θ: each θ has a stationary law then, and Ḡ(θ) is the mean under that */
  readonly followsModel?: true;
  /** of an agent that runs TD(0) on its chain */
  readonly values?: ValueFeatures;
  /**
   * The operator on a fresh stream.
   *
   * @param seed - the run's seed; with the agent's number it names the stream's generators
   * @param copy - 0, or the number of a further stream of the same law, independent of the others
   */
  operator(sampling: Sampling, seed: number, copy?: number): LocalOperator;
  /**
   * How a linear operator varies with the observation, for exact moments; built at the call. There is
   * no such method where it is not known.
   */
  readonly observations?: (() => ObservationLaw) | undefined;
  /**
   * How G(θ, o) spreads about Ḡ(θ), for first-order expansions; built at the call. There is no such
   * method where it is not known.
   */
  noise?(): OperatorNoise;
}

/** How agents of a problem are generated in memory that threads share. */
export interface Generation {
  /** a problem that is built of the same specification with this fills it, too */
  readonly memory: readonly SharedArrayBuffer[];
  /** how many agents are kept there: the first ones */
  readonly agents: number;
  /** Generates one of them; false where it is there already. */
  readonly generate: (index: number) => boolean;
}

/** A federated root-finding problem: find θ* with `(1/M) Σ_i Ḡ_i(θ*) = 0`. */
export interface Problem {
  /** where agents are generated at random and are very many: other threads may take part */
  readonly generation?: Generation;
  /** d */
  readonly dimension: number;
  /** M */
  readonly agents: number;
  /**
   * Agent `index`, 0 ≤ index < M. Built anew at each call, and what it builds for its streams is
   * built once: keep the agents that run, and drop those of which only the mean is wanted.
   */
  agent(index: number): AgentProblem;
  /** Ā and b̄ of all agents' average, where that is cheaper than by their own means, which differ in rounding */
  average?(): LinearMean;
}
