/** A run's or a sweep's tables as Parquet files beside the CSV: what `fedsa export` and `--parquet` do. */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InputError } from '../values/failure.ts';
import { whileLocked } from '../recording/directoryLock.ts';
import { MANIFEST_NAME } from '../recording/manifestFile.ts';
import { refuseMissingRows } from '../recording/missingRows.ts';
import { holdsPanels, readPanels } from '../recording/panelsFile.ts';
import { writeParquet } from '../recording/parquetFile.ts';
import { readRunSummary } from '../recording/readManifest.ts';
import { holdsSweep } from '../recording/sweepFile.ts';
import { TABLES } from '../recording/tables.ts';

/** Tables with a row for each recorded round. */
const BY_ROUND = ['rounds.csv', 'iterates.csv'];

/**
 * Writes `NAME.parquet` beside each table `NAME.csv` of a run directory, of each panel, or of a sweep, `results.csv`.
 *
 * @returns the paths of what was written
 * @throws InputError in one line where the folder is none of these, rows of a complete run are missing, or another program
 * writes there; the signal's reason once it is given
 */
export async function exportTables(directory: string, signal?: AbortSignal): Promise<string[]> {
  if (holdsPanels(directory)) {
    const folders = readPanels(directory).panels.map(({ name }) => join(directory, name));
    const written: string[] = [];
    for (const folder of folders)
      if (existsSync(folder)) written.push(...(await exportTables(folder, signal)));
    return written;
  }
  refuseWithoutTables(directory);
  const isSweep = holdsSweep(directory);
  return whileLocked(directory, () => {
    const manifest = isSweep ? undefined : readRunSummary(directory);
    const observe = (file: string, rows: number): void => {
      if (manifest !== undefined && BY_ROUND.includes(basename(file)))
        refuseMissingRows(file, rows, manifest);
    };
    const files = TABLES.map((name) => join(directory, name)).filter((file) => existsSync(file));
    return writeParquet(files, { observe, signal });
  });
}

/**
 * Refuses a folder that has no tables.
 *
 * @throws InputError in one line
 */
export function refuseWithoutTables(directory: string): void {
  if (!holdsPanels(directory) && !holdsSweep(directory) && !existsSync(join(directory, MANIFEST_NAME)))
    throw new InputError(`${directory}: is neither the folder of a run, of panels nor of a sweep`);
}
