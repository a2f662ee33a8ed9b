/**
 * A run directory while it is written: manifest.json, rounds.csv and iterates.csv.
 *
 * Whatever stops the process, the next one can continue from what it finds: a replication's rows are
 * handed to the operating system before the manifest calls it completed; the manifest says how many
 * rows that were; and whatever does not agree is cut off and run again (keptRows.ts). All of it is
 * synchronous, so that a signal handler can finish the directory.
 */
import { membership } from '../configuration/replications.ts';
import { ARRIVALS_NAME } from './arrivals.ts';
import type { SyncFile } from './csvWriter.ts';
import type { DirectoryLock } from './directoryLock.ts';
import { type EarlierRows, eitherRows, removeEarlier } from './earlierRun.ts';
import type { Manifest } from './manifest.ts';
import { overwriteManifest, writeManifest } from './manifestFile.ts';
import { prepareDirectory, type PreparedDirectory, type RunDirectoryOptions } from './prepareDirectory.ts';
import { type FinalState, type NamedRow, Recording, type RowsName } from './recording.ts';

/** Milliseconds for which rows may be held back while rows come in. */
const ROWS_EVERY = 200;
/** Milliseconds between two manifests while replications end, and by so many more for each record of one. */
const MANIFEST_EVERY = 1_000;
const EACH_RECORD = 0.05;

/**
 * Opens a folder for a run: a new or empty one, or one that holds the same run, which then continues.
 * Files in it that are none of ours are left alone.
 *
 * @param path - created with its parents where it does not exist
 * @param manifest - the run; its `runs` are the replications in the order in which they will come
 * @throws InputError in one line, with nothing changed on disk, if the folder holds another run (the
 * first field that differs is named) or run files without a readable manifest, or cannot be written
 */
export const openRunDirectory = (
  path: string,
  manifest: Manifest,
  options: RunDirectoryOptions & OpenOptions = {},
): RunDirectory => new RunDirectory(path, prepareDirectory(path, manifest, options), options);

/** How a run's lock is let go of, and where replications come from that lie somewhere else. */
export interface OpenOptions {
  /** taken over instead of running them; closed with the directory */
  readonly stored?: EarlierRows | undefined;
  /** whether it stays beyond {@link RunDirectory.finish}, until {@link RunDirectory.release}; not by default */
  readonly keepLock?: boolean;
}

/** An open run directory. The manifest on disk may be up to a second behind. */
export class RunDirectory extends Recording {
  /** whether rows or a manifest of an earlier session were found */
  readonly resumed: boolean;
  /** how many replications are taken from somewhere else */
  readonly taken: number;
  readonly #lock: DirectoryLock;
  readonly #keepsLock: boolean;
  readonly #writers: PreparedDirectory['writers'];
  readonly #earlier: EarlierRows | undefined;
  readonly #clock: () => number;
  readonly #date: () => Date;
  readonly #sync: SyncFile | undefined;

  #manifestIsStale = false;
  #rowsAt: number;
  #manifestAt: number;
  #manifestEvery = MANIFEST_EVERY;
  #failure: Error | undefined;

  constructor(path: string, prepared: PreparedDirectory, options: RunDirectoryOptions & OpenOptions) {
    const { stored } = options;
    const earlier = eitherRows(prepared.earlier, stored);
    super(path, prepared.manifest, { written: prepared.done, earlier });
    const isOwn = membership([...prepared.done, ...(prepared.earlier?.runs ?? [])]);
    this.taken = stored?.runs.filter((record) => !isOwn(record)).length ?? 0;
    this.resumed = prepared.resumed;
    this.#lock = prepared.lock;
    this.#keepsLock = options.keepLock ?? false;
    this.#writers = prepared.writers;
    this.#earlier = earlier;
    this.#clock = options.clock ?? (() => performance.now());
    this.#date = options.date ?? (() => new Date());
    this.#sync = options.sync;
    this.#rowsAt = this.#manifestAt = this.#clock();
  }

  protected has(file: RowsName): boolean {
    return this.#writers.has(file);
  }

  protected write(rows: readonly NamedRow[]): void {
    this.#guard(() => {
      // Whatever becomes of the process, the events that a row came of are there with it.
      if (rows[0]?.[0] !== ARRIVALS_NAME) this.#writers.get(ARRIVALS_NAME)?.flush();
      for (const [file, row] of rows) this.#writers.get(file)?.row(row);
    });
  }

  protected override changed(): void {
    this.#manifestIsStale = true;
  }

  /** Writes every row and the manifest now. @throws Error as {@link record} does */
  override flush(): void {
    if (this.finished) return;
    this.#flushRows();
    if (this.#manifestIsStale) this.#writeManifest();
  }

  /**
   * Writes everything, closes the files and leaves the final manifest. A replication under way is
   * written down as interrupted, or as failed where the run failed and no other did. Only the first
   * call counts, and nothing may be recorded afterwards.
   *
   * @param failure - the line that says what went wrong
   * @throws Error in one line if something could not be written; not for the state `failed`, since the
   * caller already has the failure that matters
   */
  override finish(state: FinalState, failure?: string): void {
    if (this.finished) return;
    this.breakOff(state);
    let problem: Error | undefined;
    try {
      this.#guard(() => {
        for (const writer of this.#writers.values()) writer.sync();
      });
    } catch (error) {
      problem = error as Error;
    }
    this.finished = true;
    this.#closeFiles();
    this.#earlier?.close();
    const endedAt = later(this.head.startedAt, this.#date().toISOString());
    const line = failure ?? problem?.message ?? null;
    try {
      // Of a folder that another program has taken over nothing is changed.
      this.#lock.refuseLost();
      const end = problem === undefined ? state : 'failed';
      writeManifest(this.path, { ...this.manifest, state: end, failure: line, endedAt }, this.#sync);
    } catch (error) {
      problem ??= error as Error;
      const ended = { ...this.manifest, state: 'failed', failure: line ?? problem.message, endedAt } as const;
      // Whatever could not be said, nobody should take the run for one that continues.
      if (this.#lock.isHeld) overwriteManifest(this.path, ended);
    }
    // Every row has gone over, and the manifest says so.
    if (problem === undefined && this.ledger.next === undefined) removeEarlier(this.path);
    if (!this.#keepsLock) this.#lock.release();
    if (problem !== undefined && state !== 'failed') throw problem;
  }

  /** Lets others write in the folder; only once everything is finished. */
  release(): void {
    this.#lock.release();
  }

  protected override writeWhatIsDue(): void {
    const now = this.#clock();
    if (this.#manifestIsStale && now - this.#manifestAt >= this.#manifestEvery) {
      this.#flushRows();
      this.#writeManifest();
    } else if (now - this.#rowsAt >= ROWS_EVERY) {
      this.#flushRows();
    }
  }

  #flushRows(): void {
    this.#guard(() => {
      for (const writer of this.#writers.values()) writer.flush();
    });
    this.ledger.written();
    this.#rowsAt = this.#clock();
  }

  #writeManifest(): void {
    const { manifest } = this;
    writeManifest(this.path, manifest, this.#sync);
    this.#manifestIsStale = false;
    this.#manifestAt = this.#clock();
    this.#manifestEvery = MANIFEST_EVERY + EACH_RECORD * manifest.runs.length;
  }

  /** Runs a write; when it fails, the runs whose rows may be lost count as interrupted. */
  #guard(write: () => void): void {
    if (this.#failure !== undefined) throw this.#failure;
    try {
      this.#lock.refuseLost();
      write();
    } catch (error) {
      this.#failure = error as Error;
      this.ledger.lost();
      throw error;
    }
  }

  /** The rows are written or lost by now, so that nothing of interest can go wrong. */
  #closeFiles(): void {
    for (const writer of this.#writers.values()) {
      try {
        writer.close(this.#lock.isHeld);
      } catch {
        // reported already by the sync before
      }
    }
  }
}

/** The later of two times in ISO 8601: a clock may have been set back. */
const later = (first: string, other: string): string => (first > other ? first : other);
