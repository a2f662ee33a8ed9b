/**
 * A store of replications by content: `KEY/seeds-1..5/` is a run directory of one algorithm with these seeds, whole from
 * the moment it is there, and never changed. Any number of programs read and add at the same time.
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { keyOf } from '../../algorithms/parts.ts';
import { InputError } from '../../values/failure.ts';
import { countsOf } from '../../events/timedCounts.ts';
import { createFolder } from '../../recording/createFolder.ts';
import { linkOrCopy } from '../../recording/earlierRun.ts';
import { fileCause } from '../../recording/fileCause.ts';
import { refuseLink } from '../../recording/links.ts';
import type { Manifest } from '../../recording/manifest.ts';
import { MANIFEST_NAME } from '../../recording/manifestFile.ts';
import { openRunDirectory } from '../../recording/runDirectory.ts';
import { pendingRecords } from '../../recording/runRecords.ts';
import { StoredRows, type StoredReplication } from '../../recording/storedRows.ts';
import { sha256Of } from '../../../actors/agent/sha256.ts';
import {
  endOf,
  type PointResult,
  readResult,
  refuseDifferent,
  RESULT_NAME,
  type ResultAt,
  verifyResult,
  writeResult,
} from './resultFile.ts';
import { removeTemporary, temporaryIn, tryIn } from '../../recording/temporaryName.ts';

const PART = 'seeds-';
/** Longest list of seeds in the name of a folder. */
const MOST_LETTERS = 60;

/** See the head of this file. */
export class Store {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * Tries whether something can be added under some keys, and leaves nothing behind.
   *
   * @throws InputError in one line
   */
  refuseUnwritable(keys: readonly string[]): void {
    try {
      tryIn(this.folder);
    } catch (error) {
      throw new InputError(
        `${this.folder}: nothing can be added to this store (${fileCause(error)}); name another folder`,
      );
    }
    for (const key of keys) refuseLink(join(this.folder, key));
  }

  /** What is there under a key. @throws InputError in one line for what cannot be read */
  parts(key: string): ResultAt[] {
    const directory = join(this.folder, key);
    return entriesOf(directory)
      .filter((name) => name.startsWith(PART))
      .flatMap((name) => {
        const part = join(directory, name);
        const result = readResult(part, key);
        return result === undefined ? [] : [{ directory: part, result }];
      });
  }

  /**
   * Where replications lie, of those that are asked for; their rows have been compared with their hashes.
   *
   * @throws InputError in one line, where rows are not what they were, or two places have different ones
   */
  find(key: string, seeds: readonly number[]): Map<number, ResultAt> {
    const found = new Map<number, ResultAt>();
    for (const part of this.parts(key)) {
      const ended = seeds.filter((seed) => endOf(part.result.replications[seed]) !== undefined);
      for (const resultAt of new Set(ended.flatMap((seed) => found.get(seed) ?? [])))
        refuseDifferent(resultAt, part);
      const further = ended.filter((seed) => !found.has(seed));
      if (further.length > 0) verifyResult(part.directory, part.result, further);
      for (const seed of further) found.set(seed, part);
    }
    return found;
  }

  /**
   * Adds replications.
   *
   * @param origin - the folder that they come from, for messages
   * @param write - makes a run directory of them in a folder that is not there yet
   * @throws InputError in one line, where the store has different rows of one of them
   */
  add(key: string, origin: string, write: (folder: string) => PointResult): void {
    const directory = join(this.folder, key);
    refuseLink(directory);
    createFolder(directory);
    removeTemporary(directory);
    const temporary = temporaryIn(directory);
    try {
      const result = write(temporary);
      for (const part of this.parts(key)) refuseDifferent({ directory: origin, result }, part);
      const path = this.partOf(key, Object.keys(result.replications).map(Number));
      if (renamed(temporary, path)) return;
      const theirs = readResult(path, key);
      if (theirs) refuseDifferent({ directory: origin, result }, { directory: path, result: theirs });
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  }

  /** Adds what a folder of one algorithm holds and the store does not, and compares the rest. */
  addFrom(at: ResultAt, manifest: () => Manifest): void {
    const { directory, result } = at;
    const { key, replications } = result;
    const parts = this.parts(key);
    for (const part of parts) refuseDifferent(at, part);
    const ended = Object.keys(replications).filter((seed) => endOf(replications[seed]) !== undefined);
    const absent = ended.filter((seed) => !parts.some((part) => endOf(part.result.replications[seed])));
    if (absent.length === 0) return;
    this.add(key, directory, (folder) => {
      if (absent.length === Object.keys(replications).length && result.failure === null) {
        linkAll(directory, folder, result);
        return result;
      }
      const whole = manifest();
      const name = keyOf(whole.configuration.algorithms[0]!);
      const stored = absent.map((seed) => storedReplication(name, Number(seed), at, name));
      return writeStored(stored, whole, key, folder);
    });
  }

  /** The folder of a part with these seeds. */
  partOf(key: string, seeds: readonly number[]): string {
    return join(this.folder, key, partName(seeds));
  }

  /** Takes a whole folder into the store, away from where it is. */
  adopt({ directory, result }: ResultAt): void {
    const seeds = Object.keys(result.replications).filter((seed) => endOf(result.replications[seed]));
    const path = this.partOf(result.key, seeds.map(Number));
    mkdirSync(dirname(path), { recursive: true });
    if (seeds.length === 0 || !renamed(directory, path)) rmSync(directory, { recursive: true, force: true });
  }

  /** Forgets a key. */
  remove(key: string): void {
    const folder = join(this.folder, key);
    if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  }
}

/** A replication as a run takes it over, under the run's name of its algorithm. */
export function storedReplication(
  algorithm: string,
  seed: number,
  { directory, result }: ResultAt,
  name: string,
): StoredReplication {
  const held = result.replications[seed]!;
  const { rounds, steps, rows } = held;
  const state = endOf(held)!;
  return {
    record: {
      ...{ algorithm, seed, state, rounds, steps, rows: rows['rounds.csv']!.rows },
      ...countsOf(held),
    },
    directory,
    name,
    rows,
  };
}

/**
 * Writes replications of one algorithm as a run directory of their own.
 *
 * @param stored - all of them under the name that the algorithm has by itself
 * @param manifest - of the run that they come from
 */
export function writeStored(
  stored: readonly StoredReplication[],
  { configuration, ...manifest }: Manifest,
  key: string,
  folder: string,
): PointResult {
  const { algorithm } = stored[0]!.record;
  const seeds = stored.map(({ record }) => record.seed);
  const opened = openRunDirectory(
    folder,
    {
      ...manifest,
      configuration: { ...configuration, seeds },
      predictions: [],
      runs: pendingRecords([algorithm], seeds),
    },
    { stored: new StoredRows(stored), sync: () => undefined },
  );
  try {
    opened.bringOver();
  } finally {
    opened.finish('completed');
  }
  return writeResult(folder, key, opened.manifest.runs, null);
}

function linkAll(from: string, to: string, { headers }: PointResult): void {
  mkdirSync(to);
  for (const name of [...Object.keys(headers), MANIFEST_NAME, RESULT_NAME])
    linkOrCopy(join(from, name), join(to, name));
}

/** Whether a folder has got its name; not where there is one already. */
export function renamed(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (error) {
    if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code!)) return false;
    throw error;
  }
}

function entriesOf(directory: string): string[] {
  if (!existsSync(directory)) return [];
  try {
    return readdirSync(directory).sort();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) return [];
    throw error;
  }
}

/** `seeds-1..5,8` */
function partName(seeds: readonly number[]): string {
  const sorted = seeds.toSorted((a, b) => a - b);
  const ranges: string[] = [];
  for (let from = 0, to = 1; from < sorted.length; from = to, to++) {
    while (to < sorted.length && sorted[to] === sorted[to - 1]! + 1) to++;
    ranges.push(to - from > 1 ? `${sorted[from]!}..${sorted[to - 1]!}` : `${sorted[from]!}`);
  }
  const text = ranges.join(',');
  return PART + (text.length <= MOST_LETTERS ? text : `${ranges[0]!},${sha256Of(text).slice(0, 16)}`);
}
