/** Replications whose rows lie in other folders, in any order, and go over into a run's files under the run's names. */
import { join } from 'node:path';
import type { Replication } from '../configuration/replications.ts';
import { textCell } from './csvCell.ts';
import type { EarlierRows, RowsOfRound } from './earlierRun.ts';
import { LineReader } from './lineReader.ts';
import type { RunRecord } from './manifest.ts';
import type { RowSlice } from './rowSlices.ts';
import type { SideName } from './sideFiles.ts';

/** Where one replication lies. */
export interface StoredReplication {
  /** as the run has it, under the run's name of its algorithm */
  readonly record: RunRecord;
  readonly directory: string;
  /** the algorithm's name there */
  readonly name: string;
  /** its rows by file */
  readonly rows: Readonly<Record<string, RowSlice>>;
}

/** See the head of this file. */
export class StoredRows implements EarlierRows {
  readonly runs: readonly RunRecord[];
  readonly #held: ReadonlyMap<string, StoredReplication>;

  constructor(replications: readonly StoredReplication[]) {
    this.runs = replications.map(({ record }) => record);
    this.#held = new Map(
      replications.map((storedReplication) => [idOf(storedReplication.record), storedReplication]),
    );
  }

  has(replication: Replication): boolean {
    return this.#held.has(idOf(replication));
  }

  recordOf(replication: Replication): RunRecord {
    return this.#held.get(idOf(replication))!.record;
  }

  *rowsOf(replication: Replication): Generator<RowsOfRound> {
    const [rounds, iterates] = ['rounds.csv', 'iterates.csv'].map((name) => this.#linesOf(replication, name));
    for (const round of rounds!) {
      const { done, value } = iterates!.next();
      yield done ? [round] : [round, value];
    }
  }

  besideOf(replication: Replication, name: SideName): Generator<string> {
    return this.#linesOf(replication, name);
  }

  close(): void {
    // Files are open while a replication is read, and no longer.
  }

  *#linesOf(replication: Replication, file: string): Generator<string, undefined> {
    const { directory, name, rows } = this.#held.get(idOf(replication))!;
    const slice = rows[file];
    if (slice === undefined) return;
    const [elsewhere, here] = [textCell(name), textCell(replication.algorithm)];
    const reader = new LineReader(join(directory, file), slice);
    try {
      for (let row = reader.next(); row !== undefined; row = reader.next())
        yield elsewhere === here ? row : here + row.slice(elsewhere.length);
    } finally {
      reader.close();
    }
  }
}

const idOf = ({ algorithm, seed }: Replication): string => `${seed} ${algorithm}`;
