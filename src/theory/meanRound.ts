/** One mean round of an algorithm on a linear problem: what every question about its limit and speed needs. */

/** Where a mean recursion ends if it contracts: at θ*, or off it by what `solve` gives. */
export type MeanLimit =
  | { readonly kind: 'root'; /** for readers */ readonly source: string }
  | {
      readonly kind: 'offset';
      readonly source: string;
      /**
       * `θ_∞ − θ*`, `[d]`.
       *
       * @throws RangeError if the equation for it is singular
       */
      readonly solve: () => Float64Array;
    };

/**
 * A round without noise, in expectation over the gaps where the trigger draws them. It is affine in
 * the errors about θ* of all that the algorithm keeps between rounds.
 */
export interface MeanRound {
  /** the spectral radius of its linear part; Infinity where that is not finite */
  readonly factor: () => number;
  readonly limit: MeanLimit;
  /**
   * Starts the algorithm.
   *
   * @param model - the error θ̄ − θ* `[d]`
   * @returns what takes `model` through one round, in place
   */
  readonly start: (model: Float64Array) => () => void;
}
