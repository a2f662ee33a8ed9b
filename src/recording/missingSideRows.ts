/** Notices that rows of the files beside rounds.csv are missing, of which the manifest counts those of each replication. */
import { join } from 'node:path';
import { InputError } from '../values/failure.ts';
import { linesBehindHeader } from './lineReader.ts';
import { type KnownRows, missingRows } from './missingRows.ts';
import { isOrdinaryFile } from './ordinaryFile.ts';
import { SIDE_NAMES } from './sideFiles.ts';

/**
 * Refuses a complete run one of whose files beside rounds.csv lacks rows; a file that is not there at all is none that was cut.
 *
 * @throws InputError in one line
 */
export function refuseMissingSideRows(directory: string, { state, runs }: KnownRows): void {
  if (state !== 'completed') return;
  for (const name of SIDE_NAMES) {
    const path = join(directory, name);
    const expected = runs.reduce((sum, { beside }) => sum + (beside?.[name] ?? 0), 0);
    if (expected === 0 || !isOrdinaryFile(path)) continue;
    let found = 0;
    for (const _ of linesBehindHeader(path)) found++;
    if (found < expected) throw missingRows(path, found, expected);
  }
}

/** True where files beside lack rows of these replications, which are the first of their run. */
export function lacksSideRows(directory: string, runs: KnownRows['runs']): boolean {
  try {
    refuseMissingSideRows(directory, { state: 'completed', runs });
    return false;
  } catch (error) {
    if (error instanceof InputError) return true;
    throw error;
  }
}
