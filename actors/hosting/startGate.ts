/** Gate of threads that have started: they wait until all are there, and as they do not idle, the pool starts another for the next task. */

/** Words: threads that stand here, and whether they are let go. */
const STANDING = 0;
const OVER = 1;

/** The gate, as the thread sees it that starts the others. */
export class StartGate {
  readonly words = new Int32Array(new SharedArrayBuffer(8));

  /** Counts a thread that will not come. */
  miss(): void {
    arrive(this.words);
  }

  /** Waits until so many stand here or are missed. */
  async filled(wanted: number): Promise<void> {
    for (;;) {
      const standing = Atomics.load(this.words, STANDING);
      if (standing >= wanted) return;
      const wait = Atomics.waitAsync(this.words, STANDING, standing);
      if (wait.async) await wait.value;
    }
  }

  /** Lets all go, also those that come later. */
  end(): void {
    Atomics.store(this.words, OVER, 1);
    Atomics.notify(this.words, OVER);
  }
}

function arrive(words: Int32Array): void {
  Atomics.add(words, STANDING, 1);
  Atomics.notify(words, STANDING);
}

/** Task of a thread: waits at the gate until that opens. */
export function stand(words: Int32Array): void {
  arrive(words);
  while (Atomics.load(words, OVER) === 0) Atomics.wait(words, OVER, 0);
}
