/** `fedsa export`, and `--parquet`: the tables of runs and sweeps as Parquet; and a problem as a problem file. */
import { InputError } from '../values/failure.ts';
import { exportTables } from '../runs/library.ts';
import { refuseWithoutTables } from '../runs/exportTables.ts';
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
 * Writes them, and says which; or else the problem of a scenario.
 *
 * @returns the exit status
 */
export async function exportCommand(
  directories: readonly string[],
  { problem }: { readonly problem?: string },
): Promise<number> {
  if (problem !== undefined) {
    if (directories.length > 1)
      throw new InputError(`--problem: takes one scenario, not ${directories.length}; name one`);
    const { exportProblem } = await import('../runs/exportProblem.ts');
    await exportProblem(directories[0]!, problem);
    print(`${problem}\n`);
    return EXIT.done;
  }
  directories.forEach(refuseWithoutTables);
  for (const directory of directories) {
    const written = await exportOrSay(directory);
    if (written === undefined) return EXIT.interrupted;
    for (const path of written) print(`${path}\n`);
  }
  return EXIT.done;
}
