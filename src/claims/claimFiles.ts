/** claims.json and claims.csv: the verdicts for programs. */
import { textCell } from '../recording/csvCell.ts';
import type { Manifest } from '../recording/manifest.ts';
import type { Claim, ClaimResult, DecidedPart } from './claim.ts';
import { detectable, misprint, slackOfBound } from './evaluate.ts';
import { paperResults } from './paperResults.ts';

/** A scenario whose runs claims looked at. */
export interface ClaimedScenario {
  readonly name: string;
  /** of its runs, or of its one run */
  readonly directory: string;
  /** those that were run; `undefined` for a single run */
  readonly panels: readonly string[] | undefined;
  /** false where there are no runs, or one failed */
  readonly complete: boolean;
}

/** All that is known of a call of `fedsa reproduce`. */
export interface ClaimsRecord extends Pick<
  Manifest,
  'version' | 'commit' | 'node' | 'machine' | 'startedAt'
> {
  readonly results: readonly ClaimResult[];
  readonly scenarios: readonly ClaimedScenario[];
  readonly size: 'quick' | 'full';
  readonly endedAt: string;
  readonly commandArguments: readonly string[];
}

/** Run folders of a claim, from the folder of the call on, with `/` between names. */
export function foldersOf(claim: Claim, scenarios: readonly ClaimedScenario[]): string[] {
  return claim.needs.flatMap(({ scenario, panels }) => {
    const found = scenarios.find(({ name }) => name === scenario);
    if (!found?.complete) return [];
    const base = `runs/${scenario}`;
    const chosen = found.panels?.filter((panel) => panels?.includes(panel) ?? true);
    return chosen === undefined ? [base] : chosen.map((panel) => `${base}/${panel}`);
  });
}

/** JSON has no infinities. */
const finite = (value: number | undefined): number | null =>
  value === undefined || !Number.isFinite(value) ? null : value;

function partOf(part: DecidedPart) {
  const { statistic, value, claimed, verdict, isPrinted } = part;
  const detected = detectable(part);
  return {
    statistic,
    estimate: finite(value.estimate),
    low: finite(value.low),
    high: finite(value.high),
    level: value.level,
    claimedLow: finite(claimed.low),
    claimedHigh: finite(claimed.high),
    verdict,
    ...(isPrinted && { printed: true }),
    ...(detected !== undefined && { detectedBeyond: finite(detected) }),
  };
}

/** One claim as plain data; unbounded sides are null. */
export function claimObject(result: ClaimResult, folders: readonly string[]) {
  const { claim, verdict, parts, note, draws, elsewhere } = result;
  const { name, paper, source, quote, statement, region, conditions = '', printed, open = '' } = claim;
  const wrong = misprint(result);
  const times = slackOfBound(result);
  return {
    name,
    paper,
    source,
    quote,
    statement,
    verdict,
    conditions,
    ...(wrong && { falseInPrint: { form: printed!, ...partOf(wrong) } }),
    ...(times && { boundOverNumbers: times.map(finite) }),
    region,
    open,
    note,
    parts: parts.map(partOf),
    runs: folders,
    ...(draws && {
      problems: draws.map((draw) => ({ ...draw, parts: draw.parts.map(partOf) })),
    }),
    ...(elsewhere && {
      elsewhere: {
        ...elsewhere,
        parts: elsewhere.parts.map(({ value: { estimate, low, high, level }, verdict: decision }) => ({
          ...{ estimate: finite(estimate), low: finite(low), high: finite(high), level },
          verdict: decision,
        })),
      },
    }),
  };
}

/** The content of claims.json. */
export function claimsObject(record: ClaimsRecord) {
  const { results, scenarios, size, version, commit, node, machine, startedAt, endedAt, commandArguments } =
    record;
  return {
    format: 'fedsa-claims/3',
    version,
    commit,
    node,
    machine,
    startedAt,
    endedAt,
    arguments: commandArguments,
    size,
    results: paperResults(results).map(({ result: { name, paper, source, printed }, verdict, claims }) => ({
      ...{ name, paper, source, printed, verdict },
      claims: claims.map(({ claim }) => claim.name),
    })),
    claims: results.map((result) => claimObject(result, foldersOf(result.claim, scenarios))),
  };
}

const HEADER =
  'name,paper,source,statement,verdict,statistic,estimate,low,high,level,claimedLow,claimedHigh,partVerdict,note,quote,region,conditions,printed,open';

const cell = (value: string | number | null): string => (value === null ? '' : textCell(String(value)));

/** claims.csv: a row for each number, and one for a claim that has none; unknown and unbounded ones are empty. */
export function claimsTable(record: ClaimsRecord): string {
  const rows = record.results.flatMap((result) => {
    const { name, paper, source, quote, statement, verdict, region, conditions, open, note, parts } =
      claimObject(result, []);
    const head = [name, paper, source, statement, verdict];
    const tail = [note, quote, region, conditions, result.claim.printed ?? '', open];
    if (parts.length === 0) return [[...head, '', '', '', '', '', '', '', '', ...tail]];
    return parts.map((part) => [
      ...head,
      part.statistic,
      part.estimate,
      part.low,
      part.high,
      part.level,
      part.claimedLow,
      part.claimedHigh,
      part.verdict,
      ...tail,
    ]);
  });
  return [HEADER, ...rows.map((row) => row.map(cell).join(','))].join('\n') + '\n';
}
