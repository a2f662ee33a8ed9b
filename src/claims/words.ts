/** Numbers and regions of claims, as people read them. */
import { exact, scientific, withInterval } from '../values/numbers.ts';
import { counted } from '../values/counted.ts';
import type { ClaimResult } from './claim.ts';
import { slackOfBound } from './evaluate.ts';
import { paperResults } from './paperResults.ts';
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

/** A limit as somebody chose it, without the digits that a subtraction of decimals adds: `0.9999`, `−2/3`; others to three digits. */
export function limitText(limit: number): string {
  const chosen = Number(limit.toPrecision(6));
  if (chosen === Number(limit.toPrecision(5))) return exact(chosen);
  const denominator = [3, 6, 7, 9].find((q) => Math.abs(q * limit - Math.round(q * limit)) < 1e-9);
  return denominator === undefined
    ? scientific(limit, 3)
    : `${exact(Math.round(denominator * limit))}/${denominator}`;
}

/** `below 1`; `0.8 to 1.2`. */
export function regionText({ low, high }: Region): string {
  if (low === undefined) return high === undefined ? 'any number' : `below ${limitText(high)}`;
  return high === undefined ? `above ${limitText(low)}` : `${limitText(low)} to ${limitText(high)}`;
}

/** `confirmed for some conditions` instead of the name that files have. */
const VERDICTS: Readonly<Record<Verdict, string>> = {
  confirmed: 'confirmed',
  'confirmed-for': 'confirmed for some conditions',
  corrected: 'corrected',
  refuted: 'refuted',
  undecided: 'undecided',
  untested: 'untested',
};

/** How a verdict is read. */
export const verdictText = (verdict: Verdict): string => VERDICTS[verdict];

/** `11 to 58 times`: how far a bound lies above its numbers. */
export function slackText(result: ClaimResult): string | undefined {
  const times = slackOfBound(result);
  if (times === undefined) return undefined;
  const [least, most] = times.map((x) => scientific(x, 2));
  return least === most ? `${least!} times` : `${least!} to ${most!} times`;
}

const holds = (verdict: Verdict): boolean =>
  verdict === 'confirmed' || verdict === 'confirmed-for' || verdict === 'corrected';

/** `9 of 10`: on how many draws of the problem a claim holds; `undefined` where there is one, or nothing is decided. */
export function drawsText({ claim, verdict, draws }: ClaimResult): string | undefined {
  if (draws === undefined || claim.open !== undefined) return undefined;
  const all = [verdict, ...draws.map((draw) => draw.verdict)];
  return `${all.filter(holds).length} of ${all.length}`;
}

/** `5 confirmed, 2 refuted`: of how many each verdict is. */
export function countsText(verdicts: readonly Verdict[]): string {
  return (Object.keys(VERDICTS) as Verdict[])
    .map((verdict) => [verdict, verdicts.filter((candidate) => candidate === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${VERDICTS[verdict]}`)
    .join(', ');
}

/** `SCAFFLSA: 12 results: 5 confirmed, 1 corrected, 6 untested`, a line for each paper. */
export function paperLines(results: readonly ClaimResult[]): string[] {
  const all = paperResults(results);
  return [...new Set(all.map(({ result }) => result.paper))].map((paper) => {
    const verdicts = all.filter(({ result }) => result.paper === paper).map(({ verdict }) => verdict);
    return `${paper}: ${counted(verdicts.length, 'result')}: ${countsText(verdicts)}`;
  });
}
