/** Lets the rest of the program have its turn while a run keeps the thread busy, and holds the run up where that is asked for. */
import { type BehaviorSubject, firstValueFrom, fromEvent, merge, skip } from 'rxjs';
import { setImmediate } from 'node:timers/promises';

/** Longest time in ms that a run keeps timers, signals and messages waiting. */
const LONGEST_TURN = 20;

/** A turn of the event loop that takes longer, in ms, had something to do. */
const BUSY = 0.1;

/**
 * Lets the event loop turn until it has nothing to do, or as long as the run has kept it waiting. In one turn it takes a single
 * connection, of which a live page's server may have thousands.
 */
async function othersHaveHadTheirTurn(): Promise<void> {
  const begun = performance.now();
  let [before, now] = [begun, begun];
  do {
    before = now;
    await setImmediate();
    now = performance.now();
  } while (now - before > BUSY && now - begun < LONGEST_TURN);
}

/** Decides when it is time for a pause, and makes it. */
export class PeriodicPause {
  readonly #signal: AbortSignal;
  readonly #held: BehaviorSubject<boolean> | undefined;
  #since = performance.now();

  /** @param held - whether the run is held up */
  constructor(signal: AbortSignal, held?: BehaviorSubject<boolean>) {
    this.#signal = signal;
    this.#held = held;
  }

  /** Whether to stop; a promise where it is time for a pause. */
  stopping(): boolean | Promise<boolean> {
    if (this.#signal.aborted) return true;
    if (performance.now() - this.#since < LONGEST_TURN) return false;
    return this.#pause();
  }

  async #pause(): Promise<boolean> {
    await othersHaveHadTheirTurn();
    while (this.#held?.value && !this.#signal.aborted)
      await firstValueFrom(merge(this.#held.pipe(skip(1)), fromEvent(this.#signal, 'abort')));
    this.#since = performance.now();
    return this.#signal.aborted;
  }
}
