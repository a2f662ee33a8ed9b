/** The errors of one algorithm: exact if the budget allows it, otherwise with at most two chain factors and an estimated error. */
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { type ExactErrors, exactErrorsOf, refused } from '../moments/exactErrors.ts';
import { knownProblem, type KnownProblem, type MomentConfiguration } from '../moments/knownProblem.ts';
import type { MomentBudget, TheoryBudgets } from '../budgets.ts';
import { levelMoments, longRoundMoments, roughMoments } from './levelMoments.ts';
import { bareReason } from '../unknown.ts';
import { hasLevels } from './levelPlan.ts';

/**
 * E ‖θ̄_t − θ*‖² and ‖E θ̄_t − θ*‖² at the given rounds; an approximation names what it neglects.
 *
 * @param rounds - in increasing order; round 0 is the start
 */
export function exactOrLevelErrors(
  problem: Problem,
  solution: Solution,
  configuration: MomentConfiguration,
  algorithm: ScheduledAlgorithm,
  rounds: readonly number[],
  { curve, levels: ofLevels, longRounds }: TheoryBudgets,
): ExactErrors {
  const known = knownProblem(problem, solution, configuration);
  if ('reason' in known) return refused(known);
  const exact = exactErrorsOf(known, algorithm, rounds, curve);
  if (exact.kind === 'exact' || !hasLevels(known)) return exact;
  const levels = levelErrors(known, algorithm, rounds, ofLevels);
  if (levels.kind === 'exact') return levels;
  // Rounds in which chains forget: they may take more, and need more memory.
  const long = exactErrorsOf(known, algorithm, rounds, longRounds, longRoundMoments);
  return long.kind === 'exact' ? long : withBoth(exact, levels);
}

/** The errors with at most two chain factors, or why they are not computed; for agents that have levels. */
export const levelErrors = (
  known: KnownProblem,
  algorithm: ScheduledAlgorithm,
  rounds: readonly number[],
  budget: MomentBudget,
): ExactErrors => exactErrorsOf(known, algorithm, rounds, budget, levelMoments);

/** The same with at most one chain factor, and no estimate of what that leaves out. */
export const roughErrors: typeof levelErrors = (known, algorithm, rounds, budget) =>
  exactErrorsOf(known, algorithm, rounds, budget, roughMoments);

type Refused = Extract<ExactErrors, { readonly kind: 'refused' }>;

/** Neither exact nor with two chain factors, with both reasons where they differ. */
export function withBoth(exact: Refused, levels: Refused): Refused {
  const why = bareReason(levels.reason);
  return exact.reason.endsWith(why) ? exact : { ...levels, reason: `${exact.reason}; ${why}` };
}
