/** Runs made side by side: one simulates at a time, with all the threads that it wants, and those before it are finished beside it. */
import { simulateRun, type RunResult, type RunWatch } from './executeRun.ts';
import type { PreparedRun } from './preparedRun.ts';
import { limitsHere } from './threadNeeds.ts';

/** Bytes that the exact curves of a run may take, and its report. */
const BYTES_OF_RUN = 1.5e9;

/** Turns of several runs, in the order in which these ask for them. */
export class Turns {
  readonly #simulate: typeof simulateRun;
  readonly #atOnce: number;
  readonly #finishing = new Set<Promise<unknown>>();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(simulate = simulateRun, { cores, bytes } = limitsHere()) {
    this.#simulate = simulate;
    this.#atOnce = Math.max(1, Math.min(cores, Math.floor(bytes / BYTES_OF_RUN)));
  }

  /** Prepares and runs in its turn; `undefined` where an interrupt came first. */
  async execute(
    prepare: () => PreparedRun | Promise<PreparedRun>,
    watch: RunWatch,
  ): Promise<RunResult | undefined> {
    const begun = this.#turn.then(() => this.#begin(prepare, watch));
    this.#turn = begun.catch(() => undefined);
    return (await begun)?.ending;
  }

  /** @returns an object, since a promise alone would be waited for */
  async #begin(
    prepare: () => PreparedRun | Promise<PreparedRun>,
    watch: RunWatch,
  ): Promise<{ readonly ending: Promise<RunResult> } | undefined> {
    while (this.#finishing.size >= this.#atOnce) await Promise.race(this.#finishing);
    if (watch.signal.aborted) return undefined;
    const run = await prepare();
    // Where real time counts nothing else may run.
    if (run.configuration.clock === 'wall') await Promise.all(this.#finishing);
    const ending = (await this.#simulate(run, watch))();
    const over: Promise<unknown> = ending.catch(() => undefined).then(() => this.#finishing.delete(over));
    this.#finishing.add(over);
    return { ending };
  }
}

/**
 * Results in order, each as soon as it and those before it are there. Leaving the loop early ends the others, and waits for them.
 *
 * @param leave - ends what is under way
 */
export async function* inOrder<Result>(
  underWay: readonly Promise<Result>[],
  leave: AbortController,
): AsyncGenerator<Result, undefined> {
  const all = Promise.allSettled(underWay);
  try {
    for (const result of underWay) yield await result;
  } finally {
    leave.abort();
    await all;
  }
}
