/** Lets the rest of the program have its turn while a run keeps the thread busy. */
import { setImmediate } from 'node:timers/promises';

/** Longest time in ms that a run keeps timers, signals and messages waiting. */
const LONGEST_TURN = 20;

/** Says when it is time for a pause, and makes it. */
export class PeriodicPause {
  readonly #signal: AbortSignal;
  #since = performance.now();

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Whether to stop; a promise where it is time for a pause. */
  stopping(): boolean | Promise<boolean> {
    if (this.#signal.aborted) return true;
    if (performance.now() - this.#since < LONGEST_TURN) return false;
    return this.#pause();
  }

  async #pause(): Promise<boolean> {
    await setImmediate();
    this.#since = performance.now();
    return this.#signal.aborted;
  }
}
