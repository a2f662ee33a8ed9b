/** A run's or a sweep's tables as Parquet files beside the CSV: what `fedsa export` and `--parquet` do. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../protocol/failure.ts';
import { whileLocked } from '../recording/directoryLock.ts';
import { MANIFEST_NAME } from '../recording/manifestFile.ts';
import { holdsPanels, readPanels } from '../recording/panelsFile.ts';
import { writeParquet } from '../recording/parquetFile.ts';
import { holdsSweep } from '../recording/sweepFile.ts';
import { TABLES } from '../recording/tables.ts';

/**
 * Writes `NAME.parquet` beside each table `NAME.csv` of a run directory, of each panel, or of a sweep, `results.csv`.
 *
 * @returns the paths of what was written
 * @throws InputError in one line where the folder is none of these, or another program writes there
 */
export async function exportTables(directory: string): Promise<string[]> {
  if (holdsPanels(directory)) {
    const folders = readPanels(directory).panels.map(({ name }) => join(directory, name));
    const written: string[] = [];
    for (const folder of folders) if (existsSync(folder)) written.push(...(await exportTables(folder)));
    return written;
  }
  if (!holdsSweep(directory) && !existsSync(join(directory, MANIFEST_NAME)))
    throw new InputError(`${directory}: is neither the folder of a run, of panels nor of a sweep`);
  return whileLocked(directory, () =>
    writeParquet(TABLES.map((name) => join(directory, name)).filter((file) => existsSync(file))),
  );
}
