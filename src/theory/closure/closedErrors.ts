/** The errors of one algorithm: exact ones where they are within reach, otherwise those of a closure. */
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { ScheduledAlgorithm } from '../../protocol/configuration.ts';
import { type ExactErrors, exactErrorsOf, refused } from '../moments/exactErrors.ts';
import { knownProblem, type MomentConfiguration } from '../moments/knownProblem.ts';
import { CLOSURE_BUDGET, PATIENT_BUDGET } from '../moments/momentBudget.ts';
import { closes, closureMoments } from './closureMoments.ts';

/**
 * E ‖θ̄_t − θ*‖² and ‖E θ̄_t − θ*‖² at the given rounds; `neglects` says where they are not exact, and what.
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
  if (exact.kind === 'exact' || !closes(known)) return exact;
  const closed = exactErrorsOf(known, algorithm, rounds, CLOSURE_BUDGET, closureMoments);
  return closed.kind === 'exact' ? closed : withBoth(exact, closed);
}

type Refused = Extract<ExactErrors, { readonly kind: 'refused' }>;

/** Neither exact nor closed, with both reasons where they differ. */
export function withBoth(exact: Refused, closed: Refused): Refused {
  const why = closed.reason.replace(/^no exact moments: /, '');
  return exact.reason.endsWith(why) ? exact : { ...closed, reason: `${exact.reason}; ${why}` };
}
