/** The exact values of what theorems bound after T rounds, from the moments of e_t = θ̄_t − θ*. */
import { column, conjugate, type Matrix, matrix, numbersOf, plus, square, timesVector, withTranspose, multiplyTransposed } from '../../maths/matrix.ts'; // prettier-ignore
import { addScaled, squaredNorm, type Vector } from '../../maths/vector.ts';
import type { Problem } from '../../problems/operator.ts';
import type { Solution } from '../../problems/root.ts';
import type { ScheduledAlgorithm } from '../../configuration/configuration.ts';
import { attempted } from '../../theory/attempted.ts';
import { budgetedRounds } from '../../configuration/budget.ts';
import { type Quantity, QUANTITY } from '../../theory/bounds/quantities.ts';
import type { StatementConfiguration } from '../../theory/bounds/runStatements.ts';
import { PLAN_BUDGET } from '../../theory/budgets.ts';
import { withConstantStep } from '../../theory/constantStep.ts';
import { linearProblem, type LinearProblem } from '../../theory/linearProblem.ts';
import { meanRound } from '../../theory/mean/roundMap.ts';
import { type ErrorMoments, errorMoments, type MomentsOf } from '../../theory/moments/errorMoments.ts';
import { exactErrorsOf } from '../../theory/moments/exactErrors.ts';
import { knownProblem } from '../../theory/moments/knownProblem.ts';
import { meanMoments } from '../../theory/moments/meanMoments.ts';
import { bareReason, because, type Unknown } from '../../theory/unknown.ts';

/** E‖B(e − c)‖² of an error whose moments these are. */
interface MeanSquare {
  readonly moments: MomentsOf;
  /** B `[d, d]`; I where it is not there */
  readonly map?: Matrix;
  /** c `[d]`; 0 where it is not there */
  readonly centre?: Float64Array;
}

/**
 * The exact values of one algorithm's quantities in a run.
 *
 * @returns from a quantity to its value, or why that is not known
 */
export function exactQuantities(
  problem: Problem,
  solution: Solution,
  configuration: StatementConfiguration,
  algorithm: ScheduledAlgorithm,
): (quantity: Quantity) => number | Unknown {
  const known = knownProblem(problem, solution, configuration);
  const linear = linearProblem(problem, solution);
  return (quantity) => {
    if ('reason' in linear) return linear;
    if ('reason' in known) return known;
    if (quantity === QUANTITY.limitBias) {
      const limit = limitOf(linear, configuration, algorithm);
      return 'reason' in limit ? limit : squaredNorm(limit);
    }
    const asked = meanSquareOf(quantity, linear, configuration, algorithm);
    if ('reason' in asked) return asked;
    const T = budgetedRounds(configuration);
    const errors = exactErrorsOf(known, algorithm, [T], PLAN_BUDGET, seenThrough(asked));
    if (errors.kind === 'refused') return because(bareReason(errors.reason));
    const value = errors.meanSquare[0]!;
    return value > roundingOf(known.initial, asked) ? value : because('it is lost in rounding');
  };
}

/** About how far rounding takes a value away: by ε‖e‖² where it is a difference of squares, and by ε²‖e‖² else. */
function roundingOf(initial: Vector, { centre }: MeanSquare): number {
  const relative = 100 * Number.EPSILON;
  return centre === undefined
    ? relative ** 2 * squaredNorm(initial)
    : relative * (squaredNorm(initial) + squaredNorm(centre));
}

function meanSquareOf(
  quantity: Exclude<Quantity, typeof QUANTITY.limitBias>,
  linear: LinearProblem,
  configuration: StatementConfiguration,
  algorithm: ScheduledAlgorithm,
): MeanSquare | Unknown {
  switch (quantity) {
    case QUANTITY.error:
    case QUANTITY.errorWithoutNoise:
      return { moments: errorMoments };
    case QUANTITY.fromLimit:
    case QUANTITY.fromLimitWithoutNoise: {
      const centre = limitOf(linear, configuration, algorithm);
      return 'reason' in centre ? centre : { moments: errorMoments, centre };
    }
    case QUANTITY.gradient: {
      // ∇F(w) = Ā(w − θ*)
      const { dimension: d, A } = linear;
      return { moments: meanMoments(budgetedRounds(configuration)), map: matrix(d, d, Float64Array.from(A)) };
    }
  }
}

/** lim E e_t. */
function limitOf(
  linear: LinearProblem,
  { trigger }: StatementConfiguration,
  algorithm: ScheduledAlgorithm,
): Float64Array | Unknown {
  const round = meanRound(linear, withConstantStep(algorithm)!, trigger);
  if (round === undefined) return because('the round has no expectation');
  return attempted('the round has no fixed point', () => round.limit());
}

/** The moments of B(e − c). */
function seenThrough({ moments: momentsOf, map, centre }: MeanSquare): MomentsOf {
  if (map === undefined && centre === undefined) return momentsOf;
  const seen = (moments: ErrorMoments): ErrorMoments => {
    const { mean, second } = centre === undefined ? moments : about(moments, centre);
    if (map === undefined) return { mean, second };
    const d = mean.length;
    return { mean: timesVector(map, mean), second: numbersOf(conjugate(map, matrix(d, d, second))) };
  };
  return (setting, rounds, budget) => {
    const curve = momentsOf(setting, rounds, budget);
    return 'reason' in curve ? curve : { ...curve, moments: curve.moments.map(seen) };
  };
}

/** E(e − c) and E(e − c)(e − c)ᵀ = E e eᵀ − (E e cᵀ + c E eᵀ) + c cᵀ. */
function about({ mean, second }: ErrorMoments, centre: Float64Array): ErrorMoments {
  const d = mean.length;
  const crossed = withTranspose(multiplyTransposed(column(mean), column(centre)));
  const moved = plus(plus(matrix(d, d, second), crossed, -1), square(column(centre)));
  return { mean: addScaled(mean, -1, centre), second: numbersOf(moved) };
}
