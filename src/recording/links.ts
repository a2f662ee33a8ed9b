/** Symbolic links where results are written: they would be followed to somewhere else. */
import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../values/failure.ts';

/** Folders that this program makes within a run directory. */
const INNER = ['figures', 'earlier'];

/**
 * Refuses a folder for results in which something is a symbolic link; the folder itself may be one.
 *
 * @param directory - may be missing
 * @throws InputError in one line
 */
export function refuseLinks(directory: string): void {
  for (const folder of [directory, ...INNER.map((name) => join(directory, name))]) {
    if (!existsSync(folder) || !lstatSync(join(folder, '.')).isDirectory()) continue;
    const link = readdirSync(folder, { withFileTypes: true }).find((entry) => entry.isSymbolicLink());
    if (link !== undefined) throw isLink(join(folder, link.name));
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
