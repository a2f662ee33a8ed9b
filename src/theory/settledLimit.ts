/** A prediction with its expected curve, where that holds, and the limit of the mean as the curve shows it. */
import { growsBeyond, knownGrowth } from './stability/meanSquareGrowth.ts';
import { remembersStart } from './mean/limits.ts';
import type { Prediction } from './predictions.ts';

/** The share of the limit that what is left of the start may change: 1 %. */
const FORGOTTEN = 0.01;

/** The share of the rounds after which the curve is level: among 1, 2, 5, 10, … one lies between it and any last round. */
const SETTLED = 0.4;

/** A prediction with an expected curve; an approximation that does not hold where the mean square grows is left out. */
export function withSettledLimit(prediction: Prediction): Prediction {
  const refusal = growsBeyond(prediction);
  return refusal === undefined ? withLimit(prediction) : { ...prediction, exact: refusal };
}

/**
 * A prediction whose limit is not exact gets ‖E θ̄_T − θ*‖² of its curve's last round, where the start is
 * forgotten by then: what the mean recursion has left of it, ρ^T ‖θ̄_0 − θ*‖ along θ̄ − θ*, changes the square by
 * less than 1 %, and so has the curve changed since round 0.4 T. That recursion knows nothing of the chains, whose own
 * starts and correlations last as long as they mix.
 */
function withLimit(prediction: Prediction): Prediction {
  const { limitKind, roundFactor, exact } = prediction;
  // Rounds of one phase alone can be level.
  if (remembersStart(prediction)) return prediction;
  if (limitKind === 'exact' || roundFactor === null || exact === undefined || 'reason' in exact)
    return prediction;
  // Given the event times of seeds it is no limit of the mean over schedules.
  if (exact.arrivals !== undefined) return prediction;
  const last = exact.rounds.at(-1);
  const limit = exact.biasSquare.at(-1);
  if (last === undefined || limit === undefined || knownGrowth(prediction) !== undefined) return prediction;
  const leftOfStart = roundFactor ** (2 * last) * exact.meanSquare[0]!;
  if (exact.rounds[0] !== 0 || leftOfStart > (FORGOTTEN / 2) ** 2 * limit) return prediction;
  const since = exact.biasSquare.slice(0, -1).filter((_, at) => exact.rounds[at]! >= SETTLED * last);
  if (since.length === 0 || since.some((bias) => Math.abs(bias - limit) > FORGOTTEN * limit))
    return prediction;
  const { neglects } = exact;
  return {
    ...prediction,
    limitError: limit,
    limitKind: neglects === undefined ? 'exact' : 'closure',
    source:
      neglects === undefined
        ? 'the mean at the end of its exact curve'
        : `the mean at the end of its curve, which neglects ${neglects}`,
  };
}
