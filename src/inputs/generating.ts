/** A second thread that generates agents, where they are very many. */
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import type { Generation, Problem } from '../problems/operator.ts';
import type { ProblemSpecification } from '../problems/specification.ts';
import { builtFile } from '../values/builtProgram.ts';

const WORKER = builtFile('program/agentsWorker.js');

/** What the thread is started with. */
export interface GenerationTask {
  readonly specification: ProblemSpecification;
  readonly memory: Generation['memory'];
}

/**
 * Does what asks for all agents in their order. Where they are generated in shared memory, a thread generates them meanwhile from the
 * last on; without it, or if it ends early, the same agents are generated here.
 */
export function whileGenerating<T>(
  specification: ProblemSpecification,
  { generation }: Problem,
  work: () => T,
): T {
  if (generation === undefined || availableParallelism() < 2) return work();
  const task: GenerationTask = { specification, memory: generation.memory };
  const thread = new Worker(WORKER, { workerData: task, execArgv: [] });
  // What it cannot do is done here.
  thread.on('error', () => undefined);
  thread.unref();
  try {
    return work();
  } finally {
    void thread.terminate();
  }
}
