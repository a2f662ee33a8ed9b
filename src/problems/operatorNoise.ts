/** How `G(θ, o)` spreads about its mean `Ḡ(θ)`, and how it remembers: what first-order expansions need. */
import { NumericalFailure } from '../maths/numericalFailure.ts';
import type { Vector } from '../maths/vector.ts';

/** Weights `w(ℓ) = carried + within(ℓ)` of the lags ℓ = 1, 2, … of a sum over pairs of observations. */
export interface LagWeights {
  readonly carried: number;
  readonly within: (lag: number) => number;
  /** lags from which on `within` is 0, or negligible */
  readonly reach: number;
}

/** The noise of one agent's operator at a fixed θ, under the stationary law of its observations. */
export interface OperatorNoise {
  /** multiplications that a call takes, about: of the covariance, and of each of the others */
  readonly cost: { readonly covariance: number; readonly longRun: number };
  /** `out ← Cov_π[G(θ, o)]`, row-major `[d, d]`: what i.i.d. sampling sees. */
  covariance(theta: Vector, out: Float64Array): void;
  /**
   * The same under Markov sampling; there is none where the observations never mix.
   *
   * @param stride - q: every q-th observation is used
   * @param weights - one for each memory wanted
   * @throws NumericalFailure if the observations remember for too many lags to sum over
   */
  longRun?(theta: Vector, stride: number, weights: readonly LagWeights[]): LongRunNoise;
}

/** Lags that are summed over one by one: some tenths of a second. */
const MOST_LAGS = 2 ** 17;

/** The lag, if there are not too many before it. */
export function summedLag(lag: number): number {
  if (lag > MOST_LAGS) throw new NumericalFailure(`the observations remember more than ${MOST_LAGS} steps`);
  return lag;
}

/** What Markov sampling sees over many steps. */
export interface LongRunNoise {
  /** `Σ_k Cov[G(θ, o_0), G(θ, o_kq)]` over all lags k, negative ones included, `[d, d]` */
  readonly covariance: Float64Array;
  /**
   * For each of the weights `Σ_{ℓ≥1} w(ℓ) E[∂G/∂θ(θ, o_ℓq) (G(θ, o_0) − Ḡ(θ))]`, `[d]`: the mean force on an
   * iterate that still holds the noise of ℓ steps ago while a correlated observation multiplies it. 0 for
   * additive noise.
   */
  readonly memories: readonly Float64Array[];
}
