/** Where the rows of each replication lie in a file of rows, and their hashes; files may be of any size. */
import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import { LineReader } from './lineReader.ts';

/** A part of a file. */
export interface Bytes {
  /** in bytes from the beginning of the file */
  readonly offset: number;
  readonly bytes: number;
}

/** The rows of one replication in a file: they lie together. */
export interface RowSlice extends Bytes {
  /** how many */
  readonly rows: number;
}

/** A file of rows, looked through once. */
export interface ScannedRows {
  readonly header: string;
  /** by the cells of algorithm and seed: `local-sa,1` */
  readonly slices: ReadonlyMap<string, RowSlice>;
}

/** Looks through a file of whole rows. */
export function scanRows(path: string): ScannedRows {
  const lines = new LineReader(path);
  try {
    const header = lines.next() ?? '';
    const slices = new Map<string, RowSlice>();
    let current: string | undefined;
    let [offset, rows, before] = [lines.offset, 0, lines.offset];
    const close = (): void => {
      if (current !== undefined) slices.set(current, { offset, bytes: before - offset, rows });
    };
    for (let row = lines.next(); row !== undefined; row = lines.next()) {
      if (current === undefined || !(row.startsWith(current) && row[current.length] === ',')) {
        close();
        current = row.slice(0, row.indexOf(',', row.indexOf(',') + 1));
        [offset, rows] = [before, 0];
      }
      rows++;
      before = lines.offset;
    }
    close();
    return { header, slices };
  } finally {
    lines.close();
  }
}

const BLOCK = 1 << 20;

/** The SHA-256 of a part of an open file; of less, where the file ends before. */
export function sha256OfSlice(descriptor: number, { offset, bytes }: Bytes): string {
  const hash = createHash('sha256');
  const block = Buffer.allocUnsafe(Math.max(1, Math.min(BLOCK, bytes)));
  for (let at = offset, end = offset + bytes; at < end;) {
    const count = readSync(descriptor, block, 0, Math.min(block.length, end - at), at);
    if (count === 0) break;
    hash.update(block.subarray(0, count));
    at += count;
  }
  return hash.digest('hex');
}

/** A part of an open file as text: our rows are ASCII. */
export function textOfSlice(descriptor: number, { offset, bytes }: Bytes): string {
  const block = Buffer.allocUnsafe(bytes);
  return block.toString('latin1', 0, readSync(descriptor, block, 0, bytes, offset));
}
