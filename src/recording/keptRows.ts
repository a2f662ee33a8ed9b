/**
 * How much of an earlier session's files can be kept: the rows of the replications that ended, in the
 * order of the rows, up to the first one that did not end or whose rows are not all there.
 *
 * Whatever lies behind is cut off and run again. That costs time, never a result: a replication's rows
 * are a function of the configuration and the seed.
 */
import { existsSync } from 'node:fs';
import { InputError } from '../values/failure.ts';
import { textCell } from './csvCell.ts';
import { LineReader } from './lineReader.ts';
import type { RunRecord } from './manifest.ts';
import { only } from './runRecords.ts';
import { membership, type Replications } from '../configuration/replications.ts';

/** A CSV file of a run directory. */
export interface RowFile {
  readonly path: string;
  readonly header: string;
}

/** What may stay. */
export interface KeptRows {
  /** the records of the replications that may, in their order */
  readonly runs: readonly RunRecord[];
  /** length of each file to keep, in bytes, in the order given; 0: not even the header */
  readonly bytes: readonly number[];
}

/**
 * Compares the files with the runs of their manifest. Reads only.
 *
 * @param files - each holds one row for each recorded round; one that does not exist holds none
 * @throws InputError if a file begins with another header than ours; the file system's error if it
 *   cannot be read
 */
export function keptRows(files: readonly RowFile[], runs: readonly RunRecord[]): KeptRows {
  const readers: LineReader[] = [];
  try {
    let headed = 0;
    for (const file of files) {
      if (!existsSync(file.path)) continue;
      const reader = new LineReader(file.path);
      readers.push(reader);
      if (readsHeader(reader, file)) headed++;
    }
    if (headed < files.length) return { runs: [], bytes: files.map(() => 0) };
    const rows = new RowsSideBySide(readers, files);
    const kept: RunRecord[] = [];
    let bytes: readonly number[] = rows.offsets;
    for (const run of runs) {
      if (!hasEnded(run)) break;
      const held = heldRows(run, rows);
      if (held === undefined) break;
      kept.push(held.run);
      bytes = held.bytes;
      if (held.run !== run) break;
    }
    return { runs: kept, bytes };
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** Whether a run needs no running again, by its record. */
function hasEnded(run: RunRecord): boolean {
  return run.state === 'completed' || run.state === 'diverged';
}

/** Whether the whole header is there; a torn one is as good as none. */
function readsHeader(reader: LineReader, file: RowFile): boolean {
  const line = reader.next();
  if (line === file.header) return true;
  if (line === undefined && file.header.startsWith(reader.torn)) return false;
  throw new InputError(
    `${file.path}: does not begin with the header of this run's rows; move the file away to continue`,
  );
}

/** The form of a row: two cells that the caller has compared, the round, and numbers or empty cells. */
function rowShape(header: string): RegExp {
  const numbers = header.split(',').length - 3;
  return new RegExp(`^(\\d+)(?:,(?:-?\\d[\\d.]*(?:e[+-]\\d+)?|-?Infinity)?){${numbers}}$`);
}

/** The files' rows, read together: one of each file at a time. */
class RowsSideBySide {
  readonly #readers: readonly LineReader[];
  readonly #shapes: readonly RegExp[];

  constructor(readers: readonly LineReader[], files: readonly RowFile[]) {
    this.#readers = readers;
    this.#shapes = files.map((file) => rowShape(file.header));
  }

  /** Bytes of each file up to the end of the last rows. */
  get offsets(): number[] {
    return this.#readers.map((reader) => reader.offset);
  }

  /** The next row of each file; `undefined` where one of them has ended. */
  next(): readonly string[] | undefined {
    const lines = this.#readers.map((reader) => reader.next());
    return lines.every((line) => line !== undefined) ? lines : undefined;
  }

  /** The round of rows that begin with the prefix and are as they should be; `undefined` of any others. */
  roundOf(lines: readonly string[], prefix: string): number | undefined {
    let round: number | undefined;
    for (const [index, line] of lines.entries()) {
      if (!line.startsWith(prefix)) return undefined;
      const cells = this.#shapes[index]!.exec(line.slice(prefix.length));
      if (cells === null) return undefined;
      round ??= Number(cells[1]);
      if (Number(cells[1]) !== round) return undefined;
    }
    return round;
  }
}

/**
 * How much of a record's rows is there, read up to the first that is not as it should be: the record
 * with the end of its rows; that of its first replications, where only theirs are sure to be there; or
 * `undefined`.
 */
function heldRows(
  run: RunRecord,
  rows: RowsSideBySide,
): { readonly run: RunRecord; readonly bytes: readonly number[] } | undefined {
  if (run.rows === undefined) return undefined;
  const { seed: first, lastSeed = first } = run;
  let held: { readonly run: RunRecord; readonly bytes: readonly number[] } | undefined;
  let seed = first;
  let last = -1;
  for (let row = 0; row < run.rows; row++) {
    const before = rows.offsets;
    const lines = rows.next();
    if (lines === undefined) return held;
    let round = rows.roundOf(lines, prefixOf(run.algorithm, seed));
    if (round === undefined && last >= 0 && seed < lastSeed) {
      round = rows.roundOf(lines, prefixOf(run.algorithm, seed + 1));
      // Where the next replication begins, the one before has ended.
      if (round !== undefined) held = { run: { ...only(run, first, seed), rows: row }, bytes: before };
      seed++;
      last = -1;
    }
    if (round === undefined || round <= last) return held;
    last = round;
  }
  return seed === lastSeed ? { run, bytes: rows.offsets } : held;
}

const prefixOf = (algorithm: string, seed: number): string => `${textCell(algorithm)},${seed},`;

/** Length in bytes of the rows of the first so many runs, the header included; 0 without a whole header. */
export function keptEvents({ path, header }: RowFile, runs: readonly Replications[]): number {
  if (!existsSync(path)) return 0;
  const isKept = membership(runs);
  const reader = new LineReader(path);
  try {
    if (reader.next() !== header) return 0;
    let kept = reader.offset;
    for (let line = reader.next(); line !== undefined; line = reader.next()) {
      const [algorithm, seed] = line.split(',', 2);
      if (!isKept({ algorithm: algorithm!, seed: Number(seed) })) break;
      kept = reader.offset;
    }
    return kept;
  } finally {
    reader.close();
  }
}
