/** `fedsa export`, and `--parquet`: the tables of runs and sweeps as Parquet. */
import { exportTables } from '../runs/library.ts';
import { complain } from './complain.ts';
import { EXIT } from './exitStatus.ts';
import { interruptibly } from './interruptibly.ts';
import { print } from './print.ts';

/**
 * Writes the tables of a folder, unless an interrupt comes before.
 *
 * @returns the paths; `undefined` after an interrupt, of which a line says what to do
 */
export const exportOrSay = (directory: string): Promise<string[] | undefined> =>
  interruptibly(async (signal) => {
    try {
      return await exportTables(directory, signal);
    } catch (error) {
      if (!signal.aborted) throw error;
      complain(`interrupted; fedsa export ${directory} writes the missing Parquet files`);
      return undefined;
    }
  });

/**
 * Writes them, and says which.
 *
 * @returns the exit status
 */
export async function exportCommand(directories: readonly string[]): Promise<number> {
  for (const directory of directories) {
    const written = await exportOrSay(directory);
    if (written === undefined) return EXIT.interrupted;
    for (const path of written) print(`${path}\n`);
  }
  return EXIT.done;
}
