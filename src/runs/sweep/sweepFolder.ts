/** Where things lie in a sweep directory, and how its files are written. */
import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { cannotBeUsed } from '../../recording/fileCause.ts';
import { pathSegment } from '../../recording/pathSegment.ts';
import { temporaryBeside } from '../../recording/temporaryName.ts';

export const RESULTS_NAME = 'results.csv';

/** The folder of a run. */
export const runFolder = (directory: string, key: string): string =>
  join(directory, 'runs', pathSegment(key));

/** Characters that are written at once. */
const BLOCK = 1 << 20;

/** A file that is written piece by piece under another name, and there whole or not at all. */
export class WholeFile {
  readonly #file: string;
  readonly #temporary: string;
  readonly #descriptor: number;
  #pending = '';

  /** @throws in one line, as all that follows, where it cannot be written: {@link cannotBeUsed} */
  constructor(file: string) {
    this.#file = file;
    this.#temporary = temporaryBeside(file);
    this.#descriptor = this.#named(() => openSync(this.#temporary, 'wx'));
  }

  add(text: string): void {
    this.#pending += text;
    if (this.#pending.length >= BLOCK) this.#write();
  }

  finish(): void {
    this.#write();
    this.#named(() => {
      closeSync(this.#descriptor);
      renameSync(this.#temporary, this.#file);
    });
  }

  #write(): void {
    const bytes = Buffer.from(this.#pending);
    this.#pending = '';
    this.#named(() => {
      for (let written = 0; written < bytes.length;) written += writeSync(this.#descriptor, bytes, written);
    });
  }

  #named<T>(act: () => T): T {
    try {
      return act();
    } catch (error) {
      rmSync(this.#temporary, { force: true });
      throw cannotBeUsed(this.#file, 'written', error, 'file');
    }
  }
}
