/** Notices that rows of a complete run are missing: a copy that broke off, or a file that was cut. */
import { InputError } from '../values/failure.ts';
import type { Manifest } from './manifest.ts';
import { grouped } from '../values/numbers.ts';

/** What a manifest says of the rows of rounds.csv and iterates.csv. */
export type KnownRows = Pick<Manifest, 'state' | 'runs'>;

/**
 * Refuses a file that has fewer rows than its manifest says; of a run that is not complete, or whose manifest does not say, any.
 *
 * @param path - of rounds.csv or iterates.csv
 * @param found - whole rows that the file has
 * @throws InputError in one line
 */
export function refuseMissingRows(path: string, found: number, { state, runs }: KnownRows): void {
  const expected = runs.reduce((sum, { rows = 0 }) => sum + rows, 0);
  if (state === 'completed' && found < expected) throw missingRows(path, found, expected);
}

/**
 * What is said of a file that lacks rows, and how they come back.
 *
 * @param owner - what the rows are missing from
 */
export function missingRows(path: string, found?: number, expected?: number, owner = 'run'): InputError {
  const count =
    found === undefined || expected === undefined
      ? `lacks rows of the ${owner}`
      : `has ${grouped(found)} of the ${owner}'s ${grouped(expected)} rows`;
  return new InputError(
    `${path}: ${count}; the command of the ${owner}, given again with --out and this folder, completes it`,
  );
}
