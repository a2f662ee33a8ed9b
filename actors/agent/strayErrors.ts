/** Promises that a user's code has rejected in a worker thread, and that nobody waits for. */
import { setImmediate } from 'node:timers/promises';

/** Arrived while the thread was blocked, each is reported once the thread's work is done. */
let first: { readonly thrown: unknown } | undefined;

process.on('unhandledRejection', (thrown) => {
  first ??= { thrown };
});

/** The first of them since it was last asked; it waits until those of this turn are known. */
export async function strayError(): Promise<{ readonly thrown: unknown } | undefined> {
  await setImmediate();
  const found = first;
  first = undefined;
  return found;
}
