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
  /** ‖E θ̄_t − θ*‖² by round; null by its own estimate likewise */
  readonly biasSquare: readonly (number | null)[];
  /** estimates of |meanSquare/truth − 1|: 0 where it is exact, null beyond all doubles */
  readonly relativeError: readonly (number | null)[];
  /** the same of biasSquare */
  readonly biasRelativeError: readonly (number | null)[];
  /** why there is no number, or what an approximation neglects; null where the curve is exact */
  readonly reason: string | null;
}

/**
 * The estimated relative error of a limit: 0 where it is exact, that of the curve at whose end it was read, null where nothing is
 * known of it.
 */
export function limitUncertainty({
  limitKind,
  exact,
}: Pick<Prediction, 'limitKind' | 'exact'>): number | null {
  if (limitKind === 'exact') return 0;
  if (limitKind !== 'closure' || exact === undefined || 'reason' in exact) return null;
  if (exact.neglects === undefined) return 0;
  return (exact.biasRelativeError ?? exact.relativeError).at(-1) ?? Infinity;
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
    const nothing = { meanSquare: [], biasSquare: [], relativeError: [], biasRelativeError: [] };
    return { algorithm, kind: 'none', level: null, ...nothing, reason: result.reason };
  }
  const { neglects, relativeError, level = null } = result;
  const errors = relativeError ?? result.meanSquare.map(() => 0);
  const biasErrors = result.biasRelativeError ?? errors;
  const known = (value: number, error: number): number | null =>
    Number.isFinite(value) && error <= MOST_UNCERTAIN ? value : null;
  const finite = (all: readonly number[]): (number | null)[] =>
    all.map((error) => (Number.isFinite(error) ? error : null));
  return {
    algorithm,
    kind: neglects === undefined ? 'exact' : 'approximate',
    level,
    meanSquare: result.meanSquare.map((value, at) => known(value, errors[at]!)),
    biasSquare: result.biasSquare.map((value, at) => known(value, biasErrors[at]!)),
    relativeError: finite(errors),
    biasRelativeError: finite(biasErrors),
    reason: neglects === undefined ? null : `${neglects} neglected`,
  };
}
