/** Work that Ctrl-C ends in good order. */
import { compilerEnded } from '../values/compilerEnded.ts';
import { StrayFailure, strayFailure } from '../values/strayFailure.ts';

const INTERRUPTS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Has a function called when there is an interrupt; returns what ends that. */
type Listen = (interrupt: () => void) => () => void;

/** By the signals of the process, where a command is done in its first thread. */
let listen: Listen = (interrupt) => {
  for (const signal of INTERRUPTS) process.on(signal, interrupt);
  return () => {
    for (const signal of INTERRUPTS) process.off(signal, interrupt);
  };
};

/** Where interrupts come from; only the thread of a command sets it, at its start. */
export function interruptBy(other: Listen): void {
  listen = other;
}

/**
 * Does something that an interrupt ends early. An error of code that nobody waits for does so, too.
 *
 * @throws StrayFailure where such an error came, and the work has not reported it itself
 */
export async function interruptibly<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const giveUp = (thrown: unknown): void => {
    stop.abort(new StrayFailure(thrown));
  };
  process.on('uncaughtException', giveUp);
  const unlisten = listen(() => {
    stop.abort();
  });
  try {
    const result = await work(stop.signal);
    const stray = strayFailure(stop.signal);
    if (stray !== undefined && !stray.isReported) throw stray;
    return result;
  } catch (error) {
    // A signal from a terminal comes to its processes all at once, the compiler's among them.
    const ended = compilerEnded(error);
    if (ended !== undefined) ended.isInterrupt = stop.signal.aborted;
    throw error;
  } finally {
    unlisten();
    // Where one such error came, others may follow until the program ends: they are of the same cause.
    if (strayFailure(stop.signal) === undefined) process.off('uncaughtException', giveUp);
  }
}
