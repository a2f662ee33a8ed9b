/** Whether the mean-square error of a run is known to grow without bound. */
import type { ExactPrediction } from '../moments/exactPredictions.ts';
import { numberText } from '../../values/numbers.ts';
import type { Prediction } from '../predictions.ts';

/** A factor above 1 by no more than this may be a 1 with its rounding errors. */
const ROUNDING = 1e-6;
/** An exact curve that is this many times higher at its end than at half its rounds grows like no power of them. */
const LARGEST_POWER = 10;

/** A mean-square factor with an estimate of its relative error, 0 where it is exact. */
export interface SquareFactor {
  readonly value: number;
  readonly relativeError: number;
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
