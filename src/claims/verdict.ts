/** The rule by which an interval decides a claim. It knows nothing of any claim, and is fixed beforehand. */
import type { Interval } from './statistics/intervals.ts';

/** Numbers for which a claim is true: those from `low` to `high`; without a limit on a side where it is left out. */
export interface Region {
  readonly low?: number;
  readonly high?: number;
}

/** What became of one number. */
export type Decision = 'holds' | 'does not hold' | 'undecided';

/** What became of a claim. */
export type Verdict =
  Decision | 'holds as a bound' | 'not decidable as specified' | 'not testable here' | 'run failed';

/**
 * A claim holds if the whole interval lies in its region, does not hold if none of the interval does,
 * and is undecided at this size of the runs if a part does. A number that does not exist (NaN)
 * decides nothing.
 */
export function decide({ low, high }: Interval, region: Region): Decision {
  const from = region.low ?? -Infinity;
  const to = region.high ?? Infinity;
  if (low >= from && high <= to) return 'holds';
  if (high < from || low > to) return 'does not hold';
  return 'undecided';
}

/** A claim of several parts: all must hold, and one that does not is enough to refute it. */
export function together(verdicts: readonly Decision[]): Decision {
  if (verdicts.includes('does not hold')) return 'does not hold';
  return verdicts.every((verdict) => verdict === 'holds') ? 'holds' : 'undecided';
}

/**
 * How far an interval is inside its region, from −1 to 1: negative if it reaches out. The distance to each
 * limit is taken over the sum of the two sizes, and the smaller one counts. The part of a claim with
 * the smallest slack is the one to look at first.
 */
export function slack({ low, high }: Interval, region: Region): number {
  const inside = (distance: number, a: number, b: number): number =>
    Number.isFinite(distance) ? distance / (Math.abs(a) + Math.abs(b) || 1) : Math.sign(distance);
  return Math.min(
    region.high === undefined ? 1 : inside(region.high - high, region.high, high),
    region.low === undefined ? 1 : inside(low - region.low, region.low, low),
  );
}
