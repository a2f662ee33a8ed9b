/** Makes a folder ready for a run's rows: a fresh one, or one whose run continues. */
import { accessSync, constants, existsSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { InputError } from '../values/failure.ts';
import { placeAmong } from '../configuration/replications.ts';
import { ARRIVALS_HEADER, ARRIVALS_NAME } from './arrivals.ts';
import { CsvWriter, type SyncFile, type WriteBytes } from './csvWriter.ts';
import { createFolder } from './createFolder.ts';
import { type DirectoryLock, lockFor } from './directoryLock.ts';
import { type EarlierRows, openEarlier, setAside } from './earlierRun.ts';
import { cannotBeUsed } from './fileCause.ts';
import { keptEvents, keptRows, type KeptRows, type RowFile } from './keptRows.ts';
import { refuseLinks } from './links.ts';
import { lostFiles } from './lostFiles.ts';
import type { Manifest, RunRecord } from './manifest.ts';
import { lacksSideRows } from './missingSideRows.ts';
import { MANIFEST_NAME, writeManifest } from './manifestFile.ts';
import { isOrdinaryFile } from './ordinaryFile.ts';
import { PANELS_NAME } from './panelsFile.ts';
import { readManifest } from './readManifest.ts';
import type { RowsName } from './recording.ts';
import { rowHeaders } from './rows.ts';
import { without } from './runRecords.ts';
import { differenceBeyondGrowth } from './sameRun.ts';
import { SIDE_NAMES, sideFile, sideNames } from './sideFiles.ts';
import { removeParquet } from './tables.ts';

/** What a test may replace. */
export interface RunDirectoryOptions {
  /** milliseconds on a clock that never goes back; `performance.now` */
  readonly clock?: () => number;
  /** the time of day, for the manifest's end */
  readonly date?: () => Date;
  /** `fs.writeSync`, for the rows */
  readonly write?: WriteBytes;
  /** `fs.fsyncSync`, for the rows and the manifest */
  readonly sync?: SyncFile;
}

/** The files of rows that a run has, in the order in which their rows are to be written. */
type RowWriters = ReadonlyMap<RowsName, CsvWriter>;

export interface PreparedDirectory extends OpenedFiles {
  /** keeps other programs away; to be released at the end */
  readonly lock: DirectoryLock;
}

interface OpenedFiles {
  readonly resumed: boolean;
  /** the manifest that lies in the folder now: of a running run */
  readonly manifest: Manifest;
  /** the records of the replications that are done, which are the first of its runs */
  readonly done: readonly RunRecord[];
  readonly writers: RowWriters;
  /** what the run had before it was asked for more, until its rows have gone over */
  readonly earlier: EarlierRows | undefined;
}

const USE = "used for the run's results";

/** Results of a run; without a manifest it is not known of which. */
const OURS = ['rounds.csv', 'iterates.csv', ARRIVALS_NAME, ...SIDE_NAMES, 'report.html', 'trace.json'];

/**
 * Checks a folder and opens its files for the rows that are still missing.
 *
 * @throws InputError in one line, and leaves the folder as it was; see `openRunDirectory`
 */
export function prepareDirectory(
  path: string,
  manifest: Manifest,
  options: RunDirectoryOptions,
): PreparedDirectory {
  refuseRepeatedRuns(manifest);
  refuseForeign(path);
  const created = createFolder(path);
  let lock: DirectoryLock | undefined;
  try {
    lock = lockFor(path);
    // Once more: another program may have been there since.
    refuseForeign(path);
    const files = rowFiles(path, manifest);
    const isThere = existsSync(join(path, MANIFEST_NAME));
    const opened = isThere ? goOn(path, manifest, files, options) : begin(path, manifest, files, options);
    return { ...opened, lock };
  } catch (error) {
    lock?.release();
    removeFolders(path, created);
    throw error;
  }
}

/**
 * Refuses a folder that holds what is no run of this program's, or none that can be known, or links.
 *
 * @throws InputError in one line
 */
export function refuseForeign(path: string): void {
  refuseLinks(path);
  if (existsSync(join(path, MANIFEST_NAME))) return;
  if (existsSync(join(path, PANELS_NAME))) {
    throw new InputError(
      `${path}: holds the panels of a figure, and this is a single run; choose another folder`,
    );
  }
  const found = OURS.find((name) => existsSync(join(path, name)));
  if (found !== undefined) {
    throw new InputError(
      `${path}: holds ${found} but no ${MANIFEST_NAME}, so its run is not known; choose another folder`,
    );
  }
}

/** Begins a run in a folder that holds none. */
function begin(
  path: string,
  manifest: Manifest,
  files: readonly RowFile[],
  options: RunDirectoryOptions,
): OpenedFiles {
  for (const file of files) checkRowFile(file.path);
  try {
    // The manifest comes first: rows without one would be refused the next time.
    const fresh = { ...manifest, state: 'running', endedAt: null, failure: null } as const;
    writeManifest(path, fresh, options.sync);
    const writers = openFiles(path, fresh, { runs: [], bytes: files.map(() => 0) }, options);
    return { resumed: false, manifest: fresh, done: [], writers, earlier: undefined };
  } catch (error) {
    removeTraces(path, files);
    throw cannotBeUsed(path, USE, error);
  }
}

/** Continues the run that the folder holds, if it is the same, or the same with fewer algorithms or seeds. */
function goOn(
  path: string,
  manifest: Manifest,
  files: readonly RowFile[],
  options: RunDirectoryOptions,
): OpenedFiles {
  const earlier = readManifest(path);
  refuseAnother(path, earlier, manifest);
  const sides = sideNames(manifest.configuration).map((name) => sideFile(path, name));
  let kept: KeptRows;
  try {
    for (const file of files) checkRowFile(file.path);
    checkRowFile(join(path, ARRIVALS_NAME));
    for (const name of SIDE_NAMES) checkRowFile(join(path, name));
    kept = keptRows(files, earlier.runs);
    // Rounds whose updates, or whose trace, are gone would never get them back.
    const hasLostRows =
      sides.some((side) => keptEvents(side, []) === 0) ||
      lostFiles(path, earlier).length > 0 ||
      lacksSideRows(path, kept.runs);
    if (hasLostRows) kept = keptRows(files, []);
  } catch (error) {
    throw error instanceof InputError ? error : cannotBeUsed(path, USE, error);
  }
  const all = [...files, ...sides];
  const mustMove = !beginsWith(manifest.runs, kept.runs) || all.some(({ path: file }) => isShared(file));
  const running = {
    ...manifest,
    startedAt: earlier.startedAt,
    state: 'running',
    endedAt: null,
    failure: null,
    runs: mustMove ? manifest.runs : [...kept.runs, ...without(manifest.runs, kept.runs)],
  } as const;
  try {
    if (mustMove) {
      setAside(path, { manifest: earlier, asked: manifest }, { files, sides, kept }, options.sync);
      kept = { runs: [], bytes: files.map(() => 0) };
    }
    const before = openEarlier(path, manifest, files, sides);
    // The manifest comes first: it must not call a run completed whose rows are being cut off.
    writeManifest(path, running, options.sync);
    removeParquet(path);
    const writers = openFiles(path, running, kept, options);
    return { resumed: true, manifest: running, done: kept.runs, writers, earlier: before };
  } catch (error) {
    throw cannotBeUsed(path, USE, error);
  }
}

/** Whether a file goes by a second name, as those do that a store has, too: then it must not be written in. */
const isShared = (file: string): boolean => (statSync(file, { throwIfNoEntry: false })?.nlink ?? 1) > 1;

/** Whether some replications are the first of a run. */
function beginsWith(runs: readonly RunRecord[], first: readonly RunRecord[]): boolean {
  let place = 0;
  for (const record of first) {
    const { algorithm, seed, lastSeed = seed } = record;
    for (let each = seed; each <= lastSeed; each++) {
      if (placeAmong(runs, { algorithm, seed: each }) !== place) return false;
      place++;
    }
  }
  return true;
}

/** Refuses a folder whose run is neither the one asked for nor one that it has grown from. */
export function refuseAnother(path: string, manifest: Manifest, asked: Manifest): void {
  const difference = differenceBeyondGrowth(manifest, asked);
  if (difference === undefined) return;
  throw new InputError(`${path}: holds another run: ${difference}; choose another folder or remove this one`);
}

/** Finds out before anything is changed whether rows can be added to a file, if it exists. */
function checkRowFile(file: string): void {
  if (isOrdinaryFile(file)) accessSync(file, constants.R_OK | constants.W_OK);
}

/** The files of rounds that a run has in a folder. */
export const rowFiles = (path: string, manifest: Manifest): RowFile[] =>
  rowHeaders(manifest).map(([name, header]) => ({ path: join(path, name), header }));

/**
 * Opens each file of a run cut to its whole rows, with its header on disk: first those of events, whose rows are always there
 * when those of the rounds are that came of them.
 *
 * @param kept - of an earlier session
 */
function openFiles(
  path: string,
  manifest: Manifest,
  kept: KeptRows,
  { write, sync }: RunDirectoryOptions,
): RowWriters {
  const { configuration } = manifest;
  const arrivals = { path: join(path, ARRIVALS_NAME), header: ARRIVALS_HEADER };
  const events = [
    ...(configuration.clock === 'wall' ? [arrivals] : []),
    ...sideNames(configuration).map((name) => sideFile(path, name)),
  ];
  const files = [
    ...events.map((file) => [file, kept.runs.length === 0 ? 0 : keptEvents(file, kept.runs)] as const),
    ...rowFiles(path, manifest).map((file, index) => [file, kept.bytes[index]!] as const),
  ];
  const writers = new Map<RowsName, CsvWriter>();
  try {
    for (const [file, from] of files) {
      const writer = new CsvWriter(file.path, from, write, sync);
      writers.set(basename(file.path) as RowsName, writer);
      if (from === 0) writer.row(file.header);
      writer.flush();
    }
  } catch (error) {
    for (const writer of writers.values()) writer.close();
    throw error;
  }
  return writers;
}

/** Takes back what a failed start has left; whatever resists is left. */
function removeTraces(path: string, files: readonly RowFile[]): void {
  try {
    for (const file of files) rmSync(file.path, { force: true });
    for (const name of [ARRIVALS_NAME, ...SIDE_NAMES]) rmSync(join(path, name), { force: true });
    rmSync(join(path, MANIFEST_NAME), { force: true });
  } catch {
    // The reason why the run cannot start is the one to report.
  }
}

/** Removes the folders that a failed start has created, if they are empty. */
function removeFolders(path: string, created: string | undefined): void {
  if (created === undefined) return;
  try {
    const outermost = resolve(created);
    for (let folder = resolve(path); folder.length >= outermost.length; folder = dirname(folder))
      rmdirSync(folder);
  } catch {
    // As above.
  }
}

function refuseRepeatedRuns({ runs }: Manifest): void {
  const sorted = runs.toSorted((a, b) => a.algorithm.localeCompare(b.algorithm) || a.seed - b.seed);
  for (const [index, { algorithm, seed }] of sorted.entries()) {
    const before = sorted[index - 1];
    if (before?.algorithm !== algorithm || seed > (before.lastSeed ?? before.seed)) continue;
    throw new InputError(
      `${algorithm} with seed ${seed} is asked for twice; name each algorithm and each seed once`,
    );
  }
}
