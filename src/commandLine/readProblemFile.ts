/** Reads a problem file from disk: only a regular file, of bounded size, in UTF-8. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, constants, openSync, readSync, statSync } from 'node:fs';
import type { Stats } from 'node:fs';
import { parseProblemFile } from '../problems/problemFile/problemFile.ts';
import { onOneLine } from '../problems/problemFile/wording.ts';
import type { FiniteLinearSpecification } from '../problems/specification.ts';
import { InputError } from '../protocol/failure.ts';

const MEGABYTE = 1_000_000;
/** Largest file that is read: 256 MB. Larger problems are generated, not written out. */
const MAX_BYTES = 256 * MEGABYTE;

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
 * The problem in a file.
 *
 * @returns the problem, with the SHA-256 (hexadecimal) and the size of the bytes that it was read from
 * @throws InputError with one line if the file cannot be read or is no valid problem file
 */
export function readProblemFile(path: string): {
  specification: FiniteLinearSpecification;
  sha256: string;
  bytes: number;
} {
  const name = path === '' ? '""' : path;
  const bytes = read(path, name);
  if (!isUtf8(bytes)) {
    const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
    const utf16 = mark === 0xfffe || mark === 0xfeff ? ' (this looks like UTF-16)' : '';
    throw refusal(name, `not UTF-8 text${utf16}; expected a JSON problem file in UTF-8`);
  }
  const specification = parseProblemFile(bytes.toString('utf8'), name);
  return { specification, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
}

function read(path: string, name: string): Buffer {
  let file: number | undefined;
  try {
    // Asked before opening: opening a device can have effects, and a FIFO waits for its writer.
    const stats = statSync(path);
    if (!stats.isFile()) throw refusal(name, `this is a ${kindOf(stats)}; expected a regular file`);
    if (stats.size > MAX_BYTES) {
      const megabytes = Math.ceil(stats.size / MEGABYTE);
      throw refusal(name, `${megabytes} MB; expected a problem file of at most ${MAX_BYTES / MEGABYTE} MB`);
    }
    // O_NONBLOCK in case a FIFO has taken the file's place meanwhile; Windows has neither (undefined counts as 0).
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const bytes = Buffer.alloc(stats.size);
    let filled = 0;
    for (let count = 1; count > 0 && filled < bytes.length; filled += count) {
      count = readSync(file, bytes, filled, bytes.length - filled, null);
    }
    return bytes.subarray(0, filled);
  } catch (error) {
    if (error instanceof InputError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw refusal(
      name,
      `cannot be read: ${REASONS[code ?? ''] ?? message}; expected a readable problem file`,
      error,
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'folder';
  if (stats.isFIFO()) return 'FIFO';
  if (stats.isSocket()) return 'socket';
  return 'device';
}

function refusal(name: string, reason: string, cause?: unknown): InputError {
  return new InputError(onOneLine(`${name}: ${reason}`), { cause });
}
