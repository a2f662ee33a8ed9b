/** The replication whose rows come in: what a run directory and a run held in memory do alike with it. */
import type { FailurePlace } from '../values/failure.ts';
import type { Outcome } from '../events/inspection.ts';
import type { Replication } from '../configuration/replications.ts';
import { countsOf, type TimedCounts } from '../events/timedCounts.ts';
import { numberCell, textCell } from './csvCell.ts';
import type { EarlierRows, RowsOfRound } from './earlierRun.ts';
import type { RunRecord } from './manifest.ts';
import { endingOf } from './ending.ts';
import { named, type RunLedger } from './runLedger.ts';
import { SIDE_NAMES, type SideName } from './sideFiles.ts';

/** How a run ends. */
export type FinalState = 'completed' | 'failed' | 'interrupted';

/** Where rows that lie elsewhere are written. */
export interface RowSink {
  readonly take: (rows: RowsOfRound) => void;
  readonly takeBeside: (file: SideName, row: string) => void;
  /** after each replication */
  readonly ended: () => void;
}

/** Begins, counts and settles one replication after another. */
export class ReplicationUnderWay {
  /** the cells of algorithm and seed, with a comma at the end */
  prefix = '';
  readonly #ledger: RunLedger;
  readonly #earlier: EarlierRows | undefined;
  #rows = 0;
  #lastRound = 0;
  #lastStep = 0;

  constructor(ledger: RunLedger, earlier: EarlierRows | undefined) {
    this.#ledger = ledger;
    this.#earlier = earlier;
  }

  begin(replication: Replication): void {
    this.#ledger.start(replication);
    this.prefix = `${textCell(replication.algorithm)},${numberCell(replication.seed)},`;
    this.#rows = this.#lastRound = this.#lastStep = 0;
  }

  /** @throws RangeError for a replication that is not under way */
  expect(replication: Replication): void {
    if (!isSame(this.#ledger.current, replication))
      throw new RangeError(`${named(replication)} is not under way`);
  }

  /** Counts a row. */
  add(round: number, step: number): void {
    this.#rows++;
    this.#lastRound = round;
    this.#lastStep = step;
  }

  /** Takes over the replications that come next, as far as they lie elsewhere. */
  bringOver({ take, takeBeside, ended }: RowSink): void {
    const earlier = this.#earlier;
    if (earlier === undefined) return;
    for (let next = this.#ledger.next; next && earlier.has(next); next = this.#ledger.next) {
      this.begin(next);
      for (const rows of earlier.rowsOf(next)) {
        take(rows);
        const [, , round, step] = rows[0]!.split(',', 4);
        this.add(Number(round), Number(step));
      }
      for (const name of SIDE_NAMES) for (const row of earlier.besideOf(next, name)) takeBeside(name, row);
      const { state, rounds, steps, lastSeed, ...record } = earlier.recordOf(next);
      // A record of several replications has the least of their numbers, and the sum of their work.
      if (lastSeed === undefined) this.#settle(state, rounds, steps, record);
      else this.#settle(state, this.#lastRound, this.#lastStep);
      ended();
    }
  }

  end(outcome: Outcome): void {
    const { state, rounds, steps } = endingOf(outcome);
    this.#settle(state, rounds, steps, outcome);
  }

  /** A replication failed; without effect on one that is not in the ledger or that has ended. */
  fail(replication: Pick<FailurePlace, 'algorithm' | 'seed'>, round: number): void {
    if (isSame(this.#ledger.current, replication)) this.#settle('failed', this.#lastRound, this.#lastStep);
    else this.#ledger.fail(replication, round);
  }

  /** The run is over: what is under way is interrupted, or has failed where the run did and no other replication. */
  breakOff(state: FinalState): void {
    if (this.#ledger.current === undefined) return;
    const failed = state === 'failed' && !this.#ledger.hasFailed;
    this.#settle(failed ? 'failed' : 'interrupted', this.#lastRound, this.#lastStep);
  }

  #settle(
    state: RunRecord['state'],
    rounds: number,
    steps: number,
    { stopped, ...counts }: TimedCounts & Pick<RunRecord, 'stopped'> = {},
  ): void {
    const by = stopped === undefined ? {} : { stopped };
    this.#ledger.settle({ state, rounds, steps, ...by, rows: this.#rows, ...countsOf(counts) });
  }
}

function isSame(
  first: Replication | undefined,
  other: { readonly algorithm: string; readonly seed: number },
) {
  return first?.seed === other.seed && first.algorithm === other.algorithm;
}
