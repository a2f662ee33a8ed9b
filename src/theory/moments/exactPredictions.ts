/** The exact mean-square error of each algorithm of a run, as far as a budget for all of them goes. */
import { levelErrors, withBoth } from '../levels/levelErrors.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { ScheduledAlgorithm } from '../../configuration/configuration.ts';
import {
  type Approximation,
  type ExactErrors,
  exactErrorsOf,
  refused,
  type SeedErrors,
} from './exactErrors.ts';
import {
  joinsTooMany,
  knownProblem,
  type KnownProblem,
  lawsTooLarge,
  type MomentConfiguration,
} from './knownProblem.ts';
import { hasLevels, leastOfLevels, LEVELS_TAKE } from '../levels/levelPlan.ts';
import { roundBased } from '../roundBased.ts';
import { type MomentBudget } from '../budgets.ts';
import { tooExpensive, type Unknown, withAdvice } from '../unknown.ts';

/** Expectations round by round; plain data, without infinities: an estimated error beyond all doubles is null. */
export type ExactCurve = CurveNumbers & Approximation<number | null>;

interface CurveNumbers {
  /** ascending; fewer than were asked for where what follows is beyond all doubles */
  readonly rounds: readonly number[];
  /** E ‖θ̄_t − θ*‖², over observations and gaps */
  readonly meanSquare: readonly number[];
  /** ‖E θ̄_t − θ*‖² */
  readonly biasSquare: readonly number[];
  /** the multiplications that an exact one over all seeds would take, where their number is all that stood in its way */
  readonly exactNeeds?: number;
  /** where it is the mean of the expectations given when the answers of seeds' runs come: of how many, the first of all */
  readonly seeds?: number;
  /** each one's, of the first of these, as far as its rounds go */
  readonly arrivals?: readonly SeedErrors[];
  /** at how many rounds it would be, where a budget allowed it at fewer */
  readonly thinnedFrom?: number;
  /** there, and true, where the expectation is over schedules as well: who takes part, or whose answer comes next */
  readonly overSchedules?: true;
}

/** The curve, or why there is none. */
export type ExactPrediction = (ExactCurve | NoCurve) & {
  /** the multiplications for which the start of its run left it out, where it was computed, or tried, after that */
  readonly leftAtStart?: number;
};

export interface NoCurve {
  readonly reason: string;
  /** the multiplications that it would take, where their number is all that stands in its way */
  readonly needed?: number;
}

/**
 * One prediction for each algorithm, in its order.
 *
 * Each algorithm may use an equal share of the multiplications; what is left over goes to those that
 * need more than theirs, the cheapest first, so that as many as possible have a curve. Where exact
 * moments are out of reach under Markov sampling, those with at most two chain factors take their place as far as the
 * budget for estimates and what is left of the other go, and the curve says what it neglects.
 *
 * @param rounds - in increasing order; round 0 is the start
 * @param budget - for all algorithms together
 */
export function exactPredictions(
  problem: Problem,
  solution: Solution,
  configuration: MomentConfiguration & { readonly algorithms: readonly ScheduledAlgorithm[] },
  rounds: readonly number[],
  budget: MomentBudget,
): ExactPrediction[] {
  const { algorithms } = configuration;
  const known = knownWithin(problem, solution, configuration, budget);
  if ('reason' in known) return algorithms.map(() => predictionOf(refused(known), rounds));
  const { results, exactNeeds } = sharedOut(known, algorithms, rounds, budget);
  return results.map((result, k) => predictionOf(result, rounds, exactNeeds[k]));
}

/** What is known of the problem, unless there can be no curve: the agents of a large one are expensive. */
function knownWithin(
  problem: Problem,
  solution: Solution,
  configuration: MomentConfiguration,
  budget: MomentBudget,
): KnownProblem | Unknown {
  const joint = 'under Markov sampling they need the joint chain of all agents, which has too many states';
  if ('reason' in roundBased(configuration) || !joinsTooMany(problem, configuration, budget.doubles))
    return knownProblem(problem, solution, configuration);
  const tooLarge = lawsTooLarge(problem);
  if (tooLarge !== undefined) return tooLarge;
  const least = leastOfLevels(problem, configuration);
  const allowed = { multiplications: budget.multiplications + (budget.estimated ?? 0) };
  if (least <= allowed.multiplications) return knownProblem(problem, solution, configuration);
  return Number.isFinite(least)
    ? { reason: `${joint}; ${tooExpensive(LEVELS_TAKE, least, allowed).reason}`, needed: least }
    : { reason: joint };
}

function sharedOut(
  known: KnownProblem,
  algorithms: readonly ScheduledAlgorithm[],
  rounds: readonly number[],
  budget: MomentBudget,
): { readonly results: readonly ExactErrors[]; readonly exactNeeds: readonly number[] } {
  let left = budget.multiplications;
  const attempt = (algorithm: ScheduledAlgorithm, multiplications: number): ExactErrors => {
    const allowed = { ...budget, multiplications };
    const result = exactErrorsOf(known, algorithm, rounds, allowed);
    if (result.kind === 'exact') left -= result.multiplications;
    return result;
  };
  const share = budget.multiplications / algorithms.length;
  const results = algorithms.map((algorithm) => attempt(algorithm, share));
  const byNeed = [...results.keys()].sort((i, k) => needOf(results[i]!) - needOf(results[k]!));
  for (const k of byNeed) {
    const need = needOf(results[k]!);
    // Of equals all or none: the order in which they are asked for decides nothing.
    const equals = results.filter((result) => needOf(result) === need).length;
    if (share < need && equals * need <= left) results[k] = attempt(algorithms[k]!, left);
  }
  const exactNeeds = results.map(needOf);
  if (!hasLevels(known)) return { results, exactNeeds };
  const rest = approximateRest(known, algorithms, rounds, { ...budget, multiplications: left }, results);
  return { results: rest, exactNeeds };
}

/** Moments with at most two chain factors of what has no exact ones, the cheapest first. */
function approximateRest(
  known: KnownProblem,
  algorithms: readonly ScheduledAlgorithm[],
  rounds: readonly number[],
  budget: MomentBudget,
  exact: readonly ExactErrors[],
): ExactErrors[] {
  const results = [...exact];
  let left = budget.multiplications + (budget.estimated ?? 0);
  const within = (k: number, multiplications: number): ExactErrors =>
    levelErrors(known, algorithms[k]!, rounds, { ...budget, multiplications });
  const open = [...results.keys()].filter((k) => results[k]!.kind === 'refused');
  const needs = new Map(open.map((k) => [k, needOf(within(k, 0))]));
  for (const k of open.sort((i, j) => needs.get(i)! - needs.get(j)!)) {
    const before = results[k]!;
    const found = within(k, left);
    if (found.kind === 'exact') left -= found.multiplications;
    results[k] = found.kind === 'refused' && before.kind === 'refused' ? withBoth(before, found) : found;
  }
  return results;
}

/** The multiplications that it was refused for; infinite where there is more in its way, 0 once it is done. */
function needOf(result: ExactErrors): number {
  return result.kind === 'exact' ? 0 : (result.needed ?? Infinity);
}

/** The errors as a curve: plain data, without infinities. */
export function predictionOf(
  result: ExactErrors,
  asked: readonly number[],
  exactNeeds?: number,
): ExactPrediction {
  if (result.kind === 'refused') {
    const { reason, needed } = withAdvice(result);
    return needed === undefined ? { reason } : { reason, needed };
  }
  const needs = result.exactNeeds ?? (result.neglects === undefined ? undefined : exactNeeds);
  const overflow = result.meanSquare.findIndex(
    (value, at) => !Number.isFinite(value) || !Number.isFinite(result.biasSquare[at]),
  );
  const count = overflow < 0 ? result.meanSquare.length : overflow;
  const rounds = result.fewer ?? asked;
  return {
    rounds: rounds.slice(0, count),
    meanSquare: result.meanSquare.slice(0, count),
    biasSquare: result.biasSquare.slice(0, count),
    ...(result.neglects !== undefined && {
      neglects: result.neglects,
      relativeError: finiteOrNull(result.relativeError.slice(0, count)),
      ...(result.biasRelativeError && {
        biasRelativeError: finiteOrNull(result.biasRelativeError.slice(0, count)),
      }),
    }),
    ...(Number.isFinite(needs) && { exactNeeds: needs! }),
    ...(result.seeds !== undefined && { seeds: result.seeds }),
    ...(result.fewer && { thinnedFrom: asked.length }),
    ...(result.arrivals !== undefined && {
      arrivals: result.arrivals.map(({ seed, meanSquare, biasSquare }) => ({
        seed,
        meanSquare: meanSquare.slice(0, count),
        biasSquare: biasSquare.slice(0, count),
      })),
    }),
  };
}

const finiteOrNull = (errors: readonly number[]): (number | null)[] =>
  errors.map((error) => (Number.isFinite(error) ? error : null));
