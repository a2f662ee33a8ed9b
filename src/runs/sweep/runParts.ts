/** Runs of a sweep that are not whole: where their parts lie, and which seeds they will have. */
import { existsSync, rmdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Manifest } from '../../recording/manifest.ts';
import { MANIFEST_NAME } from '../../recording/manifestFile.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { fileCause } from '../../recording/fileCause.ts';
import { removeTemporary } from '../../recording/temporaryName.ts';
import { Store } from '../store/store.ts';
import type { RunOfTask } from './sweepTask.ts';

/** Beside the runs of a sweep: parts of those that are not whole. */
const PARTS = '.parts';

/** The parts of the runs that are not whole, of a folder of runs. */
export const partsBeside = (directory: string): Store => new Store(join(dirname(directory), PARTS));

/** Removes what threads have left half-written. @throws Error in one line where the folder was removed while they computed */
export function tidyRuns(runs: string): void {
  try {
    removeTemporary(runs, true);
  } catch (error) {
    const line = `${runs}: was removed during the sweep, or cannot be read (${fileCause(error)}); no table is written`;
    throw new Error(line, { cause: error });
  }
  try {
    rmdirSync(join(runs, PARTS));
  } catch {
    // There is none, or a run that is not whole has some.
  }
}

/** The seeds of a run: those asked for, and those that are there or were begun; in their order. */
export function seedsOf(
  { directory, key }: Pick<RunOfTask, 'directory' | 'key'>,
  asked: readonly number[],
  parts: Store,
): number[] {
  const kept = parts.parts(key).flatMap(({ result }) => Object.keys(result.replications).map(Number));
  const begun = manifestIn(directory)?.configuration.seeds ?? [];
  return [...new Set([...asked, ...kept, ...begun])].sort((a, b) => a - b);
}

/** The manifest that lies in a folder. */
export const manifestIn = (directory: string): Manifest | undefined =>
  existsSync(join(directory, MANIFEST_NAME)) ? readManifest(directory) : undefined;
