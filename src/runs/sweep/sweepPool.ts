/** The threads of a sweep. */
import type { Piscina } from 'piscina';
import { startThreads } from '../../../actors/cohort/workerPool.ts';
import type { RunEnd, SweepTask } from './sweepWorker.ts';

/** The compiled worker: threads cannot load TypeScript on every Node this runs on. */
const WORKER = new URL(
  import.meta.url.endsWith('.ts') ? '../../../dist/src/runs/sweep/sweepWorker.js' : './sweepWorker.js',
  import.meta.url,
).href;

/** Threads that compute runs; one that dies is replaced. */
export class SweepPool {
  readonly threads: number;
  readonly #pool: Piscina;

  constructor(threads: number) {
    this.threads = threads;
    this.#pool = startThreads(WORKER, threads);
  }

  /** Rejects where the task's thread dies. */
  async compute(task: SweepTask): Promise<readonly RunEnd[]> {
    return (await this.#pool.run(task, { name: 'computeRuns' })) as readonly RunEnd[];
  }

  async destroy(): Promise<void> {
    await this.#pool.destroy();
  }
}
