/** A run as it is written down, wherever that is: its events become rows of files, and records of how its replications ended. */
import type { Intervention } from '../configuration/intervention.ts';
import type { Replication } from '../configuration/replications.ts';
import type { ClockEvent, Outcome, ResolvedPlacement, TimedEvent } from '../events/inspection.ts';
import { countsOf, type TimedCounts } from '../events/timedCounts.ts';
import type { Vector } from '../maths/vector.ts';
import { columnsOf } from '../measurement/metrics/metrics.ts';
import type { RoundRecord } from '../measurement/metrics/roundRecord.ts';
import type { FailurePlace } from '../values/failure.ts';
import { AGENT_ERRORS_NAME, agentErrorsRows } from './agentErrors.ts';
import { AGENTS_NAME, agentsRow, STALENESS_NAME, stalenessRow } from './agentRows.ts';
import { ARRIVALS_NAME, arrivalsRow } from './arrivals.ts';
import { numberCell, textCell } from './csvCell.ts';
import type { EarlierRows } from './earlierRun.ts';
import { endingOf } from './ending.ts';
import type { Manifest, RunRecord } from './manifest.ts';
import { iteratesRow, roundsRow } from './rows.ts';
import { named, RunLedger } from './runLedger.ts';
import { isSideName, SIDE_NAMES, type SideName } from './sideFiles.ts';
import { UPDATES_NAME, updatesRow } from './updates.ts';

/** How a run ends. */
export type FinalState = 'completed' | 'failed' | 'interrupted';

/** A file of rows, and one of its rows. */
export type RowsName = 'rounds.csv' | 'iterates.csv' | typeof ARRIVALS_NAME | SideName;
export type NamedRow = readonly [file: RowsName, row: string];

/** Replications of a run that need not be run again. */
interface DoneReplications {
  /** records of those whose rows are there, which are the first of the run */
  readonly written?: readonly RunRecord[];
  /** those that lie elsewhere, whose rows are taken over where they belong */
  readonly earlier?: EarlierRows | undefined;
}

/** A run under way. Events have to come in the order of the manifest's runs. */
export abstract class Recording {
  readonly path: string;
  /** replications that are not to be run again */
  readonly done: readonly RunRecord[];
  /** whether {@link finish} was called */
  finished = false;
  protected head: Manifest;
  protected readonly ledger: RunLedger;
  readonly #earlier: EarlierRows | undefined;
  readonly #columns: ReturnType<typeof columnsOf>;
  /** the cells of algorithm and seed of the replication under way, with a comma at the end */
  protected prefix = '';
  #rows = 0;
  #beside: Record<string, number> = {};
  #lastRound = 0;
  #lastStep = 0;

  constructor(path: string, manifest: Manifest, { written = [], earlier }: DoneReplications = {}) {
    this.path = path;
    this.head = manifest;
    this.done = [...written, ...(earlier?.runs ?? [])];
    this.ledger = new RunLedger(written, manifest.runs.slice(written.length));
    this.#earlier = earlier;
    this.#columns = columnsOf(manifest.configuration);
  }

  /** Whether the run has such a file. */
  protected abstract has(file: RowsName): boolean;

  /** Takes rows of the replication under way, all or none. @throws Error in one line if they cannot be written */
  protected abstract write(rows: readonly NamedRow[]): void;

  /** The manifest says something else from now on. */
  protected changed(): void {
    // It is made when it is asked for.
  }

  /** Time has passed. */
  protected writeWhatIsDue(): void {
    // Memory has no time at which it is due.
  }

  /** Writes what is held back. */
  flush(): void {
    // Memory holds nothing back.
  }

  /** The manifest as it stands. */
  get manifest(): Manifest {
    return { ...this.head, runs: this.ledger.records };
  }

  /** Where the agents were placed. */
  place(placement: ResolvedPlacement): void {
    this.head = { ...this.head, placement };
    this.changed();
  }

  /** What was done to messages by hand. */
  intervened(interventions: readonly Intervention[]): void {
    this.head = { ...this.head, configuration: { ...this.head.configuration, interventions } };
    this.changed();
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

  /** Takes over the rows of the replications that come next, as far as they lie elsewhere. @throws Error as {@link record} does */
  bringOver(): void {
    const earlier = this.#earlier;
    if (earlier === undefined || this.finished) return;
    for (let next = this.ledger.next; next && earlier.has(next); next = this.ledger.next) {
      this.#begin(next);
      for (const [round, iterate] of earlier.rowsOf(next)) {
        this.#take([
          ['rounds.csv', round!],
          ...(iterate === undefined ? [] : [['iterates.csv', iterate] as const]),
        ]);
        const [, , at, step] = round!.split(',', 4);
        this.#count(Number(at), Number(step));
      }
      for (const name of SIDE_NAMES)
        for (const row of earlier.besideOf(next, name)) this.#take([[name, row]]);
      const { state, rounds, steps, lastSeed, ...record } = earlier.recordOf(next);
      // A record of several replications has the least of their numbers, and the sum of their work.
      if (lastSeed === undefined) this.#settle(state, rounds, steps, record);
      else this.#settle(state, this.#lastRound, this.#lastStep);
      this.writeWhatIsDue();
    }
  }

  /**
   * Takes a round of the replication under way.
   *
   * @param theta - θ̄_t `[d]`
   * @param average - the Polyak–Ruppert average `[d]`, where there is one
   * @throws Error in one line if rows cannot be written: the files then hold whole rows only, and no more are taken
   */
  record(replication: Replication, record: RoundRecord, theta: Vector, average: Vector | undefined): void {
    this.#expect(replication);
    const { problem, configuration } = this.head;
    // All rows are made before one is taken: a wrong iterate leaves no round without its iterate.
    const rows: NamedRow[] = [];
    if (this.has('rounds.csv')) rows.push(['rounds.csv', roundsRow(this.prefix, record, this.#columns)]);
    if (this.has('iterates.csv')) {
      const iterate = { round: record.round, theta, average };
      const averaging = configuration.averageFrom !== undefined;
      rows.push(['iterates.csv', iteratesRow(this.prefix, iterate, problem.dimension, averaging)]);
    }
    if (this.has(AGENT_ERRORS_NAME))
      for (const row of agentErrorsRows(this.prefix, record, problem.agents))
        rows.push([AGENT_ERRORS_NAME, row]);
    this.#take(rows);
    this.#count(record.round, record.step);
    this.writeWhatIsDue();
  }

  /** Takes an event of the wall clock. @throws Error as {@link record} does */
  happened(replication: Replication, event: ClockEvent): void {
    this.#expect(replication);
    if (this.has(ARRIVALS_NAME)) this.write([[ARRIVALS_NAME, arrivalsRow(this.prefix, event)]]);
  }

  /** Takes an update that a server step has taken in. @throws Error as {@link record} does */
  updated(replication: Replication, update: Extract<TimedEvent, { kind: 'applied' }>): void {
    this.#expect(replication);
    if (this.has(UPDATES_NAME)) this.#take([[UPDATES_NAME, updatesRow(this.prefix, update)]]);
  }

  /** Takes what the replication under way comes to for each agent. @throws Error as {@link record} does */
  accounted(replication: Replication, account: Extract<TimedEvent, { kind: 'account' }>): void {
    this.#expect(replication);
    const { prefix } = this;
    if (!this.has(AGENTS_NAME)) return;
    this.#take([
      ...account.agents.map((agent): NamedRow => [AGENTS_NAME, agentsRow(prefix, agent)]),
      ...account.staleness.map((count): NamedRow => [STALENESS_NAME, stalenessRow(prefix, count)]),
    ]);
  }

  /** The replication under way ends; its rows are written before the manifest says so. @throws Error as {@link record} does */
  end(replication: Replication, outcome: Outcome): void {
    this.#expect(replication);
    const { state, rounds, steps } = endingOf(outcome);
    this.#settle(state, rounds, steps, outcome);
    this.writeWhatIsDue();
  }

  /** A replication failed; without effect on one that the manifest does not have or that has ended. */
  fail(replication: Pick<FailurePlace, 'algorithm' | 'seed'>, round: number): void {
    if (this.#isUnderWay(replication)) this.#settle('failed', this.#lastRound, this.#lastStep);
    else this.ledger.fail(replication, round);
    this.changed();
  }

  /**
   * The run is over; only the first call counts, and nothing may be recorded afterwards.
   *
   * @param failure - the line that says what went wrong
   */
  finish(state: FinalState, failure?: string): void {
    if (this.finished) return;
    this.breakOff(state);
    this.finished = true;
    this.head = { ...this.head, state, failure: failure ?? null, endedAt: new Date().toISOString() };
  }

  /** A replication under way is interrupted, or has failed where the run did and no other replication. */
  protected breakOff(state: FinalState): void {
    if (this.ledger.current === undefined) return;
    const failed = state === 'failed' && !this.ledger.hasFailed;
    this.#settle(failed ? 'failed' : 'interrupted', this.#lastRound, this.#lastStep);
  }

  #begin(replication: Replication): void {
    this.ledger.start(replication);
    this.prefix = `${textCell(replication.algorithm)},${numberCell(replication.seed)},`;
    this.#rows = this.#lastRound = this.#lastStep = 0;
    this.#beside = {};
  }

  /** @throws RangeError for a replication that is not under way */
  #expect(replication: Replication): void {
    if (!this.#isUnderWay(replication)) throw new RangeError(`${named(replication)} is not under way`);
  }

  #isUnderWay({ algorithm, seed }: Pick<FailurePlace, 'algorithm' | 'seed'>): boolean {
    const { current } = this.ledger;
    return current?.seed === seed && current.algorithm === algorithm;
  }

  /** Writes rows, and counts those beside rounds.csv. */
  #take(rows: readonly NamedRow[]): void {
    this.write(rows);
    for (const [file] of rows) if (isSideName(file)) this.#beside[file] = (this.#beside[file] ?? 0) + 1;
  }

  #count(round: number, step: number): void {
    this.#rows++;
    this.#lastRound = round;
    this.#lastStep = step;
  }

  #settle(
    state: RunRecord['state'],
    rounds: number,
    steps: number,
    { stopped, ...counts }: TimedCounts & Pick<RunRecord, 'stopped'> = {},
  ): void {
    const by = stopped === undefined ? {} : { stopped };
    const beside = Object.keys(this.#beside).length > 0 && { beside: this.#beside };
    this.ledger.settle({ state, rounds, steps, ...by, rows: this.#rows, ...beside, ...countsOf(counts) });
    this.changed();
  }
}
