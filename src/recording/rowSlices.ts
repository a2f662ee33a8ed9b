/** Where the rows of each replication lie in a file of rows, and their hashes; files may be of any size. */
import { createHash } from 'node:crypto';
import { readSync } from 'node:fs';
import type { LineReader } from './lineReader.ts';

/** The rows of one replication in a file: they lie together. */
export interface RowSlice {
  /** in bytes from the beginning of the file */
  readonly offset: number;
  readonly bytes: number;
  /** how many */
  readonly rows: number;
}

/** A file of rows, looked through once. */
export interface ScannedRows {
  readonly header: string;
  /** by the cells of algorithm and seed: `local-sa,1` */
  readonly slices: ReadonlyMap<string, RowSlice>;
}

/** What gives lines one after another, and knows where the last of them ended. */
export type Lines = Pick<LineReader, 'next' | 'offset'>;

/** Called with each row and the cells of its replication. */
export type SeeRow = (row: string, replication: string) => void;

/**
 * Looks through whole rows.
 *
 * @param begin - is given the header, and gives what is to see the rows
 */
export function scanRows(
  lines: Lines,
  begin: (header: string) => SeeRow = () => () => undefined,
): ScannedRows {
  const header = lines.next() ?? '';
  const see = begin(header);
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
    see(row, current);
    before = lines.offset;
  }
  close();
  return { header, slices };
}

/** The lines of a text, one byte a character: our rows are ASCII. */
export class TextLines implements Lines {
  readonly #text: string;
  offset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  next(): string | undefined {
    const end = this.#text.indexOf('\n', this.offset);
    if (end < 0) return undefined;
    const line = this.#text.slice(this.offset, end);
    this.offset = end + 1;
    return line;
  }
}

const BLOCK = 1 << 20;

/** The SHA-256 of a part of an open file; of less, where the file ends before. */
export function sha256OfSlice(descriptor: number, { offset, bytes }: Omit<RowSlice, 'rows'>): string {
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
