/** What a sweep directory holds, for its report: floors and passages by algorithm and point. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LineReader, linesBehindHeader } from '../../recording/lineReader.ts';
import { InputError } from '../../values/failure.ts';
import type { KnownNumber, SeedNumbers } from '../../configuration/found.ts';
import { missingRows } from '../../recording/missingRows.ts';
import { isOrdinaryFile } from '../../recording/ordinaryFile.ts';
import { seedsOf } from '../../recording/seedRanges.ts';
import { readSweepFile, type SweepFile } from '../../recording/sweepFile.ts';
import { type OverSeeds, overSeeds } from '../headline.ts';
import { noNumber } from '../numberRows.ts';
import type { Numbers } from '../pairs.ts';
import { type Trend, trendAtEnd } from '../trend.ts';
import { passageOf } from '../axes.ts';
import { amountOf, type Reached, reachedAt, type Spent, SPENT_COLUMNS } from '../reach.ts';
import type { FirstTouch, Level } from '../../values/level.ts';

/** A row for each replication that has ended, and level: when it is reached; empty where it is not. */
export const REACH_NAME = 'reach.csv';
/**
 * What follows the swept names and the algorithm there: what had been spent when the level was reached, and `after…` in the recorded round that it is known
 * to be later than; the same where every round between is recorded, and the run's end where it misses the level.
 */
export const REACH_COLUMNS = [
  'seed,state,quantity,level',
  ...SPENT_COLUMNS,
  ...SPENT_COLUMNS.map((name) => `after${name[0]!.toUpperCase()}${name.slice(1)}`),
].join();
const REACH_WIDTH = REACH_COLUMNS.split(',').length;

const RESULTS_NAME = 'results.csv';
const RESULT_CELLS = 9;

/** One algorithm at one point. */
export interface Cell {
  readonly point: Readonly<Record<string, string | number>>;
  readonly key: string;
  readonly state: string;
  /** over the seeds that completed; `undefined` where there is none, or a seed diverged: the others are no sample of all */
  readonly floor: OverSeeds | undefined;
  /** whether that still changes at the end of the runs */
  readonly trend: Trend;
  /** the levels of reach.csv, where there is one */
  readonly reach: readonly Reached[];
  /** by seed: floors, and passages to the levels of reach.csv */
  readonly numbers: Numbers;
}

export interface SweepData {
  readonly directory: string;
  readonly file: SweepFile;
  /** the swept names, with their values in order */
  readonly axes: readonly { readonly name: string; readonly values: readonly (string | number)[] }[];
  /** of each algorithm, in the order of the grid */
  readonly cells: ReadonlyMap<string, readonly Cell[]>;
  readonly seeds: number;
  /** what floors, and the levels of reach.csv, are of */
  readonly quantity: 'error' | 'operatorNorm';
}

/**
 * Reads sweep.json, reach.csv and results.csv.
 *
 * @throws InputError in one line for what cannot be read
 */
export function readSweep(directory: string): SweepData {
  const { file, replications, seeds, quantity, ended } = readResults(directory);
  const passages = readReach(directory, ended);
  const cells = new Map<string, Cell[]>();
  for (const { point, runs } of file.points) {
    for (const { algorithm, key, state } of runs) {
      const results = replications.get(key) ?? new Map<string, Replicated>();
      const complete = [...results.values()].filter(({ floor }) => Number.isFinite(floor));
      const values = complete.map(({ floor }) => floor);
      const levels = passages.get(key) ?? new Map<Level, ReadonlyMap<string, KnownSpent>>();
      const cell: Cell = {
        ...{ point, key, state },
        floor: values.length > 0 && state !== 'diverged' ? overSeeds(values) : undefined,
        trend: trendAtEnd(complete.map(({ floor, last }) => ({ mean: floor, last }))),
        reach: [...levels].map(([level, seeds]) =>
          reachedAt(
            level,
            Array.from(seeds.values(), ({ by }) => by),
          ),
        ),
        numbers: numbersOf(results, levels),
      };
      const list = cells.get(algorithm);
      if (list === undefined) cells.set(algorithm, [cell]);
      else list.push(cell);
    }
  }
  // Lists in lockstep may repeat a value.
  const axes = Object.entries({ ...file.grid, ...file.zip }).map(([name, values]) => ({
    name,
    values: [...new Set(values)],
  }));
  return { directory, file, axes, cells, seeds, quantity };
}

/**
 * Reads sweep.json and results.csv.
 *
 * @throws InputError in one line for what cannot be read, or where rows are missing
 */
export function readResults(
  directory: string,
): ReturnType<typeof readReplications> & { readonly file: SweepFile } {
  const file = readSweepFile(directory);
  const path = join(directory, RESULTS_NAME);
  if (!isOrdinaryFile(path)) throw missingRows(path, undefined, undefined, 'sweep');
  const results = readReplications(path);
  refuseMissingResults(path, file, results.rows);
  return { file, ...results };
}

/** What results.csv has of a replication. */
interface Replicated {
  readonly state: string;
  /** NaN where there is none */
  readonly floor: number;
  /** the same quantity in the last round */
  readonly last: number;
}

/**
 * The replications of every key by seed: a key that several points share has its rows at each of them. Floors are of the error,
 * or of the operator where no row has an error.
 */
function readReplications(path: string): Pick<SweepData, 'seeds' | 'quantity'> & {
  readonly replications: ReadonlyMap<string, ReadonlyMap<string, Replicated>>;
  /** of each key */
  readonly rows: ReadonlyMap<string, number>;
  /** rows of replications that have come to an end */
  readonly ended: number;
} {
  const rows = new Map<string, number>();
  let ended = 0;
  const replications = new Map<string, Map<string, Replicated>>();
  const seeds = new Set<string>();
  let [hasError, hasFloor] = [false, false];
  for (const { key, cells, numberAt } of rowsOf(path, RESULT_CELLS)) {
    const [seed, state, , , , error, floor] = cells as [string, string, ...string[]];
    rows.set(key, (rows.get(key) ?? 0) + 1);
    if (state === 'completed' || state === 'diverged') ended++;
    hasError ||= error !== '';
    hasFloor ||= floor !== '';
    seeds.add(seed);
    let bySeed = replications.get(key);
    if (bySeed === undefined) replications.set(key, (bySeed = new Map<string, Replicated>()));
    bySeed.set(seed, {
      state,
      floor: floor === '' ? NaN : numberAt(6),
      last: numberAt(error === '' ? 7 : 5),
    });
  }
  const quantity = hasFloor && !hasError ? 'operatorNorm' : 'error';
  return { replications, seeds: seeds.size, quantity, rows, ended };
}

/** What a replication had spent when it reached a level, `undefined` where it misses it, and in the recorded round that this is later than. */
interface KnownSpent {
  readonly by: Spent | undefined;
  readonly after: Spent;
}

/** The numbers of one run by seed; a replication that misses a level is known to need more than it spent. */
function numbersOf(
  replications: ReadonlyMap<string, Replicated>,
  levels: ReadonlyMap<Level, ReadonlyMap<string, KnownSpent>>,
): Numbers {
  const unbounded: KnownNumber = { low: Infinity, high: Infinity };
  const passage = ({ name, level }: ReturnType<typeof passageOf>): SeedNumbers => {
    const amount = (spent: Spent): number => amountOf(name, (column) => spent[column]);
    return new Map(
      [...(levels.get(level) ?? [])].map(([seed, { by, after }]): [number, KnownNumber] => {
        const hasDiverged = by === undefined && replications.get(seed)?.state === 'diverged';
        if (hasDiverged) return [Number(seed), unbounded];
        return [Number(seed), { low: amount(after), high: by === undefined ? Infinity : amount(by) }];
      }),
    );
  };
  return (quantity) => {
    if (quantity === 'floor')
      return new Map(
        [...replications].flatMap(([seed, { floor, state }]): [number, KnownNumber][] => {
          if (state === 'diverged') return [[Number(seed), unbounded]];
          return Number.isNaN(floor) ? [] : [[Number(seed), { low: floor, high: floor }]];
        }),
      );
    if (typeof quantity === 'string' || 'tail' in quantity || 'closed' in quantity || 'waitedFor' in quantity)
      return new Map();
    return passage(passageOf(quantity));
  };
}

/**
 * Refuses a results.csv with fewer rows than sweep.json says that it has: one for each seed of each run that has come to its end.
 *
 * @param rows - of each key, at all of its points
 * @throws InputError in one line
 */
function refuseMissingResults(path: string, file: SweepFile, rows: ReadonlyMap<string, number>): void {
  const seeds = file.seeds === undefined ? undefined : seedsOf(file.seeds)?.length;
  if (file.state === 'running' || seeds === undefined) return;
  const keys = file.points.flatMap(({ runs }) =>
    runs.filter(({ state }) => state === 'completed' || state === 'diverged').map(({ key }) => key),
  );
  const expected = seeds * keys.length;
  const found = [...new Set(keys)].reduce((sum, key) => sum + (rows.get(key) ?? 0), 0);
  if (found < expected) throw missingRows(path, found, expected, 'sweep');
}

/**
 * Passages of every key, by its levels.
 *
 * @param ended - replications that have a row for each level
 * @throws InputError in one line where rows are missing
 */
function readReach(
  directory: string,
  ended: number,
): ReadonlyMap<string, ReadonlyMap<Level, ReadonlyMap<string, KnownSpent>>> {
  const path = join(directory, REACH_NAME);
  const byLevel = new Map<string, Map<Level, Map<string, KnownSpent>>>();
  const all = new Set<string>();
  let rows = 0;
  if (existsSync(path)) refuseOtherColumns(path);
  for (const { key, cells, numberAt } of existsSync(path) ? rowsOf(path, REACH_WIDTH) : []) {
    const [seed, , , text, first] = cells as [string, string, string, string, ...string[]];
    const level = levelIn(text);
    rows++;
    all.add(text);
    let levels = byLevel.get(key);
    if (levels === undefined) byLevel.set(key, (levels = new Map<Level, Map<string, KnownSpent>>()));
    let seeds = levels.get(level);
    if (seeds === undefined) levels.set(level, (seeds = new Map<string, KnownSpent>()));
    const spentIn = (from: number): Spent =>
      Object.fromEntries(SPENT_COLUMNS.map((name, k) => [name, numberAt(from + k)])) as Spent;
    const [by, after] = [REACH_WIDTH - 2 * SPENT_COLUMNS.length, REACH_WIDTH - SPENT_COLUMNS.length];
    seeds.set(seed, { by: first === '' ? undefined : spentIn(by), after: spentIn(after) });
  }
  const expected = existsSync(path) ? ended * Math.max(1, all.size) : 0;
  if (rows < expected) throw missingRows(path, rows, expected, 'sweep');
  return byLevel;
}

/** A level as the file has it. */
export const levelIn = (text: string): Level =>
  text.startsWith('first:') ? (text as FirstTouch) : Number(text);

/** @throws InputError in one line for a file of another version */
function refuseOtherColumns(path: string): void {
  const reader = new LineReader(path);
  const header = reader.next() ?? '';
  reader.close();
  if (!header.endsWith(`,${REACH_COLUMNS}`))
    throw new InputError(
      `${path}: its columns do not end with ${REACH_COLUMNS}; run the command of the sweep again`,
    );
}

/** The key and the last cells of each row: values of names, between them, may have commas of their own. */
export function* rowsOf(
  path: string,
  count: number,
): Generator<{
  readonly key: string;
  readonly head: string;
  readonly cells: readonly string[];
  /** @throws InputError in one line for what is no number; 0 of an empty cell */
  readonly numberAt: (cell: number) => number;
}> {
  let row = 1;
  for (const line of linesBehindHeader(path)) {
    row++;
    const all = line.split(',');
    const cells = all.slice(-count);
    const numberAt = (cell: number): number => {
      const value = Number(cells[cell]);
      if (Number.isNaN(value))
        throw noNumber(path, row, `${count - cell} from the right`, cells[cell] ?? '', 'a number');
      return value;
    };
    yield { key: all[0]!, head: all.slice(0, -count).join(), cells, numberAt };
  }
}
