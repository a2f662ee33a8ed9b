/** Counts the rounds of a run and reports them now and then. */
import type { Subscriber } from 'rxjs';
import type { Inspection } from '../../src/protocol/inspection.ts';

/** How often progress is reported, in ms. */
const PROGRESS_INTERVAL = 100;

/** Reports progress; runners count the rounds in it. */
export class Progress {
  rounds = 0;
  error = NaN;
  readonly #total: number;
  readonly #timer: NodeJS.Timeout;

  constructor(total: number, subscriber: Subscriber<Inspection>) {
    this.#total = total;
    this.#timer = setInterval(() => {
      subscriber.next({
        kind: 'progressed',
        rounds: this.rounds,
        totalRounds: this.#total,
        error: this.error,
      });
    }, PROGRESS_INTERVAL);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
