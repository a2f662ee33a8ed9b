/** Files of algorithms, named where an algorithm is: `--algorithm scafflsa,./fedprox.ts`. */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { importUserFile } from '../../../actors/agent/userAlgorithms.ts';
import { type Algorithm, isAlgorithm } from '../../algorithms/algorithm.ts';
import { InputError } from '../../protocol/failure.ts';
import type { RunSettings } from '../../settings/runSettings.ts';
import { firstLine } from './target.ts';

export const ALGORITHM_FILE = /\.[cm]?[jt]s$/;

/**
 * Settings with the algorithms of files in place of the files' names; the files are run for that.
 *
 * @throws InputError in one line for a file that is not there, cannot be run, or exports no algorithm
 */
export async function withAlgorithmFiles<S extends RunSettings>(settings: S): Promise<S> {
  const { algorithms } = settings;
  if (!algorithms?.some((choice) => typeof choice === 'string' && ALGORITHM_FILE.test(choice)))
    return settings;
  const read = await Promise.all(
    algorithms.map((choice) =>
      typeof choice === 'string' && ALGORITHM_FILE.test(choice)
        ? algorithmsOf(choice)
        : Promise.resolve([choice]),
    ),
  );
  return { ...settings, algorithms: read.flat() };
}

/**
 * What a user's file exports.
 *
 * @throws InputError in one line
 */
export async function exportsOf(name: string): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(name);
  if (!existsSync(file)) throw new InputError(`\`algorithms\`: ${name}: there is no such file`);
  try {
    return (await importUserFile(file)).exported;
  } catch (error) {
    throw new InputError(`\`algorithms\`: ${name}: cannot be imported: ${firstLine(error)}`, {
      cause: error,
    });
  }
}

/**
 * The algorithms that a file exports.
 *
 * @throws InputError in one line, also where there is none
 */
async function algorithmsOf(name: string): Promise<Algorithm[]> {
  const exported = await exportsOf(name);
  const found = [...new Set(Object.values(exported).filter(isAlgorithm))];
  if (found.length > 0) return found;
  const names = Object.keys(exported).join(', ') || 'nothing';
  throw new InputError(
    `\`algorithms\`: ${name}: exports no algorithm (exported: ${names}); one is made by algorithm({ … })`,
  );
}
