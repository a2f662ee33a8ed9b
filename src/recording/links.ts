/** Symbolic links where results are written: they would be followed to somewhere else. */
import { existsSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../values/failure.ts';
import { cannotBeUsed } from './fileCause.ts';
import { isOrdinaryFile } from './ordinaryFile.ts';
import { TABLES } from './tables.ts';

/** Folders that this program makes within a run directory. */
const INNER = ['figures', 'earlier'];
/** Files that it writes there at the end, when a folder in their place would cost a whole run. */
const FILES = [
  ...TABLES,
  'reach.csv',
  'sweep.json',
  'panels.json',
  'claims.json',
  'answer.txt',
  'report.html',
];

/**
 * Refuses a folder for results in which something is a symbolic link, a file where a folder belongs, or a folder where a file
 * belongs; the folder itself may be a link.
 *
 * @param directory - may be missing
 * @throws InputError in one line
 */
export function refuseLinks(directory: string): void {
  for (const folder of [directory, ...INNER.map((name) => join(directory, name))]) {
    try {
      if (!existsSync(folder)) continue;
      if (!statSync(folder).isDirectory())
        throw new InputError(`${folder}: is a file; a folder is needed for the run's results`);
      const link = readdirSync(folder, { withFileTypes: true }).find((entry) => entry.isSymbolicLink());
      if (link !== undefined) throw isLink(join(folder, link.name));
      for (const name of FILES) isOrdinaryFile(join(folder, name));
    } catch (error) {
      throw error instanceof InputError ? error : cannotBeUsed(folder, 'used for results', error);
    }
  }
}

/** Refuses a folder that is a symbolic link. @throws InputError in one line */
export function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw isLink(path);
}

const isLink = (path: string): InputError =>
  new InputError(
    `${path}: is a symbolic link, which is not written through; a file or folder of its own is expected`,
  );
