/** What a sweep directory holds, for its report: floors by algorithm and point. */
import { join } from 'node:path';
import { LineReader } from '../../recording/lineReader.ts';
import { readSweepFile, type SweepFile } from '../../recording/sweepFile.ts';
import { type OverSeeds, overSeeds } from '../headline.ts';

/** One algorithm at one point. */
export interface Cell {
  readonly point: Readonly<Record<string, string | number>>;
  readonly key: string;
  readonly state: string;
  /** over the seeds that completed; `undefined` where there is none */
  readonly floor: OverSeeds | undefined;
}

export interface SweepData {
  readonly file: SweepFile;
  /** the swept names, with their values in order */
  readonly axes: readonly { readonly name: string; readonly values: readonly (string | number)[] }[];
  /** of each algorithm, in the order of the grid */
  readonly cells: ReadonlyMap<string, readonly Cell[]>;
  readonly seeds: number;
}

/**
 * Reads sweep.json and results.csv.
 *
 * @throws InputError in one line for what cannot be read
 */
export function readSweep(directory: string): SweepData {
  const file = readSweepFile(directory);
  const { floors, seeds } = readFloors(join(directory, 'results.csv'));
  const cells = new Map<string, Cell[]>();
  for (const { point, runs } of file.points) {
    for (const { algorithm, key, state } of runs) {
      const of = floors.get(key);
      const cell = { point, key, state, floor: of && of.length > 0 ? overSeeds(of) : undefined };
      const list = cells.get(algorithm);
      if (list === undefined) cells.set(algorithm, [cell]);
      else list.push(cell);
    }
  }
  const axes = Object.entries({ ...file.grid, ...file.zip }).map(([name, values]) => ({ name, values }));
  return { file, axes, cells, seeds };
}

/** The floors of every key, a seed each: a key that several points share has its rows at each of them. */
function readFloors(path: string): { readonly floors: Map<string, number[]>; readonly seeds: number } {
  const bySeed = new Map<string, Map<string, number>>();
  const seeds = new Set<string>();
  const reader = new LineReader(path);
  try {
    reader.next();
    for (let line = reader.next(); line !== undefined; line = reader.next()) {
      // From the end: values of names may have commas of their own.
      const [seed, , , , , , floor] = line.split(',').slice(-9);
      const key = line.slice(0, line.indexOf(','));
      seeds.add(seed!);
      let list = bySeed.get(key);
      if (list === undefined) bySeed.set(key, (list = new Map<string, number>()));
      if (floor !== '') list.set(seed!, Number(floor));
    }
  } finally {
    reader.close();
  }
  const floors = new Map([...bySeed].map(([key, list]) => [key, [...list.values()].filter(Number.isFinite)]));
  return { floors, seeds: seeds.size };
}
