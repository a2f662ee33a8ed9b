/** Compares the rows of a run directory with those that a repetition gives, as they come. */
import { basename } from 'node:path';
import { InputError } from '../values/failure.ts';
import type { RowFile } from './keptRows.ts';
import { LineReader } from './lineReader.ts';
import { isOrdinaryFile } from './ordinaryFile.ts';

interface Side {
  readonly name: string;
  readonly columns: readonly string[];
  readonly reader: LineReader;
  /** the row that comes next; `undefined` where there is none */
  next: string | undefined;
  line: number;
  ended: boolean;
}

/** The files of rows of one run, read side by side. Nothing is written. */
export class RowComparison {
  /** the first row in which the two differ, in words */
  difference: string | undefined;
  /** rows that were the same, over all files */
  rows = 0;
  readonly #sides: Side[] = [];
  readonly #isComplete: boolean;

  /**
   * @param files - with the headers that they should have
   * @param isComplete - whether the run came to its end: otherwise its files may end early
   * @throws InputError where a file is not there or has another header
   */
  constructor(files: readonly RowFile[], isComplete: boolean) {
    this.#isComplete = isComplete;
    for (const { path, header } of files) {
      if (!isOrdinaryFile(path))
        throw new InputError(`${path}: there is no such file; a run's rows are in it`);
      const reader = new LineReader(path);
      const columns = header.split(',');
      const first = reader.next();
      const side = { name: basename(path), columns, reader, next: reader.next(), line: 1, ended: false };
      this.#sides.push(side);
      this.#look(side);
      if (first === header) continue;
      this.close();
      throw new InputError(`${path}: does not begin with the header of this run's rows`);
    }
  }

  /** Whether there is nothing left to compare: all files have ended, or a difference was found. */
  get isOver(): boolean {
    return this.difference !== undefined || this.#sides.every(({ ended }) => ended);
  }

  /**
   * Takes a row of each file, in their order, as the repetition has them.
   *
   * @returns whether there is more to compare
   */
  compare(rows: readonly string[]): boolean {
    for (const [index, side] of this.#sides.entries()) {
      if (this.difference !== undefined || side.ended) continue;
      const next = side.next;
      const here = rows[index]!;
      side.line++;
      if (next === here) {
        this.rows++;
        side.next = side.reader.next();
        this.#look(side);
      } else if (next === undefined) {
        side.ended = true;
        this.difference = `${side.name}: ends before line ${side.line}, and the replay continues`;
      } else {
        this.difference = differenceOf(side, next, here);
      }
    }
    return !this.isOver;
  }

  /** Says that the repetition is over, or that of the rows that begin with a prefix: the files must be, too. */
  end(prefix = ''): void {
    for (const side of this.#sides) {
      if (this.difference !== undefined) return;
      if (side.next?.startsWith(prefix) !== true) continue;
      this.difference = `${side.name}, line ${side.line + 1}: the replay ends before it`;
    }
  }

  close(): void {
    for (const { reader } of this.#sides) reader.close();
  }

  /** A run that has not come to its end may continue where its file ends: nothing further is compared. */
  #look(side: Side): void {
    if (!this.#isComplete && side.next === undefined) side.ended = true;
  }
}

function differenceOf({ name, line, columns }: Side, elsewhere: string, here: string): string {
  const [ours, theirs] = [here.split(','), elsewhere.split(',')];
  const at = columns.findIndex((_, index) => ours[index] !== theirs[index]);
  const row = `${brief(ours[0])} with seed ${brief(ours[1])}, ${brief(columns[2])} ${brief(ours[2])}`;
  if (at < 0) return `${name}, line ${line} (${row}): has more cells than columns`;
  return `${name}, line ${line} (${row}): ${brief(columns[at])} is ${asText(theirs[at])} there and ${asText(ours[at])} in the replay`;
}

/** Longest cell that a line has in full: a number has 24 characters at most. */
const LONGEST = 60;

const brief = (cell = ''): string =>
  cell.length <= LONGEST ? cell : `${cell.slice(0, LONGEST)}… (${cell.length} characters)`;
const asText = (cell: string | undefined): string =>
  cell === undefined || cell === '' ? 'empty' : brief(cell);
