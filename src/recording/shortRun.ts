/**
 * A short run held in memory, and written as a run directory once it has ended: under another name first, so that the folder is
 * there whole or not at all. Of many short runs a directory that can be gone on with at any moment costs more than the runs.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Vector } from '../maths/vector.ts';
import { columnsOf } from '../metrics/metrics.ts';
import type { RoundRecord } from '../metrics/roundRecord.ts';
import type { FailurePlace } from '../protocol/failure.ts';
import type { Outcome, Replication, ResolvedPlacement } from '../protocol/inspection.ts';
import { numberCell, textCell } from './csvCell.ts';
import type { Manifest, RunRecord } from './manifest.ts';
import { MANIFEST_NAME, writtenManifest } from './manifestFile.ts';
import type { RunRecording } from './recorder.ts';
import type { FinalState } from './runDirectory.ts';
import { RunLedger } from './runLedger.ts';
import { iteratesHeader, iteratesRow, roundsHeader, roundsRow } from './rows.ts';

const nothing = (): void => undefined;

/** A recording in memory: see {@link ShortRun.write}. */
export class ShortRun implements RunRecording {
  readonly path: string;
  readonly done: readonly RunRecord[] = [];
  #head: Manifest;
  readonly #ledger: RunLedger;
  readonly #columns: ReturnType<typeof columnsOf>;
  readonly #averaging: boolean;
  #rounds: string;
  #iterates: string | undefined;
  #prefix = '';
  #rows = 0;
  #lastRound = 0;
  #lastStep = 0;
  #finished = false;

  /** @param path - where its folder is to be */
  constructor(path: string, manifest: Manifest) {
    const { configuration, problem, runs } = manifest;
    this.path = path;
    this.#head = manifest;
    this.#ledger = new RunLedger([], runs);
    this.#columns = columnsOf(configuration);
    this.#averaging = configuration.averageFrom !== undefined;
    this.#rounds = `${roundsHeader(this.#columns)}\n`;
    if (configuration.iterates) this.#iterates = `${iteratesHeader(problem.dimension, this.#averaging)}\n`;
  }

  get manifest(): Manifest {
    return { ...this.#head, runs: this.#ledger.records };
  }

  get finished(): boolean {
    return this.#finished;
  }

  /** The files of rows, by name. */
  get files(): Readonly<Record<string, string>> {
    return {
      'rounds.csv': this.#rounds,
      ...(this.#iterates === undefined ? {} : { 'iterates.csv': this.#iterates }),
    };
  }

  place(placement: ResolvedPlacement): void {
    this.#head = { ...this.#head, placement };
  }

  start({ algorithm, seed }: Replication): void {
    this.#ledger.start({ algorithm, seed });
    this.#prefix = `${textCell(algorithm)},${numberCell(seed)},`;
    this.#rows = this.#lastRound = this.#lastStep = 0;
  }

  record(_replication: Replication, record: RoundRecord, theta: Vector, average: Vector | undefined): void {
    this.#rounds += `${roundsRow(this.#prefix, record, this.#columns)}\n`;
    if (this.#iterates !== undefined) {
      const { dimension } = this.#head.problem;
      this.#iterates += `${iteratesRow(this.#prefix, record.round, theta, average, dimension, this.#averaging)}\n`;
    }
    this.#rows++;
    this.#lastRound = record.round;
    this.#lastStep = record.step;
  }

  end(_replication: Replication, outcome: Outcome): void {
    const state = outcome.kind === 'stalled' ? 'failed' : outcome.kind;
    this.#settle(state, outcome.kind === 'diverged' ? outcome.round : outcome.rounds, outcome.steps);
  }

  fail({ algorithm, seed }: Pick<FailurePlace, 'algorithm' | 'seed'>, round: number): void {
    const { current } = this.#ledger;
    if (current?.seed === seed && current.algorithm === algorithm)
      this.#settle('failed', this.#lastRound, this.#lastStep);
    else this.#ledger.fail({ algorithm, seed }, round);
  }

  finish(state: FinalState, failure?: string): void {
    if (this.#finished) return;
    if (this.#ledger.current !== undefined) {
      const failed = state === 'failed' && !this.#ledger.hasFailed;
      this.#settle(failed ? 'failed' : 'interrupted', this.#lastRound, this.#lastStep);
    }
    this.#finished = true;
    this.#head = { ...this.#head, state, failure: failure ?? null, endedAt: new Date().toISOString() };
  }

  /**
   * Writes the folder.
   *
   * @param temporary - its name until it is whole, on the same file system
   * @param more - further files, by name
   * @returns false where there is a folder already, which stays
   * @throws the file system's error
   */
  write(temporary: string, more: Readonly<Record<string, string>>): boolean {
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary);
    const manifest = `${JSON.stringify(writtenManifest(this.manifest), null, 2)}\n`;
    for (const [name, content] of Object.entries({ ...this.files, [MANIFEST_NAME]: manifest, ...more }))
      writeFileSync(join(temporary, name), content);
    try {
      renameSync(temporary, this.path);
      return true;
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true });
      if (['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code!)) return false;
      throw error;
    }
  }

  // No earlier rows, no events of a clock, and nothing on the disk yet.
  readonly bringOver = nothing;
  readonly happened = nothing;
  readonly updated = nothing;
  readonly flush = nothing;

  #settle(state: RunRecord['state'], rounds: number, steps: number): void {
    this.#ledger.settle({ state, rounds, steps, rows: this.#rows });
  }
}
