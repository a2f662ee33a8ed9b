/** Whether the mean-square error of a run is known to grow without bound. */
import type { ConfiguredAlgorithm } from '../../algorithms/parts.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { attempted } from '../attempted.ts';
import { withConstantStep } from '../constantStep.ts';
import { hasLevels, leastOfLevels } from '../levels/levelPlan.ts';
import { meanSquareFactor } from './meanSquareFactor.ts';
import type { ExactPrediction } from '../moments/exactPredictions.ts';
import { numberText } from '../numberText.ts';
import {
  joinsTooMany,
  type KnownProblem,
  knownProblem,
  type MomentConfiguration,
} from '../moments/knownProblem.ts';
import type { MomentBudget } from '../moments/momentBudget.ts';
import type { Prediction } from '../predictions.ts';
import { roundBased } from '../roundBased.ts';
import { levelError, levelMap } from './levelMaps.ts';

/** Times d², what an agent's part of one round takes at the least. */
const MULTIPLICATIONS_AN_AGENT = 100;
/** A factor above 1 by no more than this may be a 1 with its rounding errors. */
const ROUNDING = 1e-6;
/** An exact curve that is this many times higher at its end than at half its rounds grows like no power of them. */
const LARGEST_POWER = 10;

/** A mean-square factor with an estimate of its relative error, 0 where it is exact. */
export interface SquareFactor {
  readonly value: number;
  readonly relativeError: number;
}

/**
 * The mean-square factor of each algorithm at its own step size ({@link meanSquareFactor}), under Markov sampling with
 * at most two chain factors where the joint chain is too large; null where it is not known, takes more than the budget
 * allows, or there is no noise.
 *
 * @param budget - for each algorithm
 */
export function meanSquareFactors(
  problem: Problem,
  solution: Solution,
  configuration: MomentConfiguration & { readonly algorithms: readonly ScheduledAlgorithm[] },
  budget: MomentBudget,
): (SquareFactor | null)[] {
  const { agents, dimension } = problem;
  // Seen without building the agents, which of many would take longer than all else before a run.
  const tooLarge =
    MULTIPLICATIONS_AN_AGENT * agents * dimension ** 2 > budget.multiplications ||
    (joinsTooMany(problem, configuration, budget.doubles) &&
      leastOfLevels(problem, configuration) > budget.multiplications);
  const known =
    (configuration.sampling === 'exact' && !('reason' in roundBased(configuration))) || tooLarge
      ? undefined
      : knownProblem(problem, solution, configuration);
  return configuration.algorithms.map((scheduled) => {
    const algorithm = withConstantStep(scheduled);
    if (known === undefined || 'reason' in known || algorithm === undefined) return null;
    const factor = meanSquareFactor(known, algorithm, budget);
    if (typeof factor === 'number')
      return Number.isFinite(factor) ? { value: factor, relativeError: 0 } : null;
    return hasLevels(known) ? levelFactor(known, algorithm, budget) : null;
  });
}

/** With two chain factors, or with one where that is exact, or shows already that the mean square grows. */
function levelFactor(
  known: KnownProblem,
  algorithm: ConfiguredAlgorithm,
  budget: MomentBudget,
): SquareFactor | null {
  const [first, two] = (['one', 'two'] as const).map((entry) => {
    const map = attempted('the map of second moments', () =>
      levelMap(known, algorithm, 'meanSquare', entry, budget),
    );
    if ('reason' in map || map.cost > budget.multiplications) return undefined;
    const value = map.factor();
    return typeof value === 'number' && Number.isFinite(value) ? { value, isExact: map.isExact } : undefined;
  });
  if (first?.isExact) return { value: first.value, relativeError: 0 };
  if (first === undefined || two === undefined) return null;
  return {
    value: two.value,
    relativeError: two.isExact ? 0 : levelError(two.value, first.value),
  };
}

/** A mean-square factor as fields of a prediction. */
export const factorFields = (
  factor: SquareFactor | null | undefined,
): Pick<Prediction, 'meanSquareFactor' | 'meanSquareFactorError'> => ({
  meanSquareFactor: factor?.value ?? null,
  ...(factor && factor.relativeError > 0 && { meanSquareFactorError: factor.relativeError }),
});

/** What is known to grow. */
export interface Growth {
  readonly quantity: 'mean square' | 'mean recursion';
  /** by how much in a round, in the long run; `undefined` where an exact curve alone shows it */
  readonly factor: number | undefined;
}

/**
 * What a prediction knows to grow without bound at the run's step size, the strongest first.
 *
 * @returns `undefined` where nothing is known to grow
 */
export function knownGrowth({ meanSquareFactor, roundFactor, exact }: Prediction): Growth | undefined {
  if (typeof meanSquareFactor === 'number' && meanSquareFactor > 1 + ROUNDING)
    return { quantity: 'mean square', factor: meanSquareFactor };
  if (roundFactor !== null && roundFactor > 1 + ROUNDING)
    return { quantity: 'mean recursion', factor: roundFactor ** 2 };
  return exact !== undefined && curveGrows(exact)
    ? { quantity: 'mean square', factor: undefined }
    : undefined;
}

/**
 * What is said of a prediction that knows of growth, for example
 * `E‖θ̄ − θ*‖² grows without bound at this step size, by a factor of 1.3 a round in the long run`.
 *
 * @returns `undefined` where nothing is known to grow
 */
export function growthWarning(prediction: Prediction | undefined): string | undefined {
  const growth = prediction && knownGrowth(prediction);
  if (growth === undefined) return undefined;
  const { quantity, factor } = growth;
  const subject = quantity === 'mean square' ? 'E‖θ̄ − θ*‖²' : 'the noise-free error';
  const rate =
    factor === undefined ? '' : `, by a factor of ${numberText(factor, 3)} a round in the long run`;
  return `${subject} grows without bound at this step size${rate}`;
}

/** Rounding of a bias, beside the whole error. */
const OF_WHOLE = 1e-6;

/** Why an approximate curve does not hold, where its mean square is known to grow or its parts contradict each other. */
export function growsBeyond(prediction: Prediction): { readonly reason: string } | undefined {
  const { exact } = prediction;
  if (exact === undefined || 'reason' in exact || exact.neglects === undefined) return undefined;
  if (knownGrowth(prediction)?.quantity === 'mean square')
    return { reason: 'the mean square grows at this step size, where approximations do not hold' };
  const { meanSquare, biasSquare } = exact;
  return biasSquare.some((bias, at) => bias > meanSquare[at]! * (1 + OF_WHOLE))
    ? { reason: 'its approximation does not hold at this step size: it gives a bias² above the whole error' }
    : undefined;
}

function curveGrows(curve: ExactPrediction): boolean {
  if ('reason' in curve) return false;
  const { rounds, meanSquare } = curve;
  const end = rounds.at(-1) ?? 0;
  const half = rounds.findLastIndex((round) => round > 0 && round <= end / 2);
  return half >= 0 && meanSquare.at(-1)! > LARGEST_POWER * Math.max(meanSquare[half]!, meanSquare[0]!);
}
