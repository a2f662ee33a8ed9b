/** Vectors that a kernel fills and uses up within one call: the same for all records of a memory. */
import type { KernelMemory } from './kernelMemory.ts';

/** The address of `count` vectors `[d]`, one after another, which nothing is kept in from call to call. */
export function workingVectors(memory: KernelMemory, count: number, dimension: number): number {
  const bytes = count * dimension * Float64Array.BYTES_PER_ELEMENT;
  return memory.kept(`working vectors/${bytes}`, memory, bytes, () => undefined);
}
