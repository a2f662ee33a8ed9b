/** Resources with which a thread hosts agents, one replication after another: their problem, and one instance and memory of the kernels. */
import { KernelMemory } from '../../src/kernels/kernelMemory.ts';
import type { KernelExports } from '../../src/problems/operators/kernelOperator.ts';
import { keepingAgents } from '../../src/problems/keptAgents.ts';
import type { Problem } from '../../src/problems/operator.ts';
import { instantiate } from './kernelProgram.ts';

export interface ThreadKernels {
  readonly memory: KernelMemory;
  readonly exports: KernelExports;
}

export interface ThreadResources {
  readonly problem: Pick<Problem, 'agent'>;
  /** `undefined` where operators do without */
  readonly kernels: ThreadKernels | undefined;
}

/**
 * Kernels with a memory of their own.
 *
 * @param program - `undefined` where there is none for this machine, or none is wanted
 */
export function threadKernels(program: WebAssembly.Module | undefined): ThreadKernels | undefined {
  if (program === undefined) return undefined;
  const memory = new KernelMemory();
  return { memory, exports: instantiate(program, memory) };
}

/** Agents are kept from one replication to the next, as long as there is room for them. */
export const threadResources = (problem: Problem, kernels: ThreadKernels | undefined): ThreadResources => ({
  problem: keepingAgents(problem),
  kernels,
});
