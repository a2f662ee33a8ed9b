/**
 * rounds.csv of a run directory, as columns of numbers for each replication. The file is fedsa's own
 * and may have a hundred thousand rows, so lines are split by hand: no cell of it is ever quoted.
 */
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gradientNormOf } from '../measurement/metrics/gradientNorm.ts';
import { METRICS, type MetricName } from '../measurement/metrics/metrics.ts';
import { InputError } from '../values/failure.ts';
import { LineReader } from '../recording/lineReader.ts';
import type { Manifest } from '../recording/manifest.ts';
import { type KnownRows, refuseMissingRows } from '../recording/missingRows.ts';
import { isOrdinaryFile } from '../recording/ordinaryFile.ts';
import { noNumber, otherWidth, placeOf } from './numberRows.ts';

/** Numbers by column: of every metric of the program, and of those that the run has of its own. */
type Columns = Record<MetricName, number[]> & Record<string, number[]>;

/** The recorded rounds of one algorithm with one seed. */
export interface Series {
  readonly algorithm: string;
  readonly seed: number;
  /** one number a recorded round, in the file's order; NaN where unknown */
  readonly columns: Readonly<Record<MetricName, readonly number[]>> &
    Readonly<Record<string, readonly number[]>>;
}

/** A column of numbers that every run may have; the norm of the gradient is worked out as rounds are read. */
export type ReadColumn = MetricName | 'gradientNorm';

/** Rows of an algorithm after which no further seed of it is read: a gigabyte holds those of eight algorithms. */
const MOST_ROWS = 1_000_000;
/** Lines that are read at a time. */
const LINES_A_TURN = 50_000;

/**
 * Reads `rounds.csv` of a run directory, line by line. A last line that a crash left unfinished is passed
 * over, and so are, of an algorithm with very many rows, the seeds after the first million of rows.
 *
 * @param manifest - of the run: its own metrics, and how many rows it has
 * @throws InputError if it is missing, lacks a column or rows of a complete run, or holds what is not a number or a round out of order
 */
export async function readRounds(
  directory: string,
  manifest: KnownRows & { readonly configuration: Pick<Manifest['configuration'], 'metrics'> },
): Promise<Series[]> {
  const path = join(directory, 'rounds.csv');
  if (!isOrdinaryFile(path)) {
    throw new InputError(`${path}: cannot be read; the recorded rounds of a run are expected there`);
  }
  const reader = new LineReader(path);
  try {
    const header = reader.next();
    const names = (manifest.configuration.metrics ?? []).map(({ name }) => name);
    const rounds = new RoundsTable(header ?? reader.torn, path, MOST_ROWS, names);
    let lines = 0;
    for (let line = reader.next(); line !== undefined; line = reader.next()) {
      rounds.add(line);
      // Signals and progress of others get their turn.
      if (++lines % LINES_A_TURN === 0) await setImmediate();
    }
    refuseMissingRows(path, lines, manifest);
    if (header !== undefined) rounds.addLast(reader.torn);
    return rounds.series;
  } finally {
    reader.close();
  }
}

/**
 * The content of a `rounds.csv`; see {@link readRounds}.
 *
 * @param path - named in errors
 * @param mostRows - of an algorithm, after which no further seed of it is taken
 * @throws InputError as {@link readRounds} does
 */
export function parseRounds(content: string, path: string, mostRows = MOST_ROWS): Series[] {
  const [header, ...lines] = content.split('\n');
  const rounds = new RoundsTable(header!, path, mostRows);
  const last = lines.pop();
  for (const line of lines) rounds.add(line);
  if (last !== undefined) rounds.addLast(last);
  return rounds.series;
}

interface OpenSeries {
  readonly algorithm: string;
  readonly seed: number;
  columns: Columns;
}

/** The rows of a file, taken one by one. */
class RoundsTable {
  readonly #path: string;
  readonly #mostRows: number;
  readonly #width: number;
  readonly #algorithmAt: number;
  readonly #seedAt: number;
  readonly #wanted: readonly { readonly column: string; readonly at: number }[];
  readonly #bySeed = new Map<string, OpenSeries>();
  readonly #rows = new Map<string, number>();
  #line = 0;
  #algorithm = '';
  #seed = '';
  /** of the rows that come; `undefined` where they are passed over */
  #current: OpenSeries | undefined;
  /** the last whose rows have all come */
  #closed: OpenSeries | undefined;

  constructor(header: string, path: string, mostRows: number, metrics: readonly string[] = []) {
    this.#path = path;
    this.#mostRows = mostRows;
    const names = withoutReturn(header).split(',');
    const place = (name: string, isOptional = false): number =>
      isOptional ? names.indexOf(name) : placeOf(name, names, path);
    this.#width = names.length;
    this.#algorithmAt = place('algorithm');
    this.#seedAt = place('seed');
    this.#wanted = [
      ...METRICS.map(({ name, when }) => ({ column: name, at: place(name, when !== undefined) })),
      ...metrics.map((name) => ({ column: name, at: place(name) })),
    ];
  }

  get series(): Series[] {
    this.#close();
    return [...this.#bySeed.values()];
  }

  /** Takes a whole line. */
  add(line: string): void {
    this.#line++;
    const cells = withoutReturn(line).split(',');
    if (cells.length !== this.#width) throw otherWidth(this.#path, this.#line + 1, cells.length, this.#width);
    const algorithm = cells[this.#algorithmAt]!;
    const seed = cells[this.#seedAt]!;
    if (seed !== this.#seed || algorithm !== this.#algorithm) this.#begin(algorithm, seed);
    if (this.#current === undefined) return;
    this.#rows.set(algorithm, (this.#rows.get(algorithm) ?? 0) + 1);
    const { columns } = this.#current;
    for (const { column, at } of this.#wanted) {
      columns[column]!.push(at < 0 ? NaN : toNumber(cells[at]!, this.#path, this.#line, column));
    }
    const [before, round] = [columns.round.at(-2), columns.round.at(-1)!];
    if (before !== undefined && !(round > before))
      throw new InputError(
        `${this.#path}: line ${this.#line + 1}: round ${round} follows round ${before} of ${algorithm} with seed ${seed}; a later one is expected`,
      );
  }

  /** Takes what follows the last line's end: a line without an end, torn perhaps, or nothing. */
  addLast(line: string): void {
    if (withoutReturn(line).split(',').length === this.#width) this.add(line);
  }

  #begin(algorithm: string, seed: string): void {
    this.#close();
    this.#algorithm = algorithm;
    this.#seed = seed;
    const key = `${algorithm},${seed}`;
    this.#current = this.#bySeed.get(key);
    if (this.#current !== undefined) {
      const { columns } = this.#current;
      this.#current.columns = this.#columns((column) => [...columns[column]!]);
      return;
    }
    if ((this.#rows.get(algorithm) ?? 0) >= this.#mostRows) return;
    const number = toNumber(seed, this.#path, this.#line, 'seed');
    this.#current = { algorithm, seed: number, columns: this.#columns(() => []) };
    this.#bySeed.set(key, this.#current);
  }

  #columns(values: (column: string) => number[]): Columns {
    const columns = this.#wanted.map(({ column }) => [column, values(column)]);
    return Object.fromEntries(columns) as Columns;
  }

  /**
   * Keeps the rows of a seed in as little room as possible: rounds, steps and vectors are as a rule those of the
   * seed before, and columns that the file does not have are the same for all.
   */
  #close(): void {
    const series = this.#current;
    if (series === undefined || series === this.#closed) return;
    const before = this.#closed?.columns;
    series.columns = this.#columns((column) => {
      const values = series.columns[column]!;
      return before !== undefined && isEqual(before[column]!, values) ? before[column]! : values.slice();
    });
    const { operatorNorm } = series.columns;
    series.columns.gradientNorm =
      before?.operatorNorm === operatorNorm ? before.gradientNorm! : operatorNorm.map(gradientNormOf);
    this.#closed = series;
  }
}

const isEqual = (first: readonly number[], other: readonly number[]): boolean =>
  first.length === other.length && first.every((value, row) => Object.is(value, other[row]));

/** An empty cell is an unknown number. */
function toNumber(cell: string, path: string, index: number, column: string): number {
  if (cell === '') return NaN;
  const value = Number(cell);
  if (Number.isNaN(value) && cell !== 'NaN')
    throw noNumber(path, index + 1, column, cell, 'a number or an empty cell');
  return value;
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
