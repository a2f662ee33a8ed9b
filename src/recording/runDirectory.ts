/**
 * A run directory while it is written: manifest.json, rounds.csv and iterates.csv.
 *
 * Whatever stops the process, the next one can continue from what it finds: a replication's rows are
 * handed to the operating system before the manifest calls it completed; the manifest says how many
 * rows that were; and whatever does not agree is cut off and run again (keptRows.ts). All of it is
 * synchronous, so that a signal handler can finish the directory.
 */
import type { Vector } from '../maths/vector.ts';
import { columnsOf } from '../measurement/metrics/metrics.ts';
import type { RoundRecord } from '../measurement/metrics/roundRecord.ts';
import type { FailurePlace } from '../values/failure.ts';
import type { ClockEvent, Outcome, ResolvedPlacement, TimedEvent } from '../events/inspection.ts';
import type { Replication } from '../configuration/replications.ts';
import type { Intervention } from '../configuration/intervention.ts';
import { membership } from '../configuration/replications.ts';
import { AGENT_ERRORS_NAME, agentErrorsRows } from './agentErrors.ts';
import { AGENTS_NAME, agentsRow, STALENESS_NAME, stalenessRow } from './agentRows.ts';
import { arrivalsRow } from './arrivals.ts';
import type { CsvWriter, SyncFile } from './csvWriter.ts';
import { type EarlierRows, eitherRows, removeEarlier } from './earlierRun.ts';
import type { DirectoryLock } from './directoryLock.ts';
import type { Manifest, RunRecord } from './manifest.ts';
import { overwriteManifest, writeManifest } from './manifestFile.ts';
import { prepareDirectory, type RunDirectoryOptions } from './prepareDirectory.ts';
import { type FinalState, ReplicationUnderWay } from './replicationUnderWay.ts';
import { RunLedger } from './runLedger.ts';
import { iteratesRow, roundsRow } from './rows.ts';
import type { SideName } from './sideFiles.ts';
import { UPDATES_NAME, updatesRow } from './updates.ts';

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
export function openRunDirectory(
  path: string,
  manifest: Manifest,
  options: RunDirectoryOptions & OpenOptions = {},
): RunDirectory {
  return new RunDirectory(path, manifest, options);
}

/** How a run's lock is let go of, and where replications come from that lie somewhere else. */
export interface OpenOptions {
  /** taken over instead of running them; closed with the directory */
  readonly stored?: EarlierRows | undefined;
  /** whether it stays beyond {@link RunDirectory.finish}, until {@link RunDirectory.release}; not by default */
  readonly keepLock?: boolean;
}

/** An open run directory. Events have to come in the order of the manifest's runs. */
export class RunDirectory {
  readonly path: string;
  /** whether rows or a manifest of an earlier session were found */
  readonly resumed: boolean;
  /** the replications that an earlier session finished, or that lie somewhere else: not to be run again */
  readonly done: readonly RunRecord[];
  /** how many of them are taken from somewhere else */
  readonly taken: number;

  #head: Manifest;
  readonly #lock: DirectoryLock;
  readonly #keepsLock: boolean;
  readonly #ledger: RunLedger;
  readonly #current: ReplicationUnderWay;
  readonly #isDone: (replication: Replication) => boolean;
  readonly #rounds: CsvWriter;
  readonly #iterates: CsvWriter | undefined;
  readonly #arrivals: CsvWriter | undefined;
  readonly #sides: ReadonlyMap<SideName, CsvWriter>;
  readonly #earlier: EarlierRows | undefined;
  readonly #averaging: boolean;
  readonly #columns: ReturnType<typeof columnsOf>;
  readonly #dimension: number;
  readonly #agents: number;
  readonly #clock: () => number;
  readonly #date: () => Date;
  readonly #sync: SyncFile | undefined;

  #manifestIsStale = false;
  #rowsAt: number;
  #manifestAt: number;
  #manifestEvery = MANIFEST_EVERY;
  #finished = false;
  #failure: Error | undefined;

  constructor(path: string, manifest: Manifest, options: RunDirectoryOptions & OpenOptions) {
    const prepared = prepareDirectory(path, manifest, options);
    this.path = path;
    this.resumed = prepared.resumed;
    this.#head = prepared.manifest;
    this.#lock = prepared.lock;
    this.#keepsLock = options.keepLock ?? false;
    this.#earlier = eitherRows(prepared.earlier, options.stored);
    const records = [...prepared.done, ...(prepared.earlier?.runs ?? [])];
    const stored = options.stored?.runs ?? [];
    const isOwn = membership(records);
    this.taken = stored.filter((record) => !isOwn(record)).length;
    this.done = [...records, ...stored];
    this.#ledger = new RunLedger(prepared.done, prepared.manifest.runs.slice(prepared.done.length));
    this.#current = new ReplicationUnderWay(this.#ledger, this.#earlier);
    this.#isDone = membership(this.done);
    this.#rounds = prepared.rounds;
    this.#iterates = prepared.iterates;
    this.#arrivals = prepared.arrivals;
    this.#sides = prepared.sides;
    this.#averaging = manifest.configuration.averageFrom !== undefined;
    this.#columns = columnsOf(manifest.configuration);
    this.#dimension = manifest.problem.dimension;
    this.#agents = manifest.problem.agents;
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

  /** What was done to messages by hand; the manifest says so from its next writing on. */
  intervened(interventions: readonly Intervention[]): void {
    this.#head = { ...this.#head, configuration: { ...this.#head.configuration, interventions } };
    this.#manifestIsStale = true;
  }

  /**
   * A replication begins.
   *
   * @throws RangeError if it is not in the manifest, or one that comes later in it has begun before
   */
  start(replication: Replication): void {
    this.bringOver();
    this.#current.begin(replication);
  }

  /**
   * Takes over the rows of the replications that come next, as far as they lie elsewhere.
   *
   * @throws Error as {@link record} does
   */
  bringOver(): void {
    if (this.#finished) return;
    this.#current.bringOver({
      take: ([round, iterate]) => {
        this.#guard(() => {
          this.#rounds.row(round!);
          if (iterate !== undefined) this.#iterates?.row(iterate);
        });
      },
      takeBeside: (name, row) => {
        this.#guard(() => this.#sides.get(name)?.row(row));
      },
      ended: () => {
        this.#manifestIsStale = true;
        this.#writeWhatIsDue();
      },
    });
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
    this.#current.expect(replication);
    // Both rows are made before either is taken: a wrong iterate leaves no round without its iterate.
    const round = roundsRow(this.#current.prefix, record, this.#columns);
    const iterate =
      this.#iterates === undefined
        ? ''
        : iteratesRow(
            this.#current.prefix,
            { round: record.round, theta, average },
            this.#dimension,
            this.#averaging,
          );
    this.#guard(() => {
      // Whatever becomes of the process, the events that a round came of are there with it.
      this.#arrivals?.flush();
      this.#rounds.row(round);
      this.#iterates?.row(iterate);
      const errors = this.#sides.get(AGENT_ERRORS_NAME);
      if (errors !== undefined)
        for (const row of agentErrorsRows(this.#current.prefix, record, this.#agents)) errors.row(row);
    });
    this.#current.add(record.round, record.step);
    this.#writeWhatIsDue();
  }

  /**
   * Takes an event of the wall clock, in the replication under way.
   *
   * @throws Error as {@link record} does
   */
  happened(replication: Replication, event: ClockEvent): void {
    this.#current.expect(replication);
    this.#guard(() => {
      this.#arrivals?.row(arrivalsRow(this.#current.prefix, event));
    });
  }

  /**
   * Takes an update that a server step of the replication under way has taken in.
   *
   * @throws Error as {@link record} does
   */
  updated(replication: Replication, update: Extract<TimedEvent, { kind: 'applied' }>): void {
    this.#current.expect(replication);
    this.#guard(() => {
      // Whatever becomes of the process, the events that an update came of are there with it.
      this.#arrivals?.flush();
      this.#sides.get(UPDATES_NAME)?.row(updatesRow(this.#current.prefix, update));
    });
  }

  /**
   * Takes what the replication under way comes to for each agent.
   *
   * @throws Error as {@link record} does
   */
  accounted(replication: Replication, account: Extract<TimedEvent, { kind: 'account' }>): void {
    this.#current.expect(replication);
    const { prefix } = this.#current;
    this.#guard(() => {
      const [agents, staleness] = [this.#sides.get(AGENTS_NAME), this.#sides.get(STALENESS_NAME)];
      for (const agentAccount of account.agents) agents?.row(agentsRow(prefix, agentAccount));
      for (const stalenessCount of account.staleness) staleness?.row(stalenessRow(prefix, stalenessCount));
    });
  }

  /**
   * The replication under way ends; its rows reach the file before the manifest says so.
   *
   * @throws Error as {@link record} does
   */
  end(replication: Replication, outcome: Outcome): void {
    this.#current.expect(replication);
    this.#current.end(outcome);
    this.#manifestIsStale = true;
    this.#writeWhatIsDue();
  }

  /** A replication failed; without effect on one that the manifest does not have or that has ended. */
  fail(replication: Pick<FailurePlace, 'algorithm' | 'seed'>, round: number): void {
    this.#current.fail(replication, round);
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
    this.#current.breakOff(state);
    let problem: Error | undefined;
    try {
      this.#guard(() => {
        this.#arrivals?.sync();
        for (const side of this.#sides.values()) side.sync();
        this.#rounds.sync();
        this.#iterates?.sync();
      });
    } catch (error) {
      problem = error as Error;
    }
    this.#finished = true;
    this.#closeFiles();
    this.#earlier?.close();
    const endedAt = later(this.#head.startedAt, this.#date().toISOString());
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
      for (const side of this.#sides.values()) side.flush();
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
      this.#lock.refuseLost();
      write();
    } catch (error) {
      this.#failure = error as Error;
      this.#ledger.lost();
      throw error;
    }
  }

  /** The rows are written or lost by now, so that nothing of interest can go wrong. */
  #closeFiles(): void {
    for (const writer of [this.#arrivals, ...this.#sides.values(), this.#rounds, this.#iterates]) {
      try {
        writer?.close(this.#lock.isHeld);
      } catch {
        // reported already by the sync before
      }
    }
  }
}

/** The later of two times in ISO 8601: a clock may have been set back. */
const later = (first: string, other: string): string => (first > other ? first : other);
