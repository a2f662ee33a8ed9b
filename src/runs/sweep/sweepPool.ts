/** The threads of a sweep. */
import { builtFile } from '../../values/builtProgram.ts';
import type { Piscina } from 'piscina';
import { startThreads } from '../../../actors/hosting/workerPool.ts';
import type { RunEnd, SweepTask } from './sweepTask.ts';

const WORKER = builtFile('program/sweepWorker.js').href;

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
