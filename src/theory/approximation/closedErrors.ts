/** The errors of one algorithm: exact if the budget allows it, otherwise by an approximation with an estimated error. */
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { ScheduledAlgorithm } from '../../protocol/configuration.ts';
import type { MomentsOf } from '../moments/errorMoments.ts';
import { type ExactErrors, exactErrorsOf, refused, unestimated } from '../moments/exactErrors.ts';
import { knownProblem, type KnownProblem, type MomentConfiguration } from '../moments/knownProblem.ts';
import {
  CLOSURE_BUDGET,
  LEVEL_BUDGET,
  LONG_BUDGET,
  type MomentBudget,
  PATIENT_BUDGET,
} from '../moments/momentBudget.ts';
import { levelMoments, longRoundMoments } from '../levels/levelMoments.ts';
import { isTooLargeForEstimate, withProjectedErrors } from '../levels/projectedErrors.ts';
import { hasLevels } from '../levels/levelPlan.ts';
import { because } from '../unknown.ts';
import { closureMoments, PAIRS_NEGLECTED } from './closureMoments.ts';

/**
 * E ‖θ̄_t − θ*‖² and ‖E θ̄_t − θ*‖² at the given rounds; an approximation names what it neglects.
 *
 * @param rounds - in increasing order; round 0 is the start
 */
export function exactOrClosedErrors(
  problem: Problem,
  solution: Solution,
  configuration: MomentConfiguration,
  algorithm: ScheduledAlgorithm,
  rounds: readonly number[],
): ExactErrors {
  const known = knownProblem(problem, solution, configuration);
  if ('reason' in known) return refused(known);
  const exact = exactErrorsOf(known, algorithm, rounds, PATIENT_BUDGET);
  if (exact.kind === 'exact') return exact;
  const levels = levelErrors(known, algorithm, rounds, LEVEL_BUDGET);
  if (levels.kind === 'exact') return levels;
  // What follows the steps of long rounds takes more than levels of them, which need more memory.
  const long = exactErrorsOf(known, algorithm, rounds, LONG_BUDGET, longRoundMoments);
  if (long.kind === 'exact') return long;
  const closed = closedErrors(known, algorithm, rounds, CLOSURE_BUDGET);
  return closed.kind === 'exact' ? closed : withBoth(exact, closed);
}

/** The errors with at most two chain factors, or why they are not computed. */
export const levelErrors = (
  known: KnownProblem,
  algorithm: ScheduledAlgorithm,
  rounds: readonly number[],
  budget: MomentBudget,
): ExactErrors =>
  hasLevels(known)
    ? exactErrorsOf(known, algorithm, rounds, budget, levelMoments)
    : refused('levels are for finite chains under Markov sampling');

/** The errors by a closure of the moments, or why they are not computed. */
export const closedErrors = (
  known: KnownProblem,
  algorithm: ScheduledAlgorithm,
  rounds: readonly number[],
  budget: MomentBudget,
): ExactErrors => exactErrorsOf(known, algorithm, rounds, budget, estimatedClosure);

/**
 * The closure, with its error in the directions in which the iterate's error varies most as an estimate. One that may take
 * minutes is not begun where there will be no estimate.
 */
const estimatedClosure: MomentsOf = (setting, rounds, budget) => {
  const isLong = budget.multiplications > LEVEL_BUDGET.multiplications;
  if (isLong && isTooLargeForEstimate(setting, rounds, budget)) return because(unestimated(PAIRS_NEGLECTED));
  const curve = closureMoments(setting, rounds, budget);
  return 'reason' in curve ? curve : withProjectedErrors(curve, setting, rounds, closureMoments, budget);
};

type Refused = Extract<ExactErrors, { readonly kind: 'refused' }>;

/** Neither exact nor closed, with both reasons where they differ. */
export function withBoth(exact: Refused, closed: Refused): Refused {
  const why = closed.reason.replace(/^no exact moments: /, '');
  return exact.reason.endsWith(why) ? exact : { ...closed, reason: `${exact.reason}; ${why}` };
}
