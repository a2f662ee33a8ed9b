/** Numbers and regions of claims, as people read them. */
import { exact, scientific, withInterval } from '../report/numbers.ts';
import type { ClaimResult } from './claim.ts';
import type { Interval } from './statistics/intervals.ts';
import type { Region, Verdict } from './verdict.ts';

/** `0.98 [0.95, 1.02]`; without an interval where nothing is random. */
export function valueText({ estimate, low, high, level }: Interval): string {
  if (level === 'exact' || (Number.isFinite(low) && Number.isFinite(high)))
    return withInterval(estimate, level === 'exact' ? undefined : { low, high });
  return `${scientific(estimate)} [${scientific(low)}, ${scientific(high)}]`;
}

/** `95 %`; `98.3 %`; `exact`. */
export function levelText({ level }: Interval): string {
  return level === 'exact' ? 'exact' : `${Number((level * 100).toFixed(1))} %`;
}

/** A limit as somebody chose it, without the digits that a subtraction of decimals adds. */
export const limitText = (limit: number): string => exact(Number(limit.toPrecision(6)));

/** `below 1`; `0.8 to 1.2`. */
export function regionText({ low, high }: Region): string {
  if (low === undefined) return high === undefined ? 'any number' : `below ${limitText(high)}`;
  return high === undefined ? `above ${limitText(low)}` : `${limitText(low)} to ${limitText(high)}`;
}

const ORDER: readonly (readonly [Verdict, string, string])[] = [
  ['holds', 'holds', 'hold'],
  ['holds as a bound', 'holds as a bound', 'hold as bounds'],
  ['does not hold', 'does not hold', 'do not hold'],
  ['undecided', 'is undecided at this size', 'are undecided at this size'],
  ['not decidable as specified', 'is not decidable as specified', 'are not decidable as specified'],
  ['not testable here', 'is not testable here', 'are not testable here'],
  ['run failed', 'lacks a run that failed', 'lack runs that failed'],
];

const holds = (verdict: Verdict): boolean => verdict === 'holds' || verdict === 'holds as a bound';

/** `9 of 10`: on how many draws of the problem a claim holds; `undefined` where there is one, or nothing is decided. */
export function drawsText({ claim, verdict, draws }: ClaimResult): string | undefined {
  if (draws === undefined || claim.open !== undefined) return undefined;
  const all = [verdict, ...draws.map((one) => one.verdict)];
  return `${all.filter(holds).length} of ${all.length}`;
}

/** `31 claims: 24 hold, 2 do not hold, 5 are not testable here`. */
export function totalsText(results: readonly ClaimResult[]): string {
  const parts = ORDER.flatMap(([verdict, one, several]) => {
    const count = results.filter((result) => result.verdict === verdict).length;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : several}`];
  });
  return `${results.length} ${results.length === 1 ? 'claim' : 'claims'}: ${parts.join(', ')}`;
}
