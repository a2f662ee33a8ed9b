/**
 * A short run held in memory, and written as a run directory once it has ended: under another name first, so that the folder is
 * there whole or not at all. Of many short runs a directory that can be gone on with at any moment costs more than the runs.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Vector } from '../maths/vector.ts';
import { columnsOf } from '../measurement/metrics/metrics.ts';
import type { RoundRecord } from '../measurement/metrics/roundRecord.ts';
import type { FailurePlace } from '../values/failure.ts';
import type { Outcome, ResolvedPlacement, TimedEvent } from '../events/inspection.ts';
import type { Replication } from '../configuration/replications.ts';
import { AGENT_ERRORS_NAME, agentErrorsRows } from './agentErrors.ts';
import { AGENTS_NAME, agentsRow, STALENESS_NAME, stalenessRow } from './agentRows.ts';
import type { EarlierRows } from './earlierRun.ts';
import type { Manifest, RunRecord } from './manifest.ts';
import { jsonText } from './jsonText.ts';
import { MANIFEST_NAME, writtenManifest } from './manifestFile.ts';
import type { RunRecording } from './recorder.ts';
import { RowBuffer } from './rowBuffer.ts';
import type { RowSlice } from './rowSlices.ts';
import { type FinalState, ReplicationUnderWay } from './replicationUnderWay.ts';
import { RunLedger } from './runLedger.ts';
import { iteratesHeader, iteratesRow, roundsHeader, roundsRow } from './rows.ts';
import { headerOf, sideNames } from './sideFiles.ts';

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
  /** all of them, by name */
  readonly #buffers = new Map<string, RowBuffer>([['rounds.csv', this.#rounds]]);
  /** for each file where a replication's rows begin, in bytes, and how many they are, by the cells of algorithm and seed */
  readonly #begins = new Map<string, Map<string, { readonly offset: number; rows: number }>>();
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
    if (configuration.iterates) {
      this.#iterates = this.#buffer('iterates.csv', iteratesHeader(problem.dimension, this.#averaging));
    }
    for (const name of sideNames(configuration)) this.#buffer(name, headerOf(name));
  }

  get manifest(): Manifest {
    return { ...this.#head, runs: this.#ledger.records };
  }

  get finished(): boolean {
    return this.#finished;
  }

  /** The files of rows, by name; of a type that programs without Node's types have, too. */
  get files(): Readonly<Record<string, Uint8Array>> {
    return Object.fromEntries([...this.#buffers].map(([name, buffer]) => [name, buffer.bytes]));
  }

  /** Where each replication's rows lie in a file, by the cells of algorithm and seed. */
  slicesOf(file: string): Map<string, RowSlice> {
    const begins = [...(this.#begins.get(file) ?? [])];
    const end = this.#buffers.get(file)!.bytes.length;
    return new Map(
      begins.map(([replication, { offset, rows }], at) => {
        const next = begins[at + 1]?.[1].offset ?? end;
        return [replication, { offset, bytes: next - offset, rows }];
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
        this.#add('rounds.csv', round!);
        if (iterate !== undefined) this.#add('iterates.csv', iterate);
      },
      takeBeside: (name, row) => {
        this.#add(name, row);
      },
      ended: nothing,
    });
  }

  record(_replication: Replication, record: RoundRecord, theta: Vector, average: Vector | undefined): void {
    const { prefix } = this.#current;
    this.#add('rounds.csv', roundsRow(prefix, record, this.#columns));
    if (this.#iterates !== undefined) {
      const { dimension } = this.#head.problem;
      const row = iteratesRow(prefix, { round: record.round, theta, average }, dimension, this.#averaging);
      this.#add('iterates.csv', row);
    }
    if (this.#buffers.has(AGENT_ERRORS_NAME))
      for (const row of agentErrorsRows(prefix, record, this.#head.problem.agents))
        this.#add(AGENT_ERRORS_NAME, row);
    this.#current.add(record.round, record.step);
  }

  accounted(_replication: Replication, account: Extract<TimedEvent, { kind: 'account' }>): void {
    const { prefix } = this.#current;
    for (const agentAccount of account.agents) this.#add(AGENTS_NAME, agentsRow(prefix, agentAccount));
    for (const stalenessCount of account.staleness)
      this.#add(STALENESS_NAME, stalenessRow(prefix, stalenessCount));
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
    mkdirSync(temporary);
    const manifest = `${jsonText(writtenManifest(this.manifest), 2)}\n`;
    for (const [name, content] of Object.entries({ ...this.files, [MANIFEST_NAME]: manifest, ...more }))
      writeFileSync(join(temporary, name), content);
  }

  // No events of a clock, and nothing on the disk yet.
  readonly happened = nothing;
  readonly updated = nothing;
  readonly flush = nothing;

  #buffer(name: string, header: string): RowBuffer {
    const buffer = new RowBuffer();
    this.#buffers.set(name, buffer);
    buffer.add(header);
    return buffer;
  }

  /** Adds a row of the replication under way to a file, if the run has it. */
  #add(name: string, row: string): void {
    const buffer = this.#buffers.get(name);
    if (buffer === undefined) return;
    let begins = this.#begins.get(name);
    if (begins === undefined)
      this.#begins.set(name, (begins = new Map<string, { readonly offset: number; rows: number }>()));
    const replication = this.#current.prefix.slice(0, -1);
    const begun = begins.get(replication);
    if (begun === undefined) begins.set(replication, { offset: buffer.bytes.length, rows: 1 });
    else begun.rows++;
    buffer.add(row);
  }
}
