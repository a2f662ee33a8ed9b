/**
 * A linear mean operator without noise, `Ḡ(θ) = b − A θ`: sampling mode `exact`. The reference of
 * `src/kernels/linearMean`.
 */
import type { LinearMean } from '../operator.ts';
import { ExactOperator } from '../meanOperator.ts';
import type { KernelOperator } from '../operators/kernelOperator.ts';
import type { RecordWriter } from '../operators/recordWriter.ts';
import * as layout from '../../kernels/linearMean/layout.ts';

/** The mean operator, which every observation gives. */
export class LinearMeanOperator extends ExactOperator implements KernelOperator {
  readonly family = 'linearMean';
  readonly recordBytes = layout.RECORD_BYTES;
  readonly #mean: LinearMean;

  constructor(mean: LinearMean, dimension: number) {
    super(mean, dimension);
    this.#mean = mean;
  }

  write(record: RecordWriter): void {
    record.table(layout.MATRIX, 'mean matrix', this.#mean.A);
    record.table(layout.OFFSET, 'mean offset', this.#mean.b);
    record.work(this.dimension);
  }
}
