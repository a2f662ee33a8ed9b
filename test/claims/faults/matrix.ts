/** Which claims notice which faults: one process a fault, and the table that docs/claims-faults.csv holds. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Claim } from '../../../src/claims/claim.ts';
import type { Decision } from '../../../src/claims/verdict.ts';
import { findAlgorithm } from '../../../src/algorithms/catalogue.ts';
import { shipped } from '../../scenarios/shippedPanels.ts';

const PROGRAM = fileURLToPath(new URL('evaluateUnder.ts', import.meta.url));

/** What a process says of a claim. */
export interface Line {
  readonly name: string;
  readonly verdict: string;
  /** what became of each of its numbers; left out where it has none */
  readonly numbers?: readonly Decision[];
  /** of a computed claim: whose parts it asked for */
  readonly algorithms?: readonly string[];
}

/** What a process with a fault planted says of the claims. */
export interface Under {
  /** by name of the claim */
  readonly verdicts: ReadonlyMap<string, Omit<Line, 'name' | 'algorithms'>>;
  /** of computed claims: whose parts they asked for */
  readonly algorithms: ReadonlyMap<string, readonly string[]>;
  readonly processorSeconds: number;
}

/**
 * @param fault - `none` for the program as it is
 * @param data - folder of the Beijing data; empty where there is none
 */
export async function verdictsUnder(fault: string, claims: readonly string[], data = ''): Promise<Under> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', PROGRAM, fault, claims.join(','), data],
    { maxBuffer: 2 ** 24 },
  );
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
  const verdicts = new Map(lines.map(({ name, ...line }) => [name, line]));
  return {
    verdicts,
    algorithms: new Map(lines.flatMap(({ name, algorithms }) => (algorithms ? [[name, algorithms]] : []))),
    processorSeconds: Number(verdicts.get('processor seconds')?.verdict),
  };
}

/**
 * What became of a claim under a fault. It notices if one of its numbers that is decided without the fault is decided
 * otherwise under it or no more, or if one that is not decided is refuted. A claim that cannot be computed, since theory
 * refuses the faulty parts, has noticed nothing.
 */
export type Noticed =
  'refuted' | 'undecided' | 'run failed' | 'survived' | 'not computable' | 'not run' | 'not touched';

/** @throws RangeError if the claim has no numbers without the fault */
export function noticed(without: Under['verdicts'], under: Under['verdicts'], claim: string): Noticed {
  const [before, after] = [without.get(claim), under.get(claim)];
  if (after === undefined || before === undefined || before.verdict === 'untested') return 'not run';
  if (before.numbers === undefined) throw new RangeError(`${claim}: ${before.verdict} without any fault`);
  if (after.verdict === 'failed') return 'run failed';
  if (after.numbers === undefined) return 'not computable';
  const changed = before.numbers.flatMap((decision, at) => {
    const now = after.numbers![at];
    return now === decision || (decision === 'undecided' && now === 'holds') ? [] : [now];
  });
  if (changed.length === 0) return 'survived';
  return changed.includes('does not hold') ? 'refuted' : 'undecided';
}

/** Whether a claim has died. */
export const isDeath = (noticed: Noticed): boolean =>
  noticed === 'refuted' || noticed === 'undecided' || noticed === 'run failed';

/**
 * Scenarios whose quick size takes more than some seconds of processor time. Of the faults that touch many algorithms, only those are
 * tried on them that are about one of their claims.
 */
const LONG = new Set([
  ...['scafflsa-figure-1', 'claim-logistic-without-noise', 'claim-noisy-ten-steps'],
  ...['claim-noisy-logistic', 'claim-few-local-steps', 'richardson-romberg-figure-1'],
]);
const FEW = 2;
/** Up to half a minute each: only faults that are about one of their claims are tried on them. */
const LONGEST = /^(fedhsa-figure-[67]|claim-doubling|streaming-fl-figure-1|streaming-fl-table-2)$/;

/** Whether a fault can reach a claim: the claim runs, or computes with, an algorithm or a problem that it touches. */
export const isReached = (algorithms: readonly string[], { touches, ofProblems }: Reach): boolean =>
  algorithms.some((name) => touches.includes(name)) || (ofProblems === true && algorithms.length === 0);

/** Whether a fault is tried on a claim that it can reach. */
export const isTried = ({ name, needs }: Claim, { touches, about }: Reach): boolean =>
  about.includes(name) ||
  needs.every(({ scenario }) => !LONGEST.test(scenario) && (touches.length <= FEW || !LONG.has(scenario)));

interface Reach {
  readonly touches: readonly string[];
  readonly about: readonly string[];
  readonly ofProblems?: true;
}

/** The rows of such a table. */
export function matrixRows(text: string): Map<string, ReadonlyMap<string, Noticed>> {
  const [head, ...lines] = text
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','));
  return new Map(
    lines.map(([fault, ...cells]) => [
      fault!,
      new Map(cells.map((cell, at) => [head![at + 1]!, cell as Noticed])),
    ]),
  );
}

/** The table: faults by claims. */
export function matrixText(rows: ReadonlyMap<string, ReadonlyMap<string, Noticed>>): string {
  const names = [...rows.values()][0]!.keys();
  const head = ['fault', ...names];
  const body = [...rows].map(([fault, cells]) => [fault, ...cells.values()]);
  return [head, ...body].map((cells) => cells.join(',')).join('\n') + '\n';
}

/** The algorithms of the runs that claims need; of a claim that is computed none. */
export async function algorithmsOfRuns(
  claims: readonly Claim[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const { name, needs } of claims) {
    const definitions = await Promise.all(
      needs.map(({ scenario, definition }) =>
        definition === undefined ? shipped(scenario) : Promise.resolve(definition),
      ),
    );
    const names = definitions
      .flatMap(({ algorithms }) => algorithms ?? [])
      .map((algorithmChoice) =>
        typeof algorithmChoice === 'string'
          ? algorithmChoice
          : ('algorithm' in algorithmChoice ? algorithmChoice.algorithm : algorithmChoice).name,
      );
    if (needs.length > 0)
      found.set(
        name,
        names.flatMap((name) => findAlgorithm(name)?.name ?? []),
      );
  }
  return found;
}
