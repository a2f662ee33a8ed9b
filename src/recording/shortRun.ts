/**
 * A short run held in memory, and written as a run directory once it has ended: under another name first, so that the folder is
 * there whole or not at all. Of many short runs a directory that can be gone on with at any moment costs more than the runs.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Vector } from '../maths/vector.ts';
import { columnsOf } from '../metrics/metrics.ts';
import type { RoundRecord } from '../metrics/roundRecord.ts';
import type { FailurePlace } from '../protocol/failure.ts';
import type { Outcome, Replication, ResolvedPlacement } from '../protocol/inspection.ts';
import type { EarlierRows } from './earlierRun.ts';
import type { Manifest, RunRecord } from './manifest.ts';
import { MANIFEST_NAME, writtenManifest } from './manifestFile.ts';
import type { RunRecording } from './recorder.ts';
import { RowBuffer } from './rowBuffer.ts';
import type { RowSlice } from './rowSlices.ts';
import { type FinalState, ReplicationUnderWay } from './replicationUnderWay.ts';
import { RunLedger } from './runLedger.ts';
import { iteratesHeader, iteratesRow, roundsHeader, roundsRow } from './rows.ts';

const nothing = (): void => undefined;

/** A recording in memory: see {@link ShortRun.write}. */
export class ShortRun implements RunRecording {
  readonly path: string;
  readonly done: readonly RunRecord[];
  #head: Manifest;
  readonly #ledger: RunLedger;
  readonly #current: ReplicationUnderWay;
  readonly #columns: ReturnType<typeof columnsOf>;
  readonly #averaging: boolean;
  readonly #rounds = new RowBuffer();
  readonly #iterates: RowBuffer | undefined;
  /** where each replication begins, in bytes */
  readonly #begins: {
    readonly prefix: string;
    readonly rounds: number;
    readonly iterates: number;
    rows: number;
  }[] = [];
  #finished = false;

  /**
   * @param path - where its folder is to be
   * @param stored - replications that lie elsewhere and are taken over
   */
  constructor(path: string, manifest: Manifest, stored?: EarlierRows) {
    const { configuration, problem, runs } = manifest;
    this.path = path;
    this.#head = manifest;
    this.done = stored?.runs ?? [];
    this.#ledger = new RunLedger([], runs);
    this.#current = new ReplicationUnderWay(this.#ledger, stored);
    this.#columns = columnsOf(configuration);
    this.#averaging = configuration.averageFrom !== undefined;
    this.#rounds.add(roundsHeader(this.#columns));
    if (!configuration.iterates) return;
    this.#iterates = new RowBuffer();
    this.#iterates.add(iteratesHeader(problem.dimension, this.#averaging));
  }

  get manifest(): Manifest {
    return { ...this.#head, runs: this.#ledger.records };
  }

  get finished(): boolean {
    return this.#finished;
  }

  /** The files of rows, by name. */
  get files(): Readonly<Record<string, Buffer>> {
    return {
      'rounds.csv': this.#rounds.bytes,
      ...(this.#iterates === undefined ? {} : { 'iterates.csv': this.#iterates.bytes }),
    };
  }

  /** Where each replication's rows lie in a file, by the cells of algorithm and seed. */
  slicesOf(file: string): Map<string, RowSlice> {
    const places = this.#begins.map(({ rounds, iterates }) => (file === 'rounds.csv' ? rounds : iterates));
    const end = this.files[file]!.length;
    return new Map(
      this.#begins.map(({ prefix, rows }, at) => {
        const offset = places[at]!;
        return [prefix.slice(0, -1), { offset, bytes: (places[at + 1] ?? end) - offset, rows }];
      }),
    );
  }

  place(placement: ResolvedPlacement): void {
    this.#head = { ...this.#head, placement };
  }

  start(replication: Replication): void {
    this.bringOver();
    this.#current.begin(replication);
  }

  bringOver(): void {
    this.#current.bringOver({
      take: ([round, iterate]) => {
        this.#count();
        this.#rounds.add(round!);
        if (iterate !== undefined) this.#iterates?.add(iterate);
      },
      update: nothing,
      ended: nothing,
    });
  }

  record(_replication: Replication, record: RoundRecord, theta: Vector, average: Vector | undefined): void {
    const { prefix } = this.#current;
    this.#count();
    this.#rounds.add(roundsRow(prefix, record, this.#columns));
    if (this.#iterates !== undefined) {
      const { dimension } = this.#head.problem;
      this.#iterates.add(iteratesRow(prefix, record.round, theta, average, dimension, this.#averaging));
    }
    this.#current.add(record.round, record.step);
  }

  end(_replication: Replication, outcome: Outcome): void {
    this.#current.end(outcome);
  }

  fail(replication: Pick<FailurePlace, 'algorithm' | 'seed'>, round: number): void {
    this.#current.fail(replication, round);
  }

  finish(state: FinalState, failure?: string): void {
    if (this.#finished) return;
    this.#current.breakOff(state);
    this.#finished = true;
    this.#head = { ...this.#head, state, failure: failure ?? null, endedAt: new Date().toISOString() };
  }

  /**
   * Writes the folder under another name.
   *
   * @param temporary - its name until it is whole, on the same file system
   * @param more - further files, by name
   * @throws the file system's error
   */
  write(temporary: string, more: Readonly<Record<string, string>>): void {
    if (existsSync(temporary)) rmSync(temporary, { recursive: true });
    mkdirSync(temporary);
    const manifest = `${JSON.stringify(writtenManifest(this.manifest), null, 2)}\n`;
    for (const [name, content] of Object.entries({ ...this.files, [MANIFEST_NAME]: manifest, ...more }))
      writeFileSync(join(temporary, name), content);
  }

  // No events of a clock, and nothing on the disk yet.
  readonly happened = nothing;
  readonly updated = nothing;
  readonly flush = nothing;

  /** Counts a row of the replication under way. */
  #count(): void {
    const { prefix } = this.#current;
    const last = this.#begins.at(-1);
    if (last?.prefix === prefix) last.rows++;
    else
      this.#begins.push({
        prefix,
        rounds: this.#rounds.bytes.length,
        iterates: this.#iterates?.bytes.length ?? 0,
        rows: 1,
      });
  }
}
