/** A curve of theory with what each of its numbers is worth. */
import { MOST_UNCERTAIN } from './mostUncertain.ts';
import type { ExactErrors } from './moments/exactErrors.ts';
import type { Prediction } from './predictions.ts';

export interface PredictedCurve {
  readonly algorithm: string;
  readonly kind: 'exact' | 'approximate' | 'none';
  /** the most chain factors that an approximation follows; null where it is exact, or there is none */
  readonly level: number | null;
  /** E ‖θ̄_t − θ*‖² by round; null where its estimated error is above 10 %, or it is beyond all doubles */
  readonly meanSquare: readonly (number | null)[];
  /** ‖E θ̄_t − θ*‖² by round; null likewise */
  readonly biasSquare: readonly (number | null)[];
  /** estimates of |meanSquare/truth − 1|: 0 where it is exact, null beyond all doubles */
  readonly relativeError: readonly (number | null)[];
  /** why there is no number, or what an approximation neglects; null where the curve is exact */
  readonly reason: string | null;
}

/**
 * The estimated relative error of a limit: 0 where it is exact, that of the curve at whose end it was read, null where nothing is
 * known of it.
 */
export function limitUncertainty({
  limitKind,
  limitRelativeError,
  exact,
}: Pick<Prediction, 'limitKind' | 'limitRelativeError' | 'exact'>): number | null {
  if (limitKind === 'exact') return 0;
  if (limitRelativeError !== undefined) return limitRelativeError;
  if (limitKind !== 'closure' || exact === undefined || 'reason' in exact) return null;
  return exact.neglects === undefined ? 0 : (exact.relativeError.at(-1) ?? Infinity);
}

/** The curve of an algorithm's errors. */
export function predictedCurve({
  algorithm,
  result,
}: {
  readonly algorithm: string;
  readonly result: ExactErrors;
}): PredictedCurve {
  if (result.kind === 'refused') {
    const nothing = { meanSquare: [], biasSquare: [], relativeError: [] };
    return { algorithm, kind: 'none', level: null, ...nothing, reason: result.reason };
  }
  const { neglects, relativeError, level = null } = result;
  const errors = relativeError ?? result.meanSquare.map(() => 0);
  const known = (value: number, at: number): number | null =>
    Number.isFinite(value) && errors[at]! <= MOST_UNCERTAIN ? value : null;
  return {
    algorithm,
    kind: neglects === undefined ? 'exact' : 'approximate',
    level,
    meanSquare: result.meanSquare.map(known),
    biasSquare: result.biasSquare.map(known),
    relativeError: errors.map((error) => (Number.isFinite(error) ? error : null)),
    reason: neglects === undefined ? null : `${neglects} neglected`,
  };
}
