/**
 * The problem of a worker thread: it comes with the thread's start, and what is built of it is kept
 * for all later tasks.
 */
import { workerData } from 'node:worker_threads';
import type { Problem } from '../../src/problems/operator.ts';
import type { ProblemSpecification } from '../../src/problems/specification.ts';
import { type ThreadResources, threadResources, threadKernels } from '../agent/threadResources.ts';
import { loadUserModules, type ImportedModule } from '../agent/userModules.ts';
import { importProblem } from '../agent/userFile.ts';
import { thrownText } from '../../src/values/quoted.ts';

/** Data with which a thread is started. */
export interface WorkerStart {
  readonly problem: ProblemSpecification;
  /** compiled once for all threads; `undefined` where operators are to do without */
  readonly kernels: WebAssembly.Module | undefined;
  /** a user's files */
  readonly modules: readonly ImportedModule[];
}

let problem: Promise<Problem> | undefined;
let resources: ThreadResources | undefined;

async function build(): Promise<Problem> {
  const { problem: specification, modules } = workerData as WorkerStart;
  await loadUserModules(modules);
  return importProblem(specification);
}

/** The problem, built at the first call; what is the user's own is known from then on. */
export function workerProblem(): Promise<Problem> {
  return (problem ??= build());
}

/** The resources with which the thread hosts agents, set up at the first call. */
export async function workerResources(): Promise<ThreadResources> {
  return (resources ??= threadResources(
    await workerProblem(),
    threadKernels((workerData as WorkerStart).kernels),
  ));
}

/** Errors cross threads by structured clone; anything else that was thrown becomes an error. */
export function asError(thrown: unknown): Error {
  const plain = new Error(thrownText(thrown));
  try {
    if (thrown instanceof Error) {
      plain.name = thrown.name;
      if (thrown.stack !== undefined) plain.stack = thrown.stack;
    }
  } catch {
    // Its getters throw: the text says that it cannot be read.
  }
  return plain;
}
