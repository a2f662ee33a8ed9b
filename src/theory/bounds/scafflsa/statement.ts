/** How much of a theorem's statement can be computed. */

/**
 * `bound`: the inequality holds as computed. `shape`: the paper leaves a universal constant open, here
 * 1, so that only the dependence on the parameters is meant.
 */
export type Strength = 'bound' | 'shape';

/** How a run reaches a precision: with these parameters, after this many rounds. */
export interface RunPlan {
  readonly kind: Strength;
  /** η */
  readonly stepSize: number;
  /** H; under the Bernoulli trigger the expected number 1/p */
  readonly localSteps: number;
  /** T; under the Bernoulli trigger the expected number */
  readonly rounds: number;
}

/** Four digits: enough to see by how much a condition fails. */
export const digits = (value: number): string => String(Number(value.toPrecision(4)));
