/** How large a step size may be, with what the number is worth. */
import { MOST_UNCERTAIN } from '../mostUncertain.ts';
import { type Unknown, withAdvice } from '../unknown.ts';

/** The largest step size, or other setting, at which a moment stays bounded. Plain data, without infinities. */
export interface StableStep {
  /** null where it is not known, 0 where none is stable */
  readonly step: number | null;
  /** estimate of |step/truth − 1|; 0 where it is exact, null where there is none */
  readonly relativeError: number | null;
  readonly kind: 'exact' | 'approximate' | 'none';
  /** why there is no number, or what an approximation neglects; null where it is exact */
  readonly reason: string | null;
}

/** Of one algorithm, under the sampling of its run. */
export interface Stability {
  readonly algorithm: string;
  /** of E[θ̄] */
  readonly mean: StableStep;
  /** of E‖θ̄ − θ*‖² */
  readonly meanSquare: StableStep;
}

/** Nothing, with the reason. */
export const noStep = (reason: string): StableStep => ({
  step: null,
  relativeError: null,
  kind: 'none',
  reason,
});

/** The reason where a search found no end. */
export const ALL_STABLE = 'all that were tried are stable';

/** What an exact search found. */
export const exactStep = (found: number | Unknown): StableStep => {
  if (typeof found !== 'number') return noStep(withAdvice(found).reason);
  if (!Number.isFinite(found)) return noStep(ALL_STABLE);
  return { step: found, relativeError: 0, kind: 'exact', reason: null };
};

/** What an approximation found, which is off by about so much. */
export function approximateStep(step: number, relativeError: number, neglects: string): StableStep {
  if (!(relativeError <= MOST_UNCERTAIN))
    return noStep(
      `the estimated error of its approximation is ${(100 * relativeError).toPrecision(2)} %, above ${100 * MOST_UNCERTAIN} %`,
    );
  return { step, relativeError, kind: 'approximate', reason: `neglects ${neglects}` };
}
