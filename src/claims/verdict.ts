/** The rule by which intervals decide a claim. It knows nothing of any claim, and is fixed beforehand. */
import type { Interval } from './statistics/intervals.ts';

/** Numbers for which a claim is true: those from `low` to `high`; without a limit on a side where it is left out. */
export interface Region {
  readonly low?: number;
  readonly high?: number;
}

/** What became of one number. */
export type Decision = 'holds' | 'does not hold' | 'undecided';

/**
 * What became of a claim. `confirmed-for`: under the conditions that were looked at, where the paper states more;
 * `corrected`: the printed form is false and the corrected one holds.
 */
export type Verdict = 'confirmed' | 'confirmed-for' | 'corrected' | 'refuted' | 'undecided' | 'untested';

/**
 * A number is as claimed if the whole interval lies inside its region, is not if none of the interval does,
 * and is undecided at this size of the runs if a part does. A limit is not inside: equal errors are not lower ones.
 * A number that does not exist (NaN) decides nothing.
 */
export function decide({ low, high }: Interval, region: Region): Decision {
  const from = region.low ?? -Infinity;
  const to = region.high ?? Infinity;
  if (low > from && high < to) return 'holds';
  if (high < from || low > to) return 'does not hold';
  return 'undecided';
}

/** Several numbers: all must hold, and one that does not is enough to refute. */
export function together(decisions: readonly Decision[]): Decision {
  if (decisions.includes('does not hold')) return 'does not hold';
  return decisions.every((decision) => decision === 'holds') ? 'holds' : 'undecided';
}

/**
 * The verdict on a claim.
 *
 * @param tested - of the claim as it is tested
 * @param printed - of the printed form, of a claim that says that it is false; empty where there is none
 * @param isConditional - whether the paper states more than was looked at
 */
export function verdictOf(
  tested: readonly Decision[],
  printed: readonly Decision[],
  isConditional: boolean,
): Verdict {
  const decision = together(tested);
  if (decision === 'does not hold') return 'refuted';
  if (decision === 'undecided') return 'undecided';
  if (printed.length > 0) return printed.includes('does not hold') ? 'corrected' : 'undecided';
  return isConditional ? 'confirmed-for' : 'confirmed';
}

/** From the worst for a reader who relies on a result to the best, `untested` last. */
const WORST_FIRST: readonly Verdict[] = ['refuted', 'undecided', 'corrected', 'confirmed-for', 'confirmed'];

/** The verdict on a result that several claims test; part of it is not tested where one of them is not. */
export function verdictOfAll(verdicts: readonly Verdict[]): Verdict {
  const worst = WORST_FIRST.find((verdict) => verdicts.includes(verdict)) ?? 'untested';
  return worst === 'confirmed' && verdicts.includes('untested') ? 'confirmed-for' : worst;
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
