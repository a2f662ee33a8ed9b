/** Which claims notice which faults: one process a fault, and the table that docs/claims-faults.csv holds. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Claim } from '../../../src/claims/claim.ts';
import { findAlgorithm } from '../../../src/algorithms/catalogue.ts';
import { shipped } from '../../scenarios/shippedPanels.ts';

const PROGRAM = fileURLToPath(new URL('evaluateUnder.ts', import.meta.url));

/** Verdicts of claims, by name, in a process with a fault planted; `none` for the program as it is. */
export async function verdictsUnder(
  fault: string,
  claims: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', PROGRAM, fault, claims.join(',')],
    { maxBuffer: 2 ** 24 },
  );
  const lines = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { name: string; verdict: string });
  return new Map(lines.map(({ name, verdict }) => [name, verdict]));
}

/**
 * What became of a claim under a fault: a claim that cannot be computed, since theory refuses the faulty parts, has
 * noticed nothing.
 */
export type Noticed = 'refuted' | 'undecided' | 'run failed' | 'survived' | 'not computable' | 'not run';

export function noticed(without: string, under: string | undefined, isSimulated: boolean): Noticed {
  if (under === undefined) return 'not run';
  if (under === 'failed') return isSimulated ? 'run failed' : 'not computable';
  if (under === without) return 'survived';
  return under === 'refuted' ? 'refuted' : 'undecided';
}

/** Whether a claim has died. */
export const isDeath = (one: Noticed): boolean =>
  one === 'refuted' || one === 'undecided' || one === 'run failed';

/** The algorithms of a claim's runs; `undefined` of a claim that is computed. */
export type AlgorithmsOf = (claim: Claim) => readonly string[] | undefined;

/** Whether a fault can reach a claim: every computed one is tried, and of the others those that run what it touches. */
export const isReached = (claim: Claim, touches: readonly string[], algorithmsOf: AlgorithmsOf): boolean =>
  algorithmsOf(claim)?.some((name) => touches.includes(name)) ?? true;

/** The table: faults by claims. */
export function matrixText(rows: ReadonlyMap<string, ReadonlyMap<string, Noticed>>): string {
  const names = [...rows.values()][0]!.keys();
  const head = ['fault', ...names];
  const body = [...rows].map(([fault, cells]) => [fault, ...cells.values()]);
  return [head, ...body].map((cells) => cells.join(',')).join('\n') + '\n';
}

/** The algorithms of the scenarios that claims need. */
export async function algorithmsOfClaims(claims: readonly Claim[]): Promise<AlgorithmsOf> {
  const known = new Map<string, readonly string[]>();
  for (const { scenario, own } of claims.flatMap(({ needs }) => needs)) {
    const { algorithms } = own ?? (await shipped(scenario));
    const names = [algorithms ?? []]
      .flat()
      .map((one) => (typeof one === 'string' ? one : 'name' in one ? one.name : ''));
    known.set(
      scenario,
      names.map((name) => findAlgorithm(name)?.name ?? ''),
    );
  }
  return ({ needs }) =>
    needs.length === 0 ? undefined : needs.flatMap(({ scenario }) => known.get(scenario)!);
}
