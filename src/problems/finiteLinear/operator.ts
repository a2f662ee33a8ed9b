/**
 * An operator that is linear in each state of a finite chain: `G(θ, s) = b(s) − A(s) θ`. The reference
 * of `src/kernels/linearStates`.
 */
import { affineInto, type Vector } from '../../maths/vector.ts';
import { ObservedOperator } from '../operators/observedOperator.ts';
import type { Observation } from '../operator.ts';
import type { StateStream } from '../streams/finiteChain.ts';
import type { KernelOperator } from '../operators/kernelOperator.ts';
import type { RecordWriter } from '../operators/recordWriter.ts';
import * as layout from '../../kernels/linearStates/layout.ts';

/** The operators of the states, on a stream of states. */
export class LinearStatesOperator extends ObservedOperator implements KernelOperator {
  readonly family = 'linearStates';
  readonly recordBytes = layout.RECORD_BYTES;
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

  observation(): Observation {
    return { state: this.#stream.state };
  }

  protected override move(): void {
    this.#stream.move();
  }

  write(record: RecordWriter): void {
    record.table(layout.MATRICES, 'matrices', this.#A);
    record.table(layout.OFFSETS, 'vectors', this.#b);
    record.work(this.dimension);
    record.chainStream(layout.STREAM, this.#stream);
  }
}
