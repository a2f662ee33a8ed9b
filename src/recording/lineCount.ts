/** Counts the whole lines of a file of any size, without reading them as text. */
import { closeSync, readSync } from 'node:fs';
import { openToRead } from './ordinaryFile.ts';

const BLOCK = 1 << 20;
const LINE_FEED = 10;

/**
 * How many lines of a file have an end.
 *
 * @throws InputError where something else lies there, or we may not read it
 */
export function lineCount(path: string): number {
  const file = openToRead(path);
  const block = Buffer.allocUnsafe(BLOCK);
  try {
    let lines = 0;
    for (let read = readSync(file, block); read > 0; read = readSync(file, block)) {
      const bytes = block.subarray(0, read);
      for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
    }
    return lines;
  } finally {
    closeSync(file);
  }
}
