/** Reads a whole file that somebody names: only a regular one, of bounded size. */
import { closeSync, constants, existsSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { InputError } from '../values/failure.ts';
import { fileCause } from './fileCause.ts';

const MEGABYTE = 1_000_000;

/** In case a FIFO takes the place of a file that has been looked at; Windows has neither (undefined counts as 0). */
const WITHOUT_WAITING = constants.O_RDONLY | constants.O_NONBLOCK;

/** What the system's codes mean for someone who named a file. */
const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  ENOTDIR: 'a part of the path is not a folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'symbolic links that go round in a circle',
  ENAMETOOLONG: 'the name is too long',
};

/**
 * The bytes of a file.
 *
 * @param subject - kind of file, for messages, such as `problem file`
 * @param mostMegabytes - of 10⁶ bytes
 * @param name - of the file in messages; its path where it is not given
 * @throws InputError in one line: it is not there, no regular file, too large, or cannot be read
 */
export function readOrdinaryFile(path: string, subject: string, mostMegabytes: number, name = path): Buffer {
  let file: number | undefined;
  try {
    // Asked before opening: opening a device can have effects, and a FIFO waits for its writer.
    const stats = statSync(path);
    if (!stats.isFile()) throw notOrdinary(name, stats);
    if (stats.size > mostMegabytes * MEGABYTE) {
      const megabytes = Math.ceil(stats.size / MEGABYTE);
      throw new InputError(`${name}: ${megabytes} MB; expected a ${subject} of at most ${mostMegabytes} MB`);
    }
    file = openSync(path, WITHOUT_WAITING);
    const bytes = Buffer.alloc(stats.size);
    let filled = 0;
    for (let count = 1; count > 0 && filled < bytes.length; filled += count) {
      count = readSync(file, bytes, filled, bytes.length - filled, null);
    }
    return bytes.subarray(0, filled);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${name}: cannot be read: ${reasonOf(error)}; expected a readable ${subject}`, {
      cause: error,
    });
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Why a file could not be opened, for someone who named it. */
function reasonOf(error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  return REASONS[code ?? ''] ?? fileCause(error);
}

/**
 * Opens a file for reading.
 *
 * @returns its descriptor
 * @throws InputError in one line where something else lies there, or we may not read it
 */
export function openToRead(path: string): number {
  isOrdinaryFile(path);
  let file: number;
  try {
    file = openSync(path, WITHOUT_WAITING);
  } catch (error) {
    // One that vanishes meanwhile is no bad input.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    throw new InputError(`${path}: cannot be read: ${reasonOf(error)}`, { cause: error });
  }
  const stats = fstatSync(file);
  if (stats.isFile()) return file;
  closeSync(file);
  throw notOrdinary(path, stats);
}

/** True of the path of a folder; below a file there is none. */
export const isFolder = (path: string): boolean => existsSync(path) && statSync(path).isDirectory();

/**
 * Whether a path is that of a regular file, so that reading it neither waits nor has effects.
 *
 * @throws InputError in one line where something else lies there; a path that is free is none
 */
export function isOrdinaryFile(path: string): boolean {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return false;
  if (!stats.isFile()) throw notOrdinary(path, stats);
  return true;
}

const notOrdinary = (name: string, stats: Stats): InputError =>
  new InputError(`${name}: this is a ${kindOf(stats)}; expected a regular file`);

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'folder';
  if (stats.isFIFO()) return 'FIFO';
  if (stats.isSocket()) return 'socket';
  return 'device';
}
