/**
 * A linear mean operator without noise, `Ḡ(θ) = b − A θ`: sampling mode `exact`. The reference of
 * `kernel.assembly.ts`.
 */
import type { LinearMean } from '../operator.ts';
import { ExactOperator } from '../meanOperator.ts';
import type { KernelMemory } from '../kernels/kernelMemory.ts';
import { type KernelOperator, RECORD_HEAD } from '../kernels/kernelOperator.ts';
import { workingVectors } from '../kernels/workingVectors.ts';

/** Offsets in bytes of what a record of this family holds. */
const MATRIX = 16;
const OFFSET = 20;
const WORK = 24;
const RECORD_BYTES = 32;

/** The mean operator, which every observation gives. */
export class LinearMeanOperator extends ExactOperator implements KernelOperator {
  readonly family = 'linearMean';
  readonly #mean: LinearMean;

  constructor(mean: LinearMean, dimension: number) {
    super(mean, dimension);
    this.#mean = mean;
  }

  place(memory: KernelMemory, name: string): number {
    return memory.kept(`${name}/record`, this, RECORD_BYTES, (record) => {
      const words = memory.uint32(record, RECORD_BYTES / 4);
      words[RECORD_HEAD.dimension / 4] = this.dimension;
      words[MATRIX / 4] = memory.table(`${name}/mean matrix`, this.#mean.A);
      words[OFFSET / 4] = memory.table(`${name}/mean offset`, this.#mean.b);
      words[WORK / 4] = workingVectors(memory, 1, this.dimension);
    });
  }
}
