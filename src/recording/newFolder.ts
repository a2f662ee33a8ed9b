/** A folder that is made whole or not at all, where there is nothing yet. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { InputError } from '../values/failure.ts';
import { createFolder } from './createFolder.ts';
import { cannotBeUsed, fileCause } from './fileCause.ts';
import { removeTemporary, temporaryIn, temporaryLeft, tryIn } from './temporaryName.ts';

/** Folder of what is to be moved, inside a temporary one: all of it is made. */
const WHOLE = 'whole';

/** Refuses a folder that is taken, and one that cannot be made, before anything is computed for it. */
export function refuseTaken(name: string): void {
  refuseFull(name);
  const outermost = createFolder(dirname(name));
  if (outermost !== undefined) rmSync(outermost, { recursive: true });
  try {
    tryIn(name);
  } catch (error) {
    throw cannotBeUsed(name, 'created', error);
  }
}

/** Refuses what is there and is no empty folder. Where a program was killed while it moved its files there, the rest of them follows. */
function refuseFull(name: string): void {
  const folder = resolve(name);
  if (existsSync(folder) && !isEmptyFolder(folder))
    throw new InputError(`${name}: already exists; name a new folder, or an empty one`);
}

/**
 * Makes a folder with some files, and its parents.
 *
 * @param contents - texts by path in it
 * @throws InputError where there is something already; nothing is left behind by any failure
 */
export function writeNewFolder(name: string, contents: Readonly<Record<string, string>>): void {
  refuseFull(name);
  const outermost = createFolder(dirname(name));
  try {
    writeFolder(name, contents);
  } catch (error) {
    if (outermost !== undefined) rmSync(outermost, { recursive: true, force: true });
    throw error;
  }
}

/** Writes a folder under another name first, so that it appears whole; one that exists stays itself: a shell may stand in it. */
function writeFolder(name: string, contents: Readonly<Record<string, string>>): void {
  const folder = resolve(name);
  const exists = existsSync(folder);
  const made = temporaryFolder(exists ? folder : dirname(folder), name);
  let at = name;
  try {
    for (const [file, text] of Object.entries(contents)) {
      at = join(name, file);
      mkdirSync(join(made, dirname(file)), { recursive: true });
      writeFileSync(join(made, file), text);
    }
    if (exists) {
      const moving = temporaryFolder(folder, name);
      renameSync(made, join(moving, WHOLE));
      moveWhole(moving, folder);
    } else renameSync(made, folder);
  } catch (error) {
    rmSync(made, { recursive: true, force: true });
    throw new Error(`${at}: could not be written (${fileCause(error)})`, { cause: error });
  }
}

function temporaryFolder(parent: string, name: string): string {
  const path = temporaryIn(parent);
  try {
    removeTemporary(parent);
    mkdirSync(path);
  } catch (error) {
    throw cannotBeUsed(name, 'created', error);
  }
  return path;
}

/** Moves what a temporary folder holds whole, if it does. */
function moveWhole(temporary: string, to: string): void {
  const from = join(temporary, WHOLE);
  if (!existsSync(from)) return;
  for (const entry of readdirSync(from)) renameSync(join(from, entry), join(to, entry));
  rmSync(temporary, { recursive: true });
}

function isEmptyFolder(path: string): boolean {
  try {
    for (const temporary of temporaryLeft(path)) moveWhole(temporary, path);
    removeTemporary(path);
    return readdirSync(path).length === 0;
  } catch {
    return false;
  }
}
