/** Step sizes as a run is given them: a number, or a rule that the run's horizon and problem complete. */
import { countFromOne, nonNegative, positive } from '../../values/parameter.ts';
import { either, optional, real, type Value, variant, variants } from '../../values/value.ts';

/** The smallest step size: dividing by a smaller one, as control variates do, may give infinity. */
const SMALLEST_STEP = 2 ** -1022;

/**
 * - `decreasing`: `η_t = scale/(offset + t)^exponent` in round t = 1, 2, …
 * - `corollary-1`: `η = 4 log(MHT)/(μHT)` of FedHSA's Corollary 1, T the rounds of the run;
 * - `doubling`: that step size for epochs of `firstRounds`, 2·`firstRounds`, 4·`firstRounds`, … rounds.
 *
 * `monotonicity` is μ; where it is not given it is the smallest eigenvalue of (Ā + Āᵀ)/2, or 1 if that is larger, for linear
 * problems.
 */
export type StepRule =
  | {
      readonly kind: 'decreasing';
      readonly scale: number;
      readonly offset: number;
      readonly exponent: number;
    }
  | { readonly kind: 'corollary-1'; readonly monotonicity?: number }
  | { readonly kind: 'doubling'; readonly firstRounds: number; readonly monotonicity?: number };

const monotonicity = optional(positive('MU', 'μ'));

/** A number, or a rule. */
export const stepRule: Value<number | StepRule> = either<number | StepRule>(
  [
    real({ above: 0, least: SMALLEST_STEP }),
    variants(
      variant('decreasing', {
        scale: positive('SCALE', 'what is divided'),
        offset: nonNegative('OFFSET', 'what is added to t'),
        exponent: positive('EXPONENT', 'of offset + t'),
      }),
      variant('corollary-1', { monotonicity }),
      variant('doubling', { firstRounds: countFromOne('ROUNDS', 'of the first epoch'), monotonicity }),
    ),
  ],
  'must be a number above 0, or a rule { kind, … }',
);
