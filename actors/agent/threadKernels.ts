/** The kernels of a thread: one instance and one memory, for all that the thread hosts, one replication after another. */
import { KernelMemory } from '../../src/problems/kernels/kernelMemory.ts';
import type { KernelExports } from '../../src/problems/kernels/kernelOperator.ts';
import { instantiate } from './kernelProgram.ts';

export interface ThreadKernels {
  readonly memory: KernelMemory;
  readonly exports: KernelExports;
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
