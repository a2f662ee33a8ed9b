/**
 * An operator that is linear in each state of a finite chain: `G(θ, s) = b(s) − A(s) θ`. The reference
 * of `kernel.assembly.ts`.
 */
import { affineInto, type Vector } from '../../maths/vector.ts';
import { ObservedOperator } from '../operators/observedOperator.ts';
import type { StateStream } from '../streams/finiteChain.ts';
import { CHAIN_STREAM_BYTES, placeChainStream } from '../kernels/chainStream.ts';
import type { KernelMemory } from '../kernels/kernelMemory.ts';
import { type KernelOperator, RECORD_HEAD } from '../kernels/kernelOperator.ts';
import { workingVectors } from '../kernels/workingVectors.ts';

/** Offsets in bytes of what a record of this family holds. */
const MATRICES = 16;
const OFFSETS = 20;
const WORK = 24;
const STREAM = 32;
const RECORD_BYTES = STREAM + CHAIN_STREAM_BYTES;

/** The operators of the states, on a stream of states. */
export class LinearStatesOperator extends ObservedOperator implements KernelOperator {
  readonly family = 'linearStates';
  readonly #A: Float64Array;
  readonly #b: Float64Array;
  readonly #stream: StateStream;

  /**
   * @param A - A(s) `[S, d, d]`, row-major
   * @param b - b(s) `[S, d]`
   */
  constructor(dimension: number, A: Float64Array, b: Float64Array, stream: StateStream) {
    super(dimension);
    this.#A = A;
    this.#b = b;
    this.#stream = stream;
  }

  override peek(theta: Vector, out: Float64Array): void {
    const d = this.dimension;
    const { state } = this.#stream;
    affineInto(out, this.#A, this.#b, theta, state * d * d, state * d);
  }

  protected override move(): void {
    this.#stream.move();
  }

  place(memory: KernelMemory, name: string): number {
    return memory.kept(`${name}/record`, this, RECORD_BYTES, (record) => {
      const words = memory.uint32(record, RECORD_BYTES / 4);
      words[RECORD_HEAD.dimension / 4] = this.dimension;
      words[MATRICES / 4] = memory.table(`${name}/matrices`, this.#A);
      words[OFFSETS / 4] = memory.table(`${name}/vectors`, this.#b);
      words[WORK / 4] = workingVectors(memory, 1, this.dimension);
      placeChainStream(memory, name, this.#stream, record + STREAM);
    });
  }
}
