/** Appends whole rows to a file, and leaves only whole rows there when the disk gives out. */
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  constants,
  statSync,
  writeSync,
} from 'node:fs';
import { fileCause } from './fileCause.ts';

/** Writes some of `bytes[offset, offset + length)` at a position of the file; returns how many. */
export type WriteBytes = (
  descriptor: number,
  bytes: Uint8Array,
  ...place: readonly [offset: number, length: number, position: number]
) => number;

/** Waits until a file is on the disk itself. */
export type SyncFile = (descriptor: number) => void;

/** Characters held back before they are written as one block. */
const BLOCK = 65_536;
const LINE_FEED = 10;

/**
 * A CSV file open for appending. Everything is synchronous, so that a signal handler can finish it.
 *
 * A write that fails (disk full, quota, input/output error) cuts the file back to the last whole row
 * that reached it and breaks the writer: the rows still held back are given up, and every later
 * {@link row}, {@link flush} and {@link sync} throws the same error again.
 */
export class CsvWriter {
  readonly file: string;
  readonly #descriptor: number;
  readonly #write: WriteBytes;
  readonly #sync: SyncFile;
  #pending = '';
  #wholeBytes: number;
  #failure: Error | undefined;
  #closed = false;

  /**
   * @param file - created where it does not exist
   * @param from - bytes of the file to keep; what lies behind them is cut off
   * @throws the file system's error, as it is, if the file cannot be opened or cut
   */
  constructor(file: string, from: number, write: WriteBytes = writeSync, sync: SyncFile = fsyncSync) {
    this.file = file;
    this.#write = write;
    this.#sync = sync;
    this.#wholeBytes = from;
    this.#descriptor = openSync(file, constants.O_RDWR | constants.O_CREAT);
    try {
      if (fstatSync(this.#descriptor).size !== from) ftruncateSync(this.#descriptor, from);
    } catch (error) {
      closeSync(this.#descriptor);
      throw error;
    }
  }

  /** Length of the file up to the end of its last whole row, in bytes. */
  get wholeBytes(): number {
    return this.#wholeBytes;
  }

  /** Takes one row, its cells joined by commas, without the line's end. */
  row(cells: string): void {
    if (this.#failure !== undefined) throw this.#failure;
    this.#pending += cells + '\n';
    if (this.#pending.length >= BLOCK) this.flush();
  }

  /** Writes the rows held back, so that they outlive this process. */
  flush(): void {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#pending === '') return;
    this.#refuseChanged();
    const bytes = Buffer.from(this.#pending);
    this.#pending = '';
    let written = 0;
    try {
      while (written < bytes.length) {
        const count = this.#write(
          this.#descriptor,
          bytes,
          written,
          bytes.length - written,
          this.#wholeBytes + written,
        );
        if (count <= 0) throw new Error('the file takes no more bytes');
        written += count;
      }
    } catch (error) {
      // What was written of the block ends with a whole row only by luck.
      const whole = written === 0 ? 0 : bytes.lastIndexOf(LINE_FEED, written - 1) + 1;
      this.#wholeBytes += whole;
      throw this.#break(error);
    }
    this.#wholeBytes += bytes.length;
  }

  /** Writes the rows held back and waits for the disk, so that they outlive the machine's power. */
  sync(): void {
    this.flush();
    try {
      this.#sync(this.#descriptor);
    } catch (error) {
      throw this.#break(error);
    }
  }

  /**
   * Writes the rows held back and closes the file. A broken or closed writer only lets go of it.
   *
   * @param isOurs - whether the file may still be written in
   */
  close(isOurs = true): void {
    if (this.#closed) return;
    this.#closed = true;
    try {
      if (isOurs && this.#failure === undefined) {
        this.flush();
        this.#refuseChanged();
      }
    } finally {
      closeSync(this.#descriptor);
    }
  }

  /** A file that another program has cut would get zeros where rows are gone; rows of one that has lost its name would go with it. */
  #refuseChanged(): void {
    const { size, dev, ino } = fstatSync(this.#descriptor);
    const named = statSync(this.file, { throwIfNoEntry: false });
    const change =
      named?.ino !== ino || named.dev !== dev
        ? 'removed or replaced it'
        : size !== this.#wholeBytes && `changed its length from ${this.#wholeBytes} to ${size} bytes`;
    if (change === false) return;
    const cause = Object.assign(new Error(`another program has ${change}`), { code: 'CHANGED' });
    this.#pending = '';
    this.#failure = new Error(`${this.file}: rows could not be written (${cause.message})`, { cause });
    throw this.#failure;
  }

  #break(cause: unknown): Error {
    let line = `${this.file}: rows could not be written (${fileCause(cause)})`;
    try {
      ftruncateSync(this.#descriptor, this.#wholeBytes);
    } catch (error) {
      line += `; nor could the file be cut back to its whole rows (${fileCause(error)})`;
    }
    this.#pending = '';
    this.#failure = new Error(line, { cause });
    return this.#failure;
  }
}
