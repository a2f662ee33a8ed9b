/** Mailbox of a server whose work takes time: decisions and inputs wait, decisions first. */
import { type MonoTypeOperatorFunction, Observable } from 'rxjs';

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
  readonly inputs = <T>(): MonoTypeOperatorFunction<T> =>
    delayed((act) => {
      this.#incoming.push(act);
      this.#run();
    });

  /** Emits each decision when it has been carried out; only some take time. */
  readonly decisions = <T>(takesTime: (decision: T) => boolean): MonoTypeOperatorFunction<T> =>
    delayed((act, decision) => {
      this.#decisions.push({ takesTime: takesTime(decision), act });
      this.#run();
    });

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

/** Hands each value over with the act that emits it. */
const delayed =
  <T>(put: (act: () => void, value: T) => void): MonoTypeOperatorFunction<T> =>
  (source) =>
    new Observable((observer) =>
      source.subscribe({
        next: (value) => {
          put(() => {
            observer.next(value);
          }, value);
        },
        error: (thrown: unknown) => {
          observer.error(thrown);
        },
        complete: () => {
          observer.complete();
        },
      }),
    );
