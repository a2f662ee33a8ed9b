/** Reads a problem file from disk: only a regular file, of bounded size, in UTF-8. */
import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { parseProblemFile } from './problemFile/problemFile.ts';
import { visibleWord } from '../values/foreignText.ts';
import type { FileProblem } from '../problems/specification.ts';
import { InputError } from '../values/failure.ts';
import { readOrdinaryFile } from '../recording/ordinaryFile.ts';

/** Largest file that is read. Larger problems are generated, not written out. */
const MOST_MEGABYTES = 256;

/**
 * The problem in a file.
 *
 * @returns the problem, with the SHA-256 (hexadecimal) and the size of the bytes that it was read from
 * @throws InputError with one line if the file cannot be read or is no valid problem file
 */
export function readProblemFile(path: string): {
  specification: FileProblem;
  sha256: string;
  bytes: number;
} {
  const name = path === '' ? '""' : path;
  const bytes = readOrdinaryFile(path, 'problem file', MOST_MEGABYTES, visibleWord(name));
  if (!isUtf8(bytes)) {
    const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
    const utf16 = mark === 0xfffe || mark === 0xfeff ? ' (this looks like UTF-16)' : '';
    throw refusal(name, `not UTF-8 text${utf16}; expected a JSON problem file in UTF-8`);
  }
  const specification = parseProblemFile(bytes.toString('utf8'), name);
  return { specification, sha256: createHash('sha256').update(bytes).digest('hex'), bytes: bytes.length };
}

function refusal(name: string, reason: string): InputError {
  return new InputError(visibleWord(`${name}: ${reason}`));
}
