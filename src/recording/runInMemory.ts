/** A run that no file holds: how its replications ended. Its rounds are for the observer to keep. */
import type { RoundRecord } from '../measurement/metrics/roundRecord.ts';
import type { FailurePlace } from '../values/failure.ts';
import type { Outcome, ResolvedPlacement } from '../events/inspection.ts';
import type { Replication } from '../configuration/replications.ts';
import type { Manifest } from './manifest.ts';
import type { RunRecording } from './recorder.ts';
import { type FinalState, ReplicationUnderWay } from './replicationUnderWay.ts';
import { RunLedger } from './runLedger.ts';

const nothing = (): void => undefined;

/** A recording in no file. */
export class RunInMemory implements RunRecording {
  readonly path = '';
  readonly done = [];
  finished = false;
  #head: Manifest;
  readonly #ledger: RunLedger;
  readonly #current: ReplicationUnderWay;

  constructor(manifest: Manifest) {
    this.#head = manifest;
    this.#ledger = new RunLedger([], manifest.runs);
    this.#current = new ReplicationUnderWay(this.#ledger, undefined);
  }

  get manifest(): Manifest {
    return { ...this.#head, runs: this.#ledger.records };
  }

  place(placement: ResolvedPlacement): void {
    this.#head = { ...this.#head, placement };
  }

  start(replication: Replication): void {
    this.#current.begin(replication);
  }

  record(_replication: Replication, { round, step }: RoundRecord): void {
    this.#current.add(round, step);
  }

  end(_replication: Replication, outcome: Outcome): void {
    this.#current.end(outcome);
  }

  fail(replication: Pick<FailurePlace, 'algorithm' | 'seed'>, round: number): void {
    this.#current.fail(replication, round);
  }

  finish(state: FinalState, failure?: string): void {
    if (this.finished) return;
    this.#current.breakOff(state);
    this.finished = true;
    this.#head = { ...this.#head, state, failure: failure ?? null, endedAt: new Date().toISOString() };
  }

  readonly bringOver = nothing;
  readonly happened = nothing;
  readonly updated = nothing;
  readonly accounted = nothing;
  readonly flush = nothing;
}
