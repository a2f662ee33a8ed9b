/** Creates a folder for results. */
import { existsSync, mkdirSync, rmdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { InputError } from '../values/failure.ts';
import { refuseControlCharacters } from './controlCharacters.ts';
import { cannotBeUsed } from './fileCause.ts';

/**
 * Creates a folder and its parents one by one: Node's own recursion does not end where a parent
 * refuses in an unusual way, as /proc does, and leaves behind what it has created so far.
 *
 * @returns the outermost folder that it has made; `undefined` where all existed
 * @throws InputError in one line, with nothing left behind
 */
export function createFolder(path: string): string | undefined {
  if (path === '') throw new InputError('`out`: "" is no name; name a folder');
  refuseControlCharacters(path);
  const missing: string[] = [];
  for (let folder = resolve(path); !existsSync(folder); folder = dirname(folder)) missing.unshift(folder);
  const created: string[] = [];
  try {
    if (missing.length === 0 && !statSync(path).isDirectory()) {
      throw new InputError(`${path}: is a file; a folder is needed for the run's results`);
    }
    for (const folder of missing) if (make(folder)) created.unshift(folder);
    return created.at(-1);
  } catch (error) {
    for (const folder of created) rmdirSync(folder);
    throw error instanceof InputError ? error : cannotBeUsed(path, 'created', error);
  }
}

/** Makes a folder; false where another program has made it meanwhile. */
function make(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return false;
    throw error;
  }
}
