/** Counts the rounds of a run and reports them now and then. */
import type { Subscriber } from 'rxjs';
import type { Inspection } from '../../src/events/inspection.ts';

/** Interval between two reports of progress, in ms. */
const PROGRESS_INTERVAL = 100;

/** In how many parts a replication is counted whose number of rounds is not known. */
const PARTS = 1000;

/** Reports progress; runners count the rounds in it. */
export class Progress {
  rounds = 0;
  /** of all replications, {@link PARTS} of each; only of runs with limits */
  parts = 0;
  error = NaN;
  /** agents' threads, while they start */
  threads: Extract<Inspection, { kind: 'progressed' }>['threads'];
  readonly #timer: NodeJS.Timeout;

  /**
   * @param totalRounds - Infinity where it is not known
   * @param replications - in a run with limits
   */
  constructor(totalRounds: number, replications: number | undefined, subscriber: Subscriber<Inspection>) {
    this.#timer = setInterval(() => {
      subscriber.next({
        kind: 'progressed',
        rounds: this.rounds,
        totalRounds,
        error: this.error,
        ...(this.threads && { threads: this.threads }),
        ...(replications !== undefined && { share: this.parts / (PARTS * replications) }),
      });
    }, PROGRESS_INTERVAL);
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}

/**
 * Counts how much of a replication is done.
 *
 * @param add - counts further parts
 * @returns to be called with the share that is done
 */
export function partsDone(add: (parts: number) => void): (share: number) => void {
  let done = 0;
  return (share) => {
    const now = Math.floor(PARTS * Math.min(1, share));
    if (!(now > done)) return;
    add(now - done);
    done = now;
  };
}
