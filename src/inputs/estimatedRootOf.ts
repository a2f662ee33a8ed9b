/**
 * θ* of a user's module whose agents give no means, estimated in a thread of its own: operators are evaluated there hundreds of
 * thousands of times, and what they may do to a thread they do to no more than that one.
 */
import { Worker } from 'node:worker_threads';
import type { EstimatedRoot } from '../problems/estimatedRoot.ts';
import type { Problem } from '../problems/operator.ts';
import type { ModuleSpecification, ProblemSpecification } from '../problems/specification.ts';
import { builtFile } from '../values/builtProgram.ts';

const WORKER = builtFile('program/rootWorker.js');

/** The specification, with its root where that is estimated. */
export async function withEstimatedRoot(
  specification: ProblemSpecification,
  problem: Problem,
): Promise<ProblemSpecification> {
  if (specification.kind !== 'module' || specification.root !== undefined || givesMean(problem))
    return specification;
  const found = await estimatedIn(specification);
  if (found === undefined) return specification;
  return { ...specification, root: [...found.root], rootError: found.rootError };
}

/** Whether agent 0 gives its mean; one that cannot be made has its say later. */
function givesMean(problem: Problem): boolean {
  try {
    return problem.agent(0).mean !== undefined;
  } catch {
    return true;
  }
}

/** `undefined` where there is none, or the user's code ends the thread. */
function estimatedIn(specification: ModuleSpecification): Promise<EstimatedRoot | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(WORKER, { workerData: specification });
    worker.on('message', (found: EstimatedRoot | undefined) => {
      resolve(found);
      void worker.terminate();
    });
    worker.on('error', () => {
      resolve(undefined);
    });
    worker.on('exit', () => {
      resolve(undefined);
    });
  });
}
