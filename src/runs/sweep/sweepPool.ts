/** The threads of a sweep. */
import { Piscina } from 'piscina';
import { WORKER_FLAGS } from '../../../actors/cohort/workerPool.ts';
import type { RunEnd, SweepTask } from './sweepWorker.ts';

/** The compiled worker: threads cannot load TypeScript on every Node this runs on. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/src/runs/sweep/sweepWorker.js' : './sweepWorker.js',
  import.meta.url,
).href;

/** How long Piscina may wait for a thread to close by itself, in ms: ours have nothing left to do. */
const CLOSE_TIMEOUT = 1000;

/** Threads that compute runs; one that dies is replaced. */
export class SweepPool {
  readonly threads: number;
  readonly #pool: Piscina;

  constructor(threads: number) {
    this.threads = threads;
    this.#pool = new Piscina({
      filename: WORKER,
      minThreads: threads,
      maxThreads: threads,
      ...(WORKER_FLAGS === undefined ? {} : { execArgv: WORKER_FLAGS }),
      closeTimeout: CLOSE_TIMEOUT,
      recordTiming: false,
    });
    // Each task's own promise reports its failure; without a listener the event would be fatal.
    this.#pool.on('error', () => undefined);
  }

  /** Rejects where the task's thread dies. */
  async compute(task: SweepTask): Promise<readonly RunEnd[]> {
    return (await this.#pool.run(task, { name: 'computeRuns' })) as readonly RunEnd[];
  }

  async destroy(): Promise<void> {
    await this.#pool.destroy();
  }
}
