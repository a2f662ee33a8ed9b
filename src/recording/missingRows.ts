/** Notices that rows of a complete run are missing: a copy that broke off, or a file that was cut. */
import { InputError } from '../protocol/failure.ts';
import type { Manifest } from './manifest.ts';

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
  if (state !== 'completed' || found >= expected) return;
  throw new InputError(
    `${path}: has ${found.toLocaleString('en')} of the run's ${expected.toLocaleString('en')} rows; the command of the run, given again with --out and this folder, completes it`,
  );
}
