/** What a sweep directory holds, for its report: floors and first passages by algorithm and point. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LineReader } from '../../recording/lineReader.ts';
import { readSweepFile, type SweepFile } from '../../recording/sweepFile.ts';
import { type OverSeeds, overSeeds } from '../headline.ts';
import { type Reached, reachedAt, type Spent } from '../reach.ts';

/** A row for each replication that has ended, and level: when it was first reached; empty where it was not. */
export const REACH_NAME = 'reach.csv';
/** What follows the swept names and the algorithm there. */
export const REACH_COLUMNS = 'seed,state,quantity,level,time,uplinkBytes,round';

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
  const file = readSweepFile(directory);
  const { floors, seeds, quantity } = readFloors(join(directory, 'results.csv'));
  const reach = readReach(directory);
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
 * The floors of every key, a seed each: a key that several points share has its rows at each of them. They are of the error,
 * or of the operator where no row has an error.
 */
function readFloors(
  path: string,
): Pick<SweepData, 'seeds' | 'quantity'> & { readonly floors: Map<string, number[]> } {
  const bySeed = new Map<string, Map<string, number>>();
  const seeds = new Set<string>();
  let [hasError, hasFloor] = [false, false];
  for (const { key, cells } of rowsOf(path, 9)) {
    const [seed, , , , , error, floor] = cells;
    hasError ||= error !== '';
    hasFloor ||= floor !== '';
    seeds.add(seed!);
    let list = bySeed.get(key);
    if (list === undefined) bySeed.set(key, (list = new Map<string, number>()));
    if (floor !== '') list.set(seed!, Number(floor));
  }
  const floors = new Map([...bySeed].map(([key, list]) => [key, [...list.values()].filter(Number.isFinite)]));
  return { floors, seeds: seeds.size, quantity: hasFloor && !hasError ? 'operatorNorm' : 'error' };
}

/** First passages of every key, by its levels. */
function readReach(directory: string): ReadonlyMap<string, readonly Reached[]> {
  const path = join(directory, REACH_NAME);
  const byLevel = new Map<string, Map<number, Map<string, Spent | undefined>>>();
  for (const { key, cells } of existsSync(path) ? rowsOf(path, 7) : []) {
    const [seed, , , level, time, uplinkBytes, round] = cells as [string, string, string, ...string[]];
    let levels = byLevel.get(key);
    if (levels === undefined) byLevel.set(key, (levels = new Map<number, Map<string, Spent | undefined>>()));
    let seeds = levels.get(Number(level));
    if (seeds === undefined) levels.set(Number(level), (seeds = new Map<string, Spent | undefined>()));
    const spent = { time: Number(time), uplinkBytes: Number(uplinkBytes), round: Number(round) };
    seeds.set(seed, round === '' ? undefined : spent);
  }
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
  const reader = new LineReader(path);
  try {
    reader.next();
    for (let line = reader.next(); line !== undefined; line = reader.next()) {
      const all = line.split(',');
      const cells = all.slice(-count);
      yield { key: all[0]!, head: all.slice(0, -count).join(), cells };
    }
  } finally {
    reader.close();
  }
}
