/** Lets the rest of the program have its turn while a run keeps the thread busy, and holds the run up where that is asked for. */
import { type BehaviorSubject, firstValueFrom, fromEvent, merge, skip } from 'rxjs';
import { setImmediate } from 'node:timers/promises';

/** Longest time in ms that a run keeps timers, signals and messages waiting. */
const LONGEST_TURN = 20;

/** Says when it is time for a pause, and makes it. */
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
    await setImmediate();
    while (this.#held?.value && !this.#signal.aborted)
      await firstValueFrom(merge(this.#held.pipe(skip(1)), fromEvent(this.#signal, 'abort')));
    this.#since = performance.now();
    return this.#signal.aborted;
  }
}
