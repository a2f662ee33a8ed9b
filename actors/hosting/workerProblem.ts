/**
 * The problem of a worker thread: it comes with the thread's start, and what is built of it is kept
 * for all later tasks.
 */
import { workerData } from 'node:worker_threads';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import type { Problem } from '../../src/problems/operator.ts';
import type { ProblemSpecification } from '../../src/problems/specification.ts';
import { type ThreadResources, threadResources, threadKernels } from '../agent/threadResources.ts';
import { loadOwn, type ImportedModule } from '../agent/userModules.ts';
import { importAgentFactory } from '../agent/userFile.ts';

/** What a thread is started with. */
export interface WorkerStart {
  readonly problem: ProblemSpecification;
  /** compiled once for all threads; `undefined` where operators are to do without */
  readonly kernels: WebAssembly.Module | undefined;
  /** the files of what is the user's own */
  readonly own: readonly ImportedModule[];
}

let problem: Promise<Problem> | undefined;
let ownHosting: ThreadResources | undefined;

async function build(): Promise<Problem> {
  const { problem: specification, own } = workerData as WorkerStart;
  await loadOwn(own);
  const create = specification.kind === 'module' ? await importAgentFactory(specification) : undefined;
  return buildProblem(specification, create);
}

/** The problem, built at the first call; what is the user's own is known from then on. */
export function workerProblem(): Promise<Problem> {
  return (problem ??= build());
}

/** What the thread hosts agents with, set up at the first call. */
export async function workerResources(): Promise<ThreadResources> {
  return (ownHosting ??= threadResources(await workerProblem(), threadKernels((workerData as WorkerStart).kernels)));
}

/** Errors cross threads by structured clone; anything else that was thrown becomes an error. */
export function asError(thrown: unknown): Error {
  if (!(thrown instanceof Error)) return new Error(String(thrown));
  const plain = new Error(thrown.message);
  plain.name = thrown.name;
  if (thrown.stack !== undefined) plain.stack = thrown.stack;
  return plain;
}
