/** Where threads that have started stand until all are there: as they do not idle, the pool starts another for the next task. */

/** Words: threads that stand here, and whether they are let go. */
const STANDING = 0;
const OVER = 1;

/** Milliseconds after which it is looked again whether a thread has died. */
const LOOK = 100;

/** The gathering, as the thread sees it that starts the others. */
export class Gathering {
  readonly words = new Int32Array(new SharedArrayBuffer(8));

  /** Waits until so many stand here, or the signal ends it. */
  async filled(wanted: () => number, signal: AbortSignal | undefined): Promise<void> {
    for (;;) {
      const standing = Atomics.load(this.words, STANDING);
      if (standing >= wanted() || signal?.aborted === true) return;
      const wait = Atomics.waitAsync(this.words, STANDING, standing, LOOK);
      if (wait.async) await wait.value;
    }
  }

  /** Lets all go, also those that come later. */
  end(): void {
    Atomics.store(this.words, OVER, 1);
    Atomics.notify(this.words, OVER);
  }
}

/** Task of a thread: stands at the gathering until it ends. */
export function stand(words: Int32Array): void {
  Atomics.add(words, STANDING, 1);
  Atomics.notify(words, STANDING);
  while (Atomics.load(words, OVER) === 0) Atomics.wait(words, OVER, 0);
}
