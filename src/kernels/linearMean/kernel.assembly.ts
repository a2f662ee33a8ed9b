/**
 * A linear mean operator without noise, `Ḡ(θ) = b − A θ`. Its reference is LinearMeanOperator, which also writes the records.
 */
import { addInto } from '../dot.assembly';
import { Evaluated } from '../loops.assembly';
import { affineInto } from '../matrixVector.assembly';
import { dimensionOf, recordAt, thetaOf, valueOf, workOf } from '../record.assembly';
import { MATRIX, OFFSET } from './layout';

@unmanaged
class LinearMean {
  /** out ← Ḡ(θ). */
  evaluateInto(out: usize, record: usize): void {
    const A: usize = load<u32>(record, MATRIX);
    affineInto(out, A, load<u32>(record, OFFSET), thetaOf(record), dimensionOf(record));
  }

  /** Every observation is the same. */
  move(_record: usize, _count: i32): void {}
}

@unmanaged
export class Kernel extends Evaluated<LinearMean> {}

/** The sum is a product, or with a stride a sum: as ExactOperator and StridedOperator have it. */
export function accumulate(records: usize, count: i32, steps: i32, stride: i32): void {
  for (let i = 0; i < count; i++) {
    const record = recordAt(records, i);
    const bytes = (<usize>dimensionOf(record)) << 3;
    const sum = valueOf(record);
    const value = workOf(record);
    changetype<LinearMean>(0).evaluateInto(value, record);
    if (stride == 1) {
      for (let j: usize = 0; j < bytes; j += 8) store<f64>(sum + j, load<f64>(value + j) * <f64>steps);
    } else {
      memory.fill(sum, 0, bytes);
      for (let k = 0; k < steps; k++) addInto(sum, value, dimensionOf(record));
    }
  }
}
