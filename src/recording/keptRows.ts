/**
 * How much of an earlier session's files can be kept: the rows of the replications that ended, in the
 * order of the rows, up to the first one that did not end or whose rows are not all there.
 *
 * Whatever lies behind is cut off and run again. That costs time, never a result: a replication's rows
 * are a function of the configuration and the seed.
 */
import { existsSync } from 'node:fs';
import { InputError } from '../protocol/failure.ts';
import { textCell } from './csvCell.ts';
import { LineReader } from './lineReader.ts';
import type { RunRecord } from './manifest.ts';

/** A CSV file of a run directory. */
export interface RowFile {
  readonly path: string;
  readonly header: string;
}

/** What may stay. */
export interface KeptRows {
  /** how many of the runs, from the first */
  readonly runs: number;
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
    if (headed < files.length) return { runs: 0, bytes: files.map(() => 0) };
    const shapes = files.map((file) => rowShape(file.header));
    let kept = 0;
    let bytes = readers.map((reader) => reader.offset);
    for (const run of runs) {
      if (!hasEnded(run) || !holdsRows(run, readers, shapes)) break;
      kept++;
      bytes = readers.map((reader) => reader.offset);
    }
    return { runs: kept, bytes };
  } finally {
    for (const reader of readers) reader.close();
  }
}

/** Whether a run needs no running again, as far as its record tells. */
function hasEnded(run: RunRecord): boolean {
  return run.state === 'completed' || run.state === 'diverged';
}

/** Whether the whole header is there; a torn one is as good as none. */
function readsHeader(reader: LineReader, file: RowFile): boolean {
  const line = reader.next();
  if (line === file.header) return true;
  if (line === undefined && file.header.startsWith(reader.torn)) return false;
  throw new InputError(
    `${file.path}: does not begin with the header of this run's rows; move the file away to go on`,
  );
}

/** The form of a row: two cells told apart by the caller, the round, and numbers or empty cells. */
function rowShape(header: string): RegExp {
  const numbers = header.split(',').length - 3;
  return new RegExp(`^(\\d+)(?:,(?:-?\\d[\\d.]*(?:e[+-]\\d+)?|-?Infinity)?){${numbers}}$`);
}

/** Reads the run's rows from all files side by side; false at the first that is not as it should be. */
function holdsRows(run: RunRecord, readers: readonly LineReader[], shapes: readonly RegExp[]): boolean {
  if (run.rows === undefined) return false;
  const prefix = `${textCell(run.algorithm)},${run.seed},`;
  let last = -1;
  for (let row = 0; row < run.rows; row++) {
    let round: number | undefined;
    for (const [index, reader] of readers.entries()) {
      const line = reader.next();
      if (!line?.startsWith(prefix)) return false;
      const cells = shapes[index]!.exec(line.slice(prefix.length));
      if (cells === null) return false;
      round ??= Number(cells[1]);
      if (Number(cells[1]) !== round) return false;
    }
    if (round === undefined || round <= last) return false;
    last = round;
  }
  return true;
}
