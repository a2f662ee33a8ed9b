/**
 * What a run had before it was asked for more seeds or algorithms: a run directory of its own, `earlier`,
 * inside the run's. Its rows go over into the run's files where they belong in the order of the rows.
 */
import { copyFileSync, existsSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { InputError } from '../values/failure.ts';
import type { Replication } from '../configuration/replications.ts';
import { countAll, membership } from '../configuration/replications.ts';
import { textCell } from './csvCell.ts';
import type { SyncFile } from './csvWriter.ts';
import { keptRows, type KeptRows, type RowFile } from './keptRows.ts';
import { LineReader } from './lineReader.ts';
import type { Manifest, RunRecord } from './manifest.ts';
import { MANIFEST_NAME, writeManifest } from './manifestFile.ts';
import { readManifest } from './readManifest.ts';
import { type ScannedRows, scanRows } from './rowSlices.ts';
import { differenceBeyondGrowth } from './sameRun.ts';
import type { SideName } from './sideFiles.ts';

const FOLDER = 'earlier';

const inside = (path: string, files: readonly RowFile[]): RowFile[] =>
  files.map((file) => ({ ...file, path: join(path, FOLDER, basename(file.path)) }));

/** A replication's rows of one round, one of each file. */
export type RowsOfRound = readonly string[];

/** Replications that lie somewhere, with their rows: they go over into a run's files where they belong. */
export interface EarlierRows {
  readonly runs: readonly RunRecord[];
  has(replication: Replication): boolean;
  /** How a replication ended. */
  recordOf(replication: Replication): RunRecord;
  rowsOf(replication: Replication): Iterable<RowsOfRound>;
  /** The rows of a file beside, where there is one. */
  besideOf(replication: Replication, file: SideName): Iterable<string>;
  close(): void;
}

/** Those of two places; what both have is taken from the first. */
export function eitherRows(
  first: EarlierRows | undefined,
  other: EarlierRows | undefined,
): EarlierRows | undefined {
  if (first === undefined || other === undefined) return first ?? other;
  const rowsOf = (replication: Replication): EarlierRows => (first.has(replication) ? first : other);
  return {
    runs: [...first.runs, ...other.runs],
    has: (replication) => first.has(replication) || other.has(replication),
    recordOf: (replication) => rowsOf(replication).recordOf(replication),
    rowsOf: (replication) => rowsOf(replication).rowsOf(replication),
    besideOf: (replication, file) => rowsOf(replication).besideOf(replication, file),
    close: () => {
      first.close();
      other.close();
    },
  };
}

/** The replications of an earlier run, with their rows. */
export class EarlierRun implements EarlierRows {
  /** of the replications that can go over */
  readonly runs: readonly RunRecord[];
  readonly #has: (replication: Replication) => boolean;
  readonly #readers: readonly LineReader[];
  readonly #sides: ReadonlyMap<string, { readonly path: string; readonly slices: ScannedRows['slices'] }>;
  #ahead: RowsOfRound | undefined;

  /** @param files - of the earlier run; @param sides - its files beside */
  constructor(files: readonly RowFile[], sides: readonly RowFile[], runs: readonly RunRecord[]) {
    this.runs = runs;
    this.#has = membership(runs);
    this.#readers = files.map((file) => new LineReader(file.path));
    const rowFiles = sides.filter(({ path }) => existsSync(path));
    this.#sides = new Map(
      rowFiles.map(({ path }) => [basename(path), { path, slices: scanRows(path).slices }]),
    );
    this.#advance();
  }

  has(replication: Replication): boolean {
    return this.#has(replication);
  }

  recordOf({ algorithm, seed }: Replication): RunRecord {
    return this.runs.find(
      (run) => run.algorithm === algorithm && run.seed <= seed && seed <= (run.lastSeed ?? run.seed),
    )!;
  }

  /** The rows of a replication; those before it are passed over, so they have to be asked for in order. */
  *rowsOf({ algorithm, seed }: Replication): Generator<RowsOfRound> {
    const prefix = `${textCell(algorithm)},${seed},`;
    while (this.#ahead !== undefined && !this.#ahead[0]!.startsWith(prefix)) this.#advance();
    while (this.#ahead?.[0]!.startsWith(prefix)) {
      yield this.#ahead;
      this.#advance();
    }
  }

  *besideOf({ algorithm, seed }: Replication, name: SideName): Generator<string, undefined> {
    const side = this.#sides.get(name);
    const slice = side?.slices.get(`${textCell(algorithm)},${seed}`);
    if (side === undefined || slice === undefined) return;
    const reader = new LineReader(side.path, slice);
    try {
      for (let row = reader.next(); row !== undefined; row = reader.next()) yield row;
    } finally {
      reader.close();
    }
  }

  close(): void {
    for (const reader of this.#readers) reader.close();
  }

  #advance(): void {
    const lines = this.#readers.map((reader) => reader.next());
    this.#ahead = lines.every((line) => line !== undefined) ? lines : undefined;
  }
}

/** The earlier run in a run directory, if it is one that the run asked for has grown from. */
export function openEarlier(
  path: string,
  asked: Manifest,
  files: readonly RowFile[],
  sides: readonly RowFile[],
): EarlierRun | undefined {
  const kept = keptOf(path, asked, files);
  return kept === undefined || kept.runs.length === 0
    ? undefined
    : new EarlierRun(inside(path, files), inside(path, sides), kept.runs);
}

/** What can go over of it; `undefined` where there is none, or another. */
function keptOf(path: string, asked: Manifest, files: readonly RowFile[]): KeptRows | undefined {
  if (!existsSync(join(path, FOLDER, MANIFEST_NAME))) return undefined;
  try {
    const manifest = readManifest(join(path, FOLDER));
    return differenceBeyondGrowth(manifest, asked) === undefined
      ? keptRows(inside(path, files), manifest.runs)
      : undefined;
  } catch (error) {
    // What cannot be read is run again.
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

/** The files of an earlier run that hold rows, those beside them, and the rows that are sure. */
interface EarlierFiles {
  readonly files: readonly RowFile[];
  readonly sides: readonly RowFile[];
  readonly kept: KeptRows;
}

/**
 * Sets the rows of a run aside, so that those of one that it grows to can be written in their order. At
 * any moment a program that is killed leaves them in the run's own files or in the folder `earlier`. Where
 * that holds as many already, since an earlier growth was broken off, it stays.
 *
 */
export function setAside(
  path: string,
  { manifest, asked }: { readonly manifest: Manifest; readonly asked: Manifest },
  { files, sides, kept }: EarlierFiles,
  sync: SyncFile | undefined,
): void {
  const all = [...files, ...sides];
  const already = keptOf(path, asked, files);
  if (already === undefined || countAll(already.runs) < countAll(kept.runs)) {
    const made = join(path, `${FOLDER}.tmp`);
    rmSync(made, { recursive: true, force: true });
    mkdirSync(made);
    for (const { path: file } of all) if (existsSync(file)) linkOrCopy(file, join(made, basename(file)));
    writeManifest(made, { ...manifest, state: 'interrupted', runs: kept.runs }, sync);
    removeEarlier(path);
    renameSync(made, join(path, FOLDER));
  }
  // The files now go by two names: what is written under the old ones must be new files.
  for (const file of all) rmSync(file.path, { force: true });
}

/** Whether a run directory has one, or a part of one that was being removed. */
export const hasEarlier = (path: string): boolean => existsSync(join(path, FOLDER));

/** Removes the earlier run, once its rows have gone over. */
export function removeEarlier(path: string): void {
  rmSync(join(path, FOLDER), { recursive: true, force: true });
}

/** A second name for a file or, where the file system has none, a second file. */
export function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
