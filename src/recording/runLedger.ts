/** How far each replication of a run is, while they end one after the other. */
import type { Replication } from '../configuration/replications.ts';
import { countAll } from '../configuration/replications.ts';
import type { TimedCounts } from '../events/timedCounts.ts';
import type { RunRecord } from './manifest.ts';
import { append, only, sharesRecords } from './runRecords.ts';

/** A replication by its names, which need not be of this run. */
interface NamedReplication {
  readonly algorithm: string;
  readonly seed: number;
}

/**
 * The records of a run, in their order: of replications that ended, of the one under way, and of those
 * to come. One that has ended may still lose its rows, until they are reported as written; after that it
 * may share a record with its neighbours.
 */
export class RunLedger {
  /** those whose rows are written, and those that were passed over */
  readonly #settled: RunRecord[];
  /** ended since then */
  #fresh: RunRecord[] = [];
  #current: RunRecord | undefined;
  readonly #ahead: RunRecord[];
  /** whether records may be of several replications */
  readonly #sharing: boolean;

  /**
   * @param done - of an earlier session
   * @param ahead - of this one
   */
  constructor(done: readonly RunRecord[], ahead: readonly RunRecord[]) {
    this.#settled = [...done];
    this.#ahead = [...ahead];
    this.#sharing = sharesRecords(countAll(done) + countAll(ahead));
  }

  /** The replication under way. */
  get current(): RunRecord | undefined {
    return this.#current;
  }

  /** The replication that comes next; `undefined` where all have ended or one is under way. */
  get next(): Replication | undefined {
    const [first] = this.#current === undefined ? this.#ahead : [];
    return first && { algorithm: first.algorithm, seed: first.seed };
  }

  /** The records as they stand. */
  get records(): RunRecord[] {
    const records = [...this.#settled];
    for (const record of this.#fresh) append(records, record, this.#sharing);
    if (this.#current !== undefined) append(records, this.#current, this.#sharing);
    const [next, ...rest] = this.#ahead;
    if (next !== undefined) append(records, next, this.#sharing);
    for (const record of rest) records.push(record);
    return records;
  }

  /** Whether any replication has failed. */
  get hasFailed(): boolean {
    return [this.#settled, this.#fresh, this.#ahead].some((part) =>
      part.some(({ state }) => state === 'failed'),
    );
  }

  /**
   * A replication begins; those before it that have not begun are passed over.
   *
   * @throws RangeError if it is not in the ledger, or one that comes later has begun before
   */
  start(replication: Replication): void {
    const at = this.#find(replication);
    if (at === undefined || this.#current !== undefined) {
      const last = this.#current ?? this.#fresh.at(-1) ?? this.#settled.at(-1);
      const known = at !== undefined || [...this.#settled, ...this.#fresh].some(has(replication));
      if (!known || last === undefined)
        throw new RangeError(`${named(replication)} is not among the runs of the manifest`);
      throw new RangeError(
        `${named(replication)} cannot begin after ${named({ ...last, seed: last.lastSeed ?? last.seed })}`,
      );
    }
    this.#isolate(at, replication.seed);
    const passed = this.#ahead.splice(0, this.#ahead.findIndex(has(replication)));
    this.#fresh.push(...passed);
    this.#current = this.#ahead.shift();
  }

  /** The replication under way has ended. */
  settle(
    end: Pick<RunRecord, 'state' | 'rounds' | 'steps' | 'stopped' | 'rows' | 'beside'> & TimedCounts,
  ): void {
    const { algorithm, seed } = this.#current!;
    this.#fresh.push({ algorithm, seed, ...end });
    this.#current = undefined;
  }

  /** A replication to come has failed; without effect on any other. */
  fail(replication: NamedReplication, rounds: number): void {
    const at = this.#find(replication);
    if (at === undefined || this.#ahead[at]!.state !== 'pending') return;
    this.#isolate(at, replication.seed);
    const index = this.#ahead.findIndex(has(replication));
    this.#ahead[index] = { ...this.#ahead[index]!, state: 'failed', rounds };
  }

  /** The rows of all that ended are written. */
  written(): void {
    for (const record of this.#fresh) append(this.#settled, record, this.#sharing);
    this.#fresh = [];
  }

  /** The rows of those that ended last may be lost: they count as interrupted. */
  lost(): void {
    this.#fresh = this.#fresh.map((record) =>
      record.rows === undefined || record.state === 'failed' ? record : { ...record, state: 'interrupted' },
    );
    this.written();
  }

  #find(replication: NamedReplication): number | undefined {
    const at = this.#ahead.findIndex(has(replication));
    return at < 0 ? undefined : at;
  }

  /** Gives a replication to come a record of its own. */
  #isolate(at: number, seed: number): void {
    const record = this.#ahead[at]!;
    const { seed: first, lastSeed: last = first } = record;
    this.#ahead.splice(
      at,
      1,
      ...(first < seed ? [only(record, first, seed - 1)] : []),
      only(record, seed, seed),
      ...(seed < last ? [only(record, seed + 1, last)] : []),
    );
  }
}

/** Whether a record is of a replication, by itself or among others. */
const has =
  ({ algorithm, seed }: NamedReplication) =>
  (record: RunRecord): boolean =>
    record.algorithm === algorithm && record.seed <= seed && seed <= (record.lastSeed ?? record.seed);

/** A replication in words. */
export const named = ({ algorithm, seed }: NamedReplication): string => `${algorithm} with seed ${seed}`;
