/**
 * rounds.csv of a run directory, as columns of numbers for each replication. The file is fedsa's own
 * and may have a hundred thousand rows, so lines are split by hand: no cell of it is ever quoted.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../protocol/failure.ts';
import { isOrdinaryFile } from '../recording/ordinaryFile.ts';

/** The columns that the report draws or tabulates. */
const COLUMNS = [
  'round',
  'error',
  'operatorNorm',
  'drift',
  'uplinkVectors',
  'downlinkVectors',
  'uplinkBytes',
  'averageError',
  'drawnError',
  'drawnOperatorNorm',
  'lyapunov',
  'staleness',
  'idle',
  'step',
  'time',
] as const;
export type Column = (typeof COLUMNS)[number];

/** Present only where an algorithm or a choice of the run has them. */
const OPTIONAL: readonly Column[] = [
  'averageError',
  'drawnError',
  'drawnOperatorNorm',
  'lyapunov',
  'staleness',
  'idle',
];

/** The recorded rounds of one algorithm with one seed. */
export interface Series {
  readonly algorithm: string;
  readonly seed: number;
  /** one number a recorded round, in the file's order; NaN where unknown */
  readonly columns: Readonly<Record<Column, readonly number[]>>;
}

/**
 * Reads `rounds.csv` of a run directory. A last line that a crash left unfinished is passed over.
 *
 * @throws InputError if it is missing, lacks a column, or holds what is not a number
 */
export async function readRounds(directory: string): Promise<Series[]> {
  const path = join(directory, 'rounds.csv');
  isOrdinaryFile(path);
  const content = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new InputError(`${path}: cannot be read; the recorded rounds of a run are expected there`, {
      cause,
    });
  });
  return parseRounds(content, path);
}

interface OpenSeries {
  readonly algorithm: string;
  readonly seed: number;
  readonly columns: Record<Column, number[]>;
}

/**
 * The content of a `rounds.csv`; see {@link readRounds}.
 *
 * @param path - named in errors
 * @throws InputError as {@link readRounds} does
 */
export function parseRounds(content: string, path: string): Series[] {
  const lines = content.split('\n');
  const finished = lines.at(-1) === '';
  if (finished) lines.pop();
  const header = withoutReturn(lines[0] ?? '').split(',');
  const place = (name: string): number => {
    const found = header.indexOf(name);
    if (found < 0 && !OPTIONAL.includes(name as Column)) {
      throw new InputError(`${path}: line 1 has no column ${name}; the header of a fedsa run is expected`);
    }
    return found;
  };
  const algorithmAt = place('algorithm');
  const seedAt = place('seed');
  const wanted = COLUMNS.map((column) => ({ column, at: place(column) }));

  const bySeed = new Map<string, OpenSeries>();
  let current: OpenSeries | undefined;
  let currentAlgorithm = '';
  let currentSeed = '';
  for (let index = 1; index < lines.length; index++) {
    const cells = withoutReturn(lines[index]!).split(',');
    if (cells.length !== header.length) {
      if (index === lines.length - 1 && !finished) break;
      throw new InputError(
        `${path}: line ${index + 1} has ${cells.length} cells where the header has ${header.length}; the same number is expected`,
      );
    }
    const algorithm = cells[algorithmAt]!;
    const seed = cells[seedAt]!;
    if (current === undefined || seed !== currentSeed || algorithm !== currentAlgorithm) {
      currentAlgorithm = algorithm;
      currentSeed = seed;
      const key = `${algorithm},${seed}`;
      current = bySeed.get(key);
      if (current === undefined) {
        current = { algorithm, seed: toNumber(seed, path, index, 'seed'), columns: emptyColumns() };
        bySeed.set(key, current);
      }
    }
    for (const { column, at } of wanted) {
      current.columns[column].push(at < 0 ? NaN : toNumber(cells[at]!, path, index, column));
    }
  }
  return [...bySeed.values()];
}

function emptyColumns(): Record<Column, number[]> {
  return Object.fromEntries(COLUMNS.map((column) => [column, []])) as unknown as Record<Column, number[]>;
}

/** An empty cell is an unknown number. */
function toNumber(cell: string, path: string, index: number, column: string): number {
  if (cell === '') return NaN;
  const value = Number(cell);
  if (Number.isNaN(value) && cell !== 'NaN') {
    throw new InputError(
      `${path}: line ${index + 1}, column ${column}: ${JSON.stringify(cell)} is not a number; a number or an empty cell is expected`,
    );
  }
  return value;
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
