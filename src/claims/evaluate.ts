/** From a claim and its runs to a verdict. */
import type { Claim, ClaimData, ClaimResult, DecidedPart, Finding, Part } from './claim.ts';
import type { RunData } from './runData.ts';
import { decide, slack, verdictOf } from './verdict.ts';

/** Why a claim's runs are not there. */
export interface Missing {
  /** a sentence */
  readonly reason: string;
  /** a run failed */
  readonly hasFailed?: true;
}

/** Tests a claim on its runs, all of which are complete. */
export function evaluate(claim: Claim, runs: readonly RunData[]): ClaimResult {
  const found = claim.test(dataOf(runs));
  const { parts, note = '' }: Finding = 'parts' in found ? found : { parts: found };
  if (parts.length === 0) throw new RangeError(`${claim.name} decides nothing: it has no parts`);
  const decided = parts.map((part) => ({ ...part, verdict: decide(part.value, part.claimed) }));
  const decisions = (isPrinted: boolean) =>
    decided.filter((part) => (part.isPrinted ?? false) === isPrinted).map(({ verdict }) => verdict);
  const verdict =
    claim.open === undefined
      ? verdictOf(decisions(false), decisions(true), claim.conditions !== undefined)
      : 'undecided';
  return { claim, verdict, parts: decided, note };
}

/** The number that decided, or of several the one with the least slack; of a corrected claim one of the corrected form, of a bound one over it. */
export function decisive({ claim, parts }: ClaimResult): DecidedPart | undefined {
  const corrected = parts.filter(({ isPrinted }) => !isPrinted);
  const isBound =
    claim.bound === true &&
    corrected.some(isOverBound) &&
    corrected.every(({ verdict }) => verdict === 'holds');
  const tested = isBound ? corrected.filter(isOverBound) : corrected;
  const deciding = ['does not hold', 'undecided', 'holds'].map((decision) =>
    tested.filter(({ verdict }) => verdict === decision),
  );
  const among = deciding.find((some) => some.length > 0) ?? [];
  return among.toSorted((a, b) => slack(a.value, a.claimed) - slack(b.value, b.claimed))[0];
}

/** By how much the form in print is false: its number that is furthest outside its region. */
export function misprint({ verdict, parts }: ClaimResult): DecidedPart | undefined {
  if (verdict !== 'corrected') return undefined;
  return parts
    .filter(({ isPrinted }) => isPrinted)
    .toSorted((a, b) => slack(a.value, a.claimed) - slack(b.value, b.claimed))[0];
}

/** Of a claim about a bound, a number over it: its region ends at 1, up to rounding. */
const isOverBound = ({ claimed: { high }, isPrinted }: DecidedPart): boolean =>
  !isPrinted && high !== undefined && Math.abs(high - 1) < 1e-3;

/** How many times above the numbers a bound lies, the least and the most; `undefined` where it is no ratio. */
export function slackOfBound({ claim, parts }: ClaimResult): readonly [number, number] | undefined {
  if (claim.bound !== true) return undefined;
  const times = parts
    .filter((part) => isOverBound(part) && part.value.high > 0)
    .map(({ value }) => 1 / value.high);
  return times.length === 0 ? undefined : [Math.min(...times), Math.max(...times)];
}

/** Deviations of a normal that are exceeded on one side with 95 %. */
const POWER = 1.645;

/**
 * How far beyond a region with two sides a number must be, over the region's width, for runs of this size to refute
 * the claim with 95 %; at most a quarter is wanted. `undefined` of other regions and of numbers without chance.
 */
export function detectable({ value: { estimate, high, error }, claimed }: Part): number | undefined {
  if (error === undefined || claimed.low === undefined || claimed.high === undefined) return undefined;
  return (high - estimate + POWER * error) / (claimed.high - claimed.low);
}

/** A claim some of whose runs are missing. */
export const untested = (claim: Claim, { reason, hasFailed }: Missing): ClaimResult => ({
  claim,
  verdict: 'untested',
  parts: [],
  note: reason,
  ...(hasFailed && { hasFailed }),
});

function dataOf(all: readonly RunData[]): ClaimData {
  const runs = (scenario: string): readonly RunData[] => all.filter((run) => run.scenario === scenario);
  return {
    runs,
    run(scenario, panel) {
      const found = runs(scenario).filter((run) => panel === undefined || run.panel === panel);
      if (found.length !== 1)
        throw new RangeError(
          `${found.length} runs of ${scenario} ${panel ?? ''}; a claim looks at one at a time`,
        );
      return found[0]!;
    },
  };
}
