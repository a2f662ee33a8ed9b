/**
 * A run directory while it is written: manifest.json, rounds.csv and iterates.csv.
 *
 * Whatever stops the process, the next one can go on from what it finds: a replication's rows are
 * handed to the operating system before the manifest calls it completed; the manifest says how many
 * rows that were; and whatever does not agree is cut off and run again (keptRows.ts). All of it is
 * synchronous, so that a signal handler can finish the directory.
 */
import type { Vector } from '../maths/vector.ts';
import { columnsOf } from '../metrics/metrics.ts';
import type { RoundRecord } from '../metrics/roundRecord.ts';
import type { FailurePlace } from '../protocol/failure.ts';
import type {
  ClockEvent,
  Outcome,
  Replication,
  ResolvedPlacement,
  TimedEvent,
} from '../protocol/inspection.ts';
import { membership } from '../protocol/replications.ts';
import { arrivalsRow } from './arrivals.ts';
import { numberCell, textCell } from './csvCell.ts';
import type { CsvWriter, SyncFile } from './csvWriter.ts';
import { type EarlierRun, removeEarlier } from './earlierRun.ts';

import type { DirectoryLock } from './directoryLock.ts';
import type { Manifest, RunRecord } from './manifest.ts';
import { markFailed, writeManifest } from './manifestFile.ts';
import { prepareDirectory, type RunDirectoryOptions } from './prepareDirectory.ts';
import { named, RunLedger } from './runLedger.ts';
import { iteratesRow, roundsRow } from './rows.ts';
import { updatesRow } from './updates.ts';

/** Milliseconds for which rows may be held back while rows come in. */
const ROWS_EVERY = 200;
/** Milliseconds between two manifests while replications end, and by so many more for each record of one. */
const MANIFEST_EVERY = 1_000;
const EACH_RECORD = 0.05;

/** How a run ends. */
export type FinalState = 'completed' | 'failed' | 'interrupted';

/**
 * Opens a folder for a run: a new or empty one, or one that holds the same run, which then goes on.
 * Files in it that are none of ours are left alone.
 *
 * @param path - created with its parents where it does not exist
 * @param manifest - the run; its `runs` are the replications in the order in which they will come
 * @throws InputError in one line, with nothing changed on disk, if the folder holds another run (the
 * first field that differs is named) or run files without a readable manifest, or cannot be written
 */
export function openRunDirectory(
  path: string,
  manifest: Manifest,
  options: RunDirectoryOptions & LockOptions = {},
): RunDirectory {
  return new RunDirectory(path, manifest, options);
}

/** How a run's lock is let go of. */
export interface LockOptions {
  /** whether it stays beyond {@link RunDirectory.finish}, until {@link RunDirectory.release}; not by default */
  readonly keepLock?: boolean;
}

/** An open run directory. Events have to come in the order of the manifest's runs. */
export class RunDirectory {
  readonly path: string;
  /** whether rows or a manifest of an earlier session were found */
  readonly resumed: boolean;
  /** the replications that an earlier session finished: not to be run again */
  readonly done: readonly RunRecord[];

  #head: Manifest;
  readonly #lock: DirectoryLock;
  readonly #keepsLock: boolean;
  readonly #ledger: RunLedger;
  readonly #isDone: (replication: Replication) => boolean;
  readonly #rounds: CsvWriter;
  readonly #iterates: CsvWriter | undefined;
  readonly #arrivals: CsvWriter | undefined;
  readonly #updates: CsvWriter | undefined;
  readonly #earlier: EarlierRun | undefined;
  readonly #averaging: boolean;
  readonly #columns: ReturnType<typeof columnsOf>;
  readonly #dimension: number;
  readonly #clock: () => number;
  readonly #date: () => Date;
  readonly #sync: SyncFile | undefined;

  #prefix = '';
  #rows = 0;
  #lastRound = 0;
  #lastStep = 0;
  #manifestIsStale = false;
  #rowsAt: number;
  #manifestAt: number;
  #manifestEvery = MANIFEST_EVERY;
  #finished = false;
  #failure: Error | undefined;

  constructor(path: string, manifest: Manifest, options: RunDirectoryOptions & LockOptions) {
    const prepared = prepareDirectory(path, manifest, options);
    this.path = path;
    this.resumed = prepared.resumed;
    this.#head = prepared.manifest;
    this.#lock = prepared.lock;
    this.#keepsLock = options.keepLock ?? false;
    this.done = [...prepared.done, ...(prepared.earlier?.runs ?? [])];
    this.#earlier = prepared.earlier;
    this.#ledger = new RunLedger(prepared.done, prepared.manifest.runs.slice(prepared.done.length));
    this.#isDone = membership(this.done);
    this.#rounds = prepared.rounds;
    this.#iterates = prepared.iterates;
    this.#arrivals = prepared.arrivals;
    this.#updates = prepared.updates;
    this.#averaging = manifest.configuration.averageFrom !== undefined;
    this.#columns = columnsOf(manifest.configuration);
    this.#dimension = manifest.problem.dimension;
    this.#clock = options.clock ?? (() => performance.now());
    this.#date = options.date ?? (() => new Date());
    this.#sync = options.sync;
    this.#rowsAt = this.#manifestAt = this.#clock();
  }

  /** The manifest as it stands, which may be up to a second ahead of the one on disk. */
  get manifest(): Manifest {
    return { ...this.#head, runs: this.#ledger.records };
  }

  /** Whether an earlier session has finished a replication. */
  isDone(replication: Replication): boolean {
    return this.#isDone(replication);
  }

  /** Where the agents were placed; the manifest says so from its next writing on. */
  place(placement: ResolvedPlacement): void {
    this.#head = { ...this.#head, placement };
    this.#manifestIsStale = true;
  }

  /**
   * A replication begins.
   *
   * @throws RangeError if it is not in the manifest, or one that comes later in it has begun before
   */
  start(replication: Replication): void {
    this.bringOver();
    this.#begin(replication);
  }

  /**
   * Takes over the rows of the replications that come next, as far as an earlier run has them.
   *
   * @throws Error as {@link record} does
   */
  bringOver(): void {
    const earlier = this.#earlier;
    if (earlier === undefined || this.#finished) return;
    for (let next = this.#ledger.next; next && earlier.has(next); next = this.#ledger.next) {
      this.#begin(next);
      for (const [round, iterate] of earlier.rowsOf(next)) {
        this.#guard(() => {
          this.#rounds.row(round!);
          if (iterate !== undefined) this.#iterates?.row(iterate);
        });
        this.#rows++;
        const [, , rounds, steps] = round!.split(',', 4);
        this.#lastRound = Number(rounds);
        this.#lastStep = Number(steps);
      }
      const { state, rounds, steps, lastSeed } = earlier.recordOf(next);
      // A record of several replications has the least of their numbers.
      if (lastSeed === undefined) this.#settle(state, rounds, steps);
      else this.#settle(state, this.#lastRound, this.#lastStep);
      this.#writeWhatIsDue();
    }
  }

  #begin(replication: Replication): void {
    this.#ledger.start(replication);
    this.#prefix = `${textCell(replication.algorithm)},${numberCell(replication.seed)},`;
    this.#rows = this.#lastRound = this.#lastStep = 0;
  }

  /**
   * Takes a round of the replication under way.
   *
   * @param theta - θ̄_t `[d]`
   * @param average - the Polyak–Ruppert average `[d]`, where there is one
   * @throws Error in one line if rows cannot be written: the files then hold whole rows only, and the
   * directory takes no more
   */
  record(replication: Replication, record: RoundRecord, theta: Vector, average: Vector | undefined): void {
    this.#expect(replication);
    // Both rows are made before either is taken: a wrong iterate leaves no round without its iterate.
    const round = roundsRow(this.#prefix, record, this.#columns);
    const iterate =
      this.#iterates === undefined
        ? ''
        : iteratesRow(this.#prefix, record.round, theta, average, this.#dimension, this.#averaging);
    this.#guard(() => {
      // Whatever becomes of the process, the events that a round came of are there with it.
      this.#arrivals?.flush();
      this.#rounds.row(round);
      this.#iterates?.row(iterate);
    });
    this.#rows++;
    this.#lastRound = record.round;
    this.#lastStep = record.step;
    this.#writeWhatIsDue();
  }

  /**
   * Takes an event of the wall clock, in the replication under way.
   *
   * @throws Error as {@link record} does
   */
  happened(replication: Replication, event: ClockEvent): void {
    this.#expect(replication);
    this.#guard(() => {
      this.#arrivals?.row(arrivalsRow(this.#prefix, event));
    });
  }

  /**
   * Takes an update that a server step of the replication under way has taken in.
   *
   * @throws Error as {@link record} does
   */
  updated(replication: Replication, update: Extract<TimedEvent, { kind: 'applied' }>): void {
    this.#expect(replication);
    this.#guard(() => {
      // Whatever becomes of the process, the events that an update came of are there with it.
      this.#arrivals?.flush();
      this.#updates?.row(updatesRow(this.#prefix, update));
    });
  }

  /**
   * The replication under way ends; its rows reach the file before the manifest says so.
   *
   * @throws Error as {@link record} does
   */
  end(replication: Replication, outcome: Outcome): void {
    this.#expect(replication);
    const state = outcome.kind === 'stalled' ? 'failed' : outcome.kind;
    this.#settle(state, outcome.kind === 'diverged' ? outcome.round : outcome.rounds, outcome.steps);
    this.#writeWhatIsDue();
  }

  /** A replication failed; without effect on one that the manifest does not have or that has ended. */
  fail(replication: Pick<FailurePlace, 'algorithm' | 'seed'>, round: number): void {
    if (isSame(this.#ledger.current, replication)) this.#settle('failed', this.#lastRound, this.#lastStep);
    else this.#ledger.fail(replication, round);
    this.#manifestIsStale = true;
  }

  /** Writes every row and the manifest now. @throws Error as {@link record} does */
  flush(): void {
    if (this.#finished) return;
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
  finish(state: FinalState, failure?: string): void {
    if (this.#finished) return;
    if (this.#ledger.current !== undefined) {
      const failed = state === 'failed' && !this.#ledger.hasFailed;
      this.#settle(failed ? 'failed' : 'interrupted', this.#lastRound, this.#lastStep);
    }
    let problem: Error | undefined;
    try {
      this.#guard(() => {
        this.#arrivals?.sync();
        this.#updates?.sync();
        this.#rounds.sync();
        this.#iterates?.sync();
      });
    } catch (error) {
      problem = error as Error;
    }
    this.#finished = true;
    this.#closeFiles();
    this.#earlier?.close();
    try {
      const ended = {
        ...this.manifest,
        state: problem === undefined ? state : 'failed',
        failure: failure ?? problem?.message ?? null,
        endedAt: later(this.#head.startedAt, this.#date().toISOString()),
      } as const;
      writeManifest(this.path, ended, this.#sync);
    } catch (error) {
      problem ??= error as Error;
      // Whatever could not be said, nobody is to take the run for one that goes on.
      markFailed(this.path);
    }
    // Every row has gone over, and the manifest says so.
    if (problem === undefined && this.#earlier !== undefined && this.#ledger.next === undefined)
      removeEarlier(this.path);
    if (!this.#keepsLock) this.#lock.release();
    if (problem !== undefined && state !== 'failed') throw problem;
  }

  /** Lets others write in the folder; only once everything is finished. */
  release(): void {
    this.#lock.release();
  }

  /** Whether {@link finish} was called. */
  get finished(): boolean {
    return this.#finished;
  }

  #expect(replication: Replication): void {
    if (!isSame(this.#ledger.current, replication))
      throw new RangeError(`${named(replication)} is not under way`);
  }

  #settle(state: RunRecord['state'], rounds: number, steps: number): void {
    this.#ledger.settle({ state, rounds, steps, rows: this.#rows });
    this.#manifestIsStale = true;
  }

  #writeWhatIsDue(): void {
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
      this.#arrivals?.flush();
      this.#updates?.flush();
      this.#rounds.flush();
      this.#iterates?.flush();
    });
    this.#ledger.written();
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
      write();
    } catch (error) {
      this.#failure = error as Error;
      this.#ledger.lost();
      throw error;
    }
  }

  /** The rows are written or lost by now, so that nothing of interest can go wrong. */
  #closeFiles(): void {
    for (const writer of [this.#arrivals, this.#updates, this.#rounds, this.#iterates]) {
      try {
        writer?.close();
      } catch {
        // reported already by the sync before
      }
    }
  }
}

function isSame(one: Replication | undefined, other: { readonly algorithm: string; readonly seed: number }) {
  return one?.seed === other.seed && one.algorithm === other.algorithm;
}

/** The later of two times in ISO 8601: a clock may have been set back. */
const later = (one: string, other: string): string => (one > other ? one : other);
