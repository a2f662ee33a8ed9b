/** Mailbox of a server whose work takes time: decisions and inputs wait, decisions first. */
import { identity, type MonoTypeOperatorFunction } from 'rxjs';
import { operate } from './operate.ts';

/** Lets the server do one thing after another. */
export class ServerQueue {
  readonly #whenWorked: ((act: () => void) => void) | undefined;
  #isBusy = false;
  #isRunning = false;
  readonly #decisions: { readonly takesTime: boolean; readonly act: () => void }[] = [];
  readonly #incoming: (() => void)[] = [];

  /** @param whenWorked - calls back when one piece of work is over; `undefined` where work takes no time, and nothing waits */
  constructor(whenWorked: ((act: () => void) => void) | undefined) {
    this.#whenWorked = whenWorked;
  }

  /** Emits each input when the server is free for it. */
  inputs<T>(): MonoTypeOperatorFunction<T> {
    return this.#delayed((act) => {
      this.#incoming.push(act);
    });
  }

  /** Emits each decision when it has been carried out; only some take time. */
  decisions<T>(takesTime: (decision: T) => boolean): MonoTypeOperatorFunction<T> {
    return this.#delayed((act, decision) => {
      this.#decisions.push({ takesTime: takesTime(decision), act });
    });
  }

  /** Puts each value down with the act that emits it. */
  #delayed<T>(put: (act: () => void, value: T) => void): MonoTypeOperatorFunction<T> {
    if (this.#whenWorked === undefined) return identity;
    return operate((subscriber) => (value) => {
      put(() => {
        subscriber.next(value);
      }, value);
      this.#run();
    });
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
    this.#whenWorked!(() => {
      act();
      this.#isBusy = false;
      this.#run();
    });
  }
}
