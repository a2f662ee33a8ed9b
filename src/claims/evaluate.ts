/** From a claim and its runs to a verdict. */
import type { Claim, ClaimData, ClaimResult, DecidedPart } from './claim.ts';
import type { RunData } from './runData.ts';
import { decide, type Decision, slack, together, type Verdict } from './verdict.ts';

/** Why a claim's runs are not there. */
export interface Missing {
  readonly verdict: Extract<Verdict, 'not testable here' | 'run failed'>;
  /** a sentence */
  readonly reason: string;
}

/** Tests a claim on its runs, all of which are complete. */
export function evaluate(claim: Claim, runs: readonly RunData[]): ClaimResult {
  const { parts, note = '' } = claim.test(dataOf(runs));
  if (parts.length === 0) throw new RangeError(`${claim.name} decides nothing: it has no parts`);
  const decided = parts.map((part) => ({ ...part, verdict: decide(part.value, part.claimed) }));
  return {
    claim,
    verdict: verdictOf(claim, together(decided.map(({ verdict }) => verdict))),
    parts: decided,
    note,
  };
}

/**
 * The number that decided, or of several the one with the least slack. Of a bound that holds, a number that
 * must lie above a limit is a counterexample to something else, and comes last.
 */
export function decisive({ parts, verdict }: ClaimResult): DecidedPart | undefined {
  const deciding = parts.filter((part) =>
    verdict === 'holds as a bound' ? part.claimed.high !== undefined : part.verdict === verdict,
  );
  const among = deciding.length > 0 ? deciding : parts;
  return [...among].sort((a, b) => slack(a.value, a.claimed) - slack(b.value, b.claimed))[0];
}

/** What the numbers' decision means for a claim that is a bound, or that its paper does not specify. */
function verdictOf({ bound, open }: Claim, decision: Decision): Verdict {
  if (open !== undefined) return 'not decidable as specified';
  return bound === true && decision === 'holds' ? 'holds as a bound' : decision;
}

/** A claim some of whose runs are missing. */
export const untested = (claim: Claim, { verdict, reason }: Missing): ClaimResult => ({
  claim,
  verdict,
  parts: [],
  note: reason,
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
