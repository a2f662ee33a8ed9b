/** Reads the whole lines of a file of any size, and knows where each of them ends. */
import { closeSync, readSync } from 'node:fs';
import { openToRead } from './ordinaryFile.ts';

const BLOCK = 262_144;
const LINE_FEED = 10;

/** A file, or a part of one, read line by line. */
export class LineReader {
  readonly #descriptor: number;
  readonly #block: Buffer;
  #position: number;
  readonly #end: number;
  #blockLength = 0;
  #cursor = 0;
  #rest = '';
  #ended = false;

  /** Bytes up to the end of the last line returned. */
  offset: number;

  /**
   * @param file - its path
   * @param part - of the file, in bytes; the whole where it is not given
   * @throws InputError where it is no file but a folder, or we may not read it
   */
  constructor(file: string, part = { offset: 0, bytes: Infinity }) {
    const { offset, bytes } = part;
    this.#descriptor = openToRead(file);
    this.#block = Buffer.allocUnsafe(Math.min(BLOCK, bytes));
    this.#position = this.offset = offset;
    this.#end = offset + bytes;
  }

  /** What follows the last line's end: a torn line, known once {@link next} has returned undefined. */
  get torn(): string {
    return this.#rest;
  }

  /** The next line without its end (one byte a character: our rows are ASCII); undefined after the last whole one. */
  next(): string | undefined {
    while (!this.#ended) {
      const end = this.#block.subarray(0, this.#blockLength).indexOf(LINE_FEED, this.#cursor);
      if (end >= 0) {
        const line = this.#rest + this.#block.toString('latin1', this.#cursor, end);
        this.#rest = '';
        this.#cursor = end + 1;
        this.offset += line.length + 1;
        return line;
      }
      this.#rest += this.#block.toString('latin1', this.#cursor, this.#blockLength);
      this.#cursor = 0;
      const most = Math.min(this.#block.length, this.#end - this.#position);
      this.#blockLength = readSync(this.#descriptor, this.#block, 0, most, this.#position);
      this.#position += this.#blockLength;
      this.#ended = this.#blockLength === 0;
    }
    return undefined;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** The whole lines of a file. */
export function* linesOf(path: string): Generator<string> {
  const reader = new LineReader(path);
  try {
    for (let line = reader.next(); line !== undefined; line = reader.next()) yield line;
  } finally {
    reader.close();
  }
}

/** The whole lines of a file behind its first one, which is the header. */
export function* linesBehindHeader(path: string): Generator<string> {
  const lines = linesOf(path);
  if (lines.next().done !== true) yield* lines;
}
