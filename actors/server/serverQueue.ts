/** Mailbox of a server whose work takes time: decisions and inputs wait, decisions first. */
import type { MonoTypeOperatorFunction } from 'rxjs';
import { operate } from './operate.ts';

/** Lets the server do one thing after another. */
export class ServerQueue {
  readonly #whenWorked: (act: () => void) => void;
  #isBusy = false;
  #isRunning = false;
  readonly #decisions: { readonly takesTime: boolean; readonly act: () => void }[] = [];
  readonly #incoming: (() => void)[] = [];

  /** @param whenWorked - calls back when one piece of work is over */
  constructor(whenWorked: (act: () => void) => void) {
    this.#whenWorked = whenWorked;
  }

  /** Emits each input when the server is free for it. */
  inputs<T>(): MonoTypeOperatorFunction<T> {
    return operate((subscriber) => (value) => {
      this.#incoming.push(() => {
        subscriber.next(value);
      });
      this.#run();
    });
  }

  /** Carries a decision out when the server is free for it; only some take time. */
  decide(takesTime: boolean, act: () => void): void {
    this.#decisions.push({ takesTime, act });
    this.#run();
  }

  /** Anything that comes while one thing is done waits until that is done. */
  #run(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    while (!this.#isBusy) {
      const decision = this.#decisions.shift();
      const act = decision?.act ?? this.#incoming.shift();
      if (act === undefined) break;
      if (decision?.takesTime) this.#work(act);
      else act();
    }
    this.#isRunning = false;
  }

  #work(act: () => void): void {
    this.#isBusy = true;
    this.#whenWorked(() => {
      act();
      this.#isBusy = false;
      this.#run();
    });
  }
}
