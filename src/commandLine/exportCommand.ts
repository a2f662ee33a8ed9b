/** `fedsa export`: the tables of runs and sweeps as Parquet. */
import { exportTables } from '../runs/library.ts';

/** Writes them, and says which. */
export async function exportCommand(directories: readonly string[]): Promise<void> {
  for (const directory of directories)
    for (const path of await exportTables(directory)) process.stdout.write(`${path}\n`);
}
