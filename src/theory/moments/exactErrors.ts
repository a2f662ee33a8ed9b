/**
 * The exact mean and mean-square error of a linear algorithm, round by round, by propagating first and
 * second moments.
 *
 * Exact for i.i.d. and exact sampling and any number of agents, which are independent given the
 * state at a round's start; for Gauss–Markov noise under Markov sampling, with every agent's z in the
 * state, of which rounds that are all alike need a part alone (additiveRounds.ts); and under Markov
 * sampling on finite chains on the joint chain of all agents. There is no way around the joint chain in
 * general: E[θ̄ θ̄ᵀ] at the end of a round depends on E[θ̄ θ̄ᵀ; s_1, …, s_M] at its start, all agents'
 * states at once. What would take too long is refused with the reason.
 */
import type { Solution } from '../../problems/root.ts';
import { followedErrors, type FollowedErrors } from '../arrivals/followedRounds.ts';
import { CHANGING_STEP, withConstantStep } from '../constantStep.ts';
import type { ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { biasErrors, relativeErrors } from '../levels/relativeErrors.ts';
import { asSquare, type ErrorCurve, errorMoments, squaredError, type MomentsOf } from './errorMoments.ts';
import { extrapolatedErrors } from './extrapolatedErrors.ts';
import { knownProblem, type KnownProblem, type MomentConfiguration } from './knownProblem.ts';
import { type MomentBudget, PATIENT_BUDGET } from '../budgets.ts';
import { squaredNorm } from '../../maths/vector.ts';
import type { Problem } from '../../problems/operator.ts';
import { streamsOf } from '../../algorithms/parts.ts';
import { isPlain } from '../../algorithms/roundProgram.ts';
import { agentsOfSteps } from '../stepOperators.ts';
import { allRunsOf } from '../round/runsOf.ts';
import { answerErrors } from '../schedules/answerRounds.ts';
import { attempted } from '../attempted.ts';
import { because, type Unknown } from '../unknown.ts';

/** Expected errors given when the answers of one seed's run come, at those of the rounds asked for that it has. */
export interface SeedErrors {
  readonly seed: number;
  /** E ‖θ̄_t − θ*‖² */
  readonly meanSquare: readonly number[];
  /** ‖E θ̄_t − θ*‖² */
  readonly biasSquare: readonly number[];
}

/** The omission of an approximation and its estimated error; empty where the errors are exact. */
export type Approximation<Estimate = number> =
  Omission<Estimate> | { readonly [Part in keyof Omission<Estimate>]?: undefined };

interface Omission<Estimate> {
  /** what it leaves out, as "… neglected" says it */
  readonly neglects: string;
  /** estimates of |meanSquare/truth − 1| by round: Mathematics (8), (9) */
  readonly relativeError: readonly Estimate[];
  /** the same of biasSquare; absent along event times, where it counts as that of meanSquare */
  readonly biasRelativeError?: readonly Estimate[];
  /** the most chain factors that it follows; absent along event times */
  readonly level?: number;
  /** there, and true, where its rounds themselves show that it does not grow */
  readonly contracts?: true;
}

/** The errors at the rounds asked for, or why they are not computed. */
export type ExactErrors =
  | ({
      readonly kind: 'exact';
      /** E ‖θ̄_t − θ*‖²; Infinity where it has grown beyond all doubles */
      readonly meanSquare: readonly number[];
      /** ‖E θ̄_t − θ*‖² */
      readonly biasSquare: readonly number[];
      /** about how many multiplications it took */
      readonly multiplications: number;
      /** the multiplications that exact ones over all seeds would take, where their number is all that stands in the way */
      readonly exactNeeds?: number;
      /** where they are the mean of those given when the answers of seeds' runs come: of how many, the first of all */
      readonly seeds?: number;
      /** the rounds that they are at, where these are fewer than were asked for */
      readonly fewer?: readonly number[];
      /** each one's, of the first of these */
      readonly arrivals?: readonly SeedErrors[];
    } & Approximation)
  | ({ readonly kind: 'refused' } & Unknown);

/**
 * E ‖θ̄_t − θ*‖² and ‖E θ̄_t − θ*‖² at the given rounds.
 *
 * The expectation is over observations and, with the Bernoulli trigger, gaps; those of Geometric(p)
 * beyond a probability of 10⁻¹⁶ count as the longest kept. Every other error is rounding.
 *
 * @param rounds - in increasing order; round 0 is the start
 * @param budget - more work than this is refused
 */
export function exactErrors(
  problem: Problem,
  solution: Solution,
  configuration: MomentConfiguration,
  algorithm: ScheduledAlgorithm,
  rounds: readonly number[],
  budget: MomentBudget = PATIENT_BUDGET,
): ExactErrors {
  const known = knownProblem(problem, solution, configuration);
  return 'reason' in known ? refused(known) : exactErrorsOf(known, algorithm, rounds, budget);
}

/** {@link exactErrors} of a problem that is known; by an approximation where `momentsOf` is one. */
export function exactErrorsOf(
  known: KnownProblem,
  algorithm: ScheduledAlgorithm,
  rounds: readonly number[],
  budget: MomentBudget,
  momentsOf: MomentsOf = errorMoments,
): ExactErrors {
  const errors = attempted('their arithmetic fails', () =>
    propagated(known, algorithm, rounds, budget, momentsOf),
  );
  if ('reason' in errors) return refused(errors);
  if ('moments' in errors) return withWorth(errors);
  const { worth, ...followed } = errors;
  return { kind: 'exact', ...followed, ...worth };
}

function propagated(
  known: KnownProblem,
  algorithm: ScheduledAlgorithm,
  rounds: readonly number[],
  budget: MomentBudget,
  momentsOf: MomentsOf,
): ErrorCurve | FollowedErrors | Unknown {
  const constant = withConstantStep(algorithm);
  const followed = (why: Unknown): FollowedErrors | Unknown =>
    momentsOf === errorMoments ? followedErrors(known, algorithm, why, rounds, budget) : why;
  if (constant === undefined) return followed(because(CHANGING_STEP));
  if (known.answers !== undefined) return answerErrors(known, known.answers, constant, rounds, budget);
  const runs = allRunsOf(constant, known.trigger, known.agents.length);
  if ('reason' in runs) return followed(runs);
  const isSentAtRandom = runs.some(({ program }) => program.sent !== undefined);
  if (isSentAtRandom && momentsOf !== errorMoments)
    return because('no approximation follows what its agents send at random');
  if (isSentAtRandom && (known.sampling === 'markov' || runs.length > 1))
    return because('what its agents send at random is followed under i.i.d. and exact observations alone');
  if (runs.length > 1) {
    if (runs.some(({ program: { act } }) => !isPlain(act)))
      return because('several of its runs are pulled or scaled');
    if (known.participation !== undefined) return because('its runs share who takes part');
    const common = new Set(streamsOf(constant)).size === 1;
    return extrapolatedErrors(known, { runs, common }, rounds, budget, momentsOf);
  }
  const { program, trigger } = runs[0]!;
  const seen = agentsOfSteps(known, program.act);
  return 'reason' in seen ? seen : momentsOf({ ...seen, program, trigger }, rounds, budget);
}

/** Exact errors as they are, and an approximation with its estimated error; without an estimate it is refused. */
function withWorth(curve: ErrorCurve): ExactErrors {
  const { moments, multiplications, neglects, added, doubt, meanDoubt, level, contracts } = curve;
  const meanSquare = moments.map(squaredError);
  const biasSquare = moments.map(({ mean }) => squaredNorm(mean));
  const errors = {
    ...{ kind: 'exact' as const, multiplications },
    ...{ meanSquare: meanSquare.map(asSquare), biasSquare: biasSquare.map(asSquare) },
  };
  if (neglects === undefined) return errors;
  if (added === undefined) return refused(unestimated(neglects));
  const estimates = relativeErrors(meanSquare, added, doubt);
  // What is negative beyond rounding is no mean of squares at all.
  const rounding = ROUNDING * meanSquare.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const relativeError = estimates.map((error, at) => (meanSquare[at]! < -rounding ? Infinity : error));
  const biasRelativeError = biasErrors(biasSquare, meanSquare, added, meanDoubt);
  return {
    ...{ ...errors, neglects, relativeError, biasRelativeError },
    ...(level !== undefined && { level }),
    ...(contracts && { contracts }),
  };
}

/** Beside the largest of a curve's mean squares. */
const ROUNDING = 1e-12;

/** The reason against an approximation whose error is unknown. */
export const unestimated = (neglects: string): string =>
  `an approximation would neglect ${neglects}, and estimating its error takes too much`;

/** Exact moments that are not computed. */
export function refused(why: string | Unknown): ExactErrors {
  const refusal = typeof why === 'string' ? { reason: why } : why;
  return { kind: 'refused', ...refusal, reason: `no exact moments: ${refusal.reason}` };
}
