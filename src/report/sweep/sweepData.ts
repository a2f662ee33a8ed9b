/** What a sweep directory holds, for its report: floors and first passages by algorithm and point. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { linesBehindHeader } from '../../recording/lineReader.ts';
import { missingRows } from '../../recording/missingRows.ts';
import { seedsOf } from '../../recording/seedRanges.ts';
import { readSweepFile, type SweepFile } from '../../recording/sweepFile.ts';
import { type OverSeeds, overSeeds } from '../headline.ts';
import { type Reached, reachedAt, type Spent } from '../reach.ts';

/** A row for each replication that has ended, and level: when it was first reached; empty where it was not. */
export const REACH_NAME = 'reach.csv';
/** What follows the swept names and the algorithm there. */
export const REACH_COLUMNS = 'seed,state,quantity,level,time,uplinkBytes,round';

const RESULTS_NAME = 'results.csv';

/** One algorithm at one point. */
export interface Cell {
  readonly point: Readonly<Record<string, string | number>>;
  readonly key: string;
  readonly state: string;
  /** over the seeds that completed; `undefined` where there is none */
  readonly floor: OverSeeds | undefined;
  /** the levels of reach.csv, where there is one */
  readonly reach: readonly Reached[];
}

export interface SweepData {
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
  const { file, floors, seeds, quantity, ended } = readResults(directory);
  const reach = readReach(directory, ended);
  const cells = new Map<string, Cell[]>();
  for (const { point, runs } of file.points) {
    for (const { algorithm, key, state } of runs) {
      const of = floors.get(key);
      const floor = of && of.length > 0 ? overSeeds(of) : undefined;
      const cell = { point, key, state, floor, reach: reach.get(key) ?? [] };
      const list = cells.get(algorithm);
      if (list === undefined) cells.set(algorithm, [cell]);
      else list.push(cell);
    }
  }
  const axes = Object.entries({ ...file.grid, ...file.zip }).map(([name, values]) => ({ name, values }));
  return { file, axes, cells, seeds, quantity };
}

/**
 * Reads sweep.json and results.csv.
 *
 * @throws InputError in one line for what cannot be read, or where rows are missing
 */
export function readResults(directory: string): ReturnType<typeof readFloors> & { readonly file: SweepFile } {
  const file = readSweepFile(directory);
  const path = join(directory, RESULTS_NAME);
  const floors = readFloors(path);
  refuseMissingResults(path, file, floors.rows);
  return { file, ...floors };
}

/**
 * The floors of every key, a seed each: a key that several points share has its rows at each of them. They are of the error,
 * or of the operator where no row has an error.
 */
function readFloors(path: string): Pick<SweepData, 'seeds' | 'quantity'> & {
  readonly floors: Map<string, number[]>;
  /** of each key */
  readonly rows: ReadonlyMap<string, number>;
  /** rows of replications that have come to an end */
  readonly ended: number;
} {
  const rows = new Map<string, number>();
  let ended = 0;
  const bySeed = new Map<string, Map<string, number>>();
  const seeds = new Set<string>();
  let [hasError, hasFloor] = [false, false];
  for (const { key, cells } of rowsOf(path, 9)) {
    const [seed, state, , , , error, floor] = cells;
    rows.set(key, (rows.get(key) ?? 0) + 1);
    if (state === 'completed' || state === 'diverged') ended++;
    hasError ||= error !== '';
    hasFloor ||= floor !== '';
    seeds.add(seed!);
    let list = bySeed.get(key);
    if (list === undefined) bySeed.set(key, (list = new Map<string, number>()));
    if (floor !== '') list.set(seed!, Number(floor));
  }
  const floors = new Map([...bySeed].map(([key, list]) => [key, [...list.values()].filter(Number.isFinite)]));
  const quantity = hasFloor && !hasError ? 'operatorNorm' : 'error';
  return { floors, seeds: seeds.size, quantity, rows, ended };
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
 * First passages of every key, by its levels.
 *
 * @param ended - replications that have a row for each level
 * @throws InputError in one line where rows are missing
 */
function readReach(directory: string, ended: number): ReadonlyMap<string, readonly Reached[]> {
  const path = join(directory, REACH_NAME);
  const byLevel = new Map<string, Map<number, Map<string, Spent | undefined>>>();
  const all = new Set<string>();
  let rows = 0;
  for (const { key, cells } of existsSync(path) ? rowsOf(path, 7) : []) {
    const [seed, , , level, time, uplinkBytes, round] = cells as [
      string,
      string,
      string,
      string,
      ...string[],
    ];
    rows++;
    all.add(level);
    let levels = byLevel.get(key);
    if (levels === undefined) byLevel.set(key, (levels = new Map<number, Map<string, Spent | undefined>>()));
    let seeds = levels.get(Number(level));
    if (seeds === undefined) levels.set(Number(level), (seeds = new Map<string, Spent | undefined>()));
    const spent = { time: Number(time), uplinkBytes: Number(uplinkBytes), round: Number(round) };
    seeds.set(seed, round === '' ? undefined : spent);
  }
  const expected = existsSync(path) ? ended * Math.max(1, all.size) : 0;
  if (rows < expected) throw missingRows(path, rows, expected, 'sweep');
  const reach = [...byLevel].map(
    ([key, levels]) =>
      [key, [...levels].map(([level, seeds]) => reachedAt(level, [...seeds.values()]))] as const,
  );
  return new Map(reach);
}

/** The key and the last cells of each row: values of names, between them, may have commas of their own. */
export function* rowsOf(
  path: string,
  count: number,
): Generator<{ readonly key: string; readonly head: string; readonly cells: readonly string[] }> {
  for (const line of linesBehindHeader(path)) {
    const all = line.split(',');
    yield { key: all[0]!, head: all.slice(0, -count).join(), cells: all.slice(-count) };
  }
}
