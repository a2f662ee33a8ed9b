/** Step sizes as a run is told them: a number, or a rule that the run's horizon and problem complete. */
import { horizonStep, type StepSize } from '../algorithms/stepSize.ts';
import { meanGap, type RunTrigger } from '../triggers/index.ts';
import type { Budget } from '../protocol/configuration.ts';
import { InputError } from '../protocol/failure.ts';
import { countFromOne, nonNegative, positive } from '../values/parameter.ts';
import { either, optional, real, type Value, variant, variants } from '../values/value.ts';

/** The smallest step size: dividing by a smaller one, as control variates do, may give infinity. */
const SMALLEST_STEP = 2 ** -1022;

/**
 * - `decreasing`: `η_t = scale/(offset + t)^exponent` in round t = 1, 2, …
 * - `corollary-1`: `η = 4 log(MHT)/(μHT)` of FedHSA's Corollary 1, T the rounds of the run;
 * - `doubling`: that step size for epochs of `firstRounds`, 2·`firstRounds`, 4·`firstRounds`, … rounds.
 *
 * `monotonicity` is μ; where it is not given it is the smallest eigenvalue of (Ā + Āᵀ)/2, for linear
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

/** What a rule needs to know of the run. */
export interface StepHorizon {
  readonly trigger: RunTrigger;
  readonly budget: Budget;
  /** M */
  readonly agents: number;
  /** μ of the problem, where it is known; asked only by rules that do not give one */
  readonly monotonicity: () => number | undefined;
}

/**
 * The step size that a rule stands for.
 *
 * @throws InputError where μ is neither given nor known, or the horizon is too short
 */
export function resolveStepRule(rule: number | StepRule, horizon: StepHorizon): StepSize {
  if (typeof rule === 'number' || rule.kind === 'decreasing') return rule;
  const { trigger, budget, agents } = horizon;
  const localSteps = meanGap(trigger);
  if (localSteps === undefined) {
    throw new InputError(
      `--step-size: ${rule.kind} needs H, and the trigger does not give its mean gap; give the step size as a number`,
    );
  }
  const monotonicity = rule.monotonicity ?? horizon.monotonicity();
  if (monotonicity === undefined || !(monotonicity > 0)) {
    const why =
      monotonicity === undefined ? 'is not known of this problem' : `is ${monotonicity} in this problem`;
    throw new InputError(
      `--step-size: ${rule.kind} needs μ > 0, the strong monotonicity of the mean operator, which ${why}; give it, as in ${rule.kind === 'doubling' ? `doubling:${rule.firstRounds},0.1` : 'corollary-1:0.1'}`,
    );
  }
  const rounds =
    rule.kind === 'doubling'
      ? rule.firstRounds
      : budget.kind === 'rounds'
        ? budget.rounds
        : Math.floor(budget.steps / localSteps);
  if (!(agents * localSteps * rounds > 1)) {
    throw new InputError(
      `--step-size: ${rule.kind} needs MHT > 1; here M = ${agents}, H = ${localSteps}, T = ${rounds}`,
    );
  }
  return rule.kind === 'doubling'
    ? { kind: 'doubling', firstRounds: rule.firstRounds, agents, localSteps, monotonicity }
    : horizonStep(agents, localSteps, rounds, monotonicity);
}
