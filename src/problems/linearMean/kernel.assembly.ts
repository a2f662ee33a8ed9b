/**
 * A linear mean operator without noise, `Ḡ(θ) = b − A θ`. Its reference is LinearMeanOperator in
 * `kernel.ts`, which also writes the records.
 */
import { addInto, addScaledInto, stepAlongCorrected } from '../kernels/dot.assembly';
import { affineInto } from '../kernels/matrixVector.assembly';
import { correctionOf, dimensionOf, recordAt, thetaOf, valueOf } from '../kernels/record.assembly';
import { MATRIX, OFFSET, WORK } from './layout';

/** Address of a vector that holds nothing between calls. */
function workOf(record: usize): usize {
  return load<u32>(record, WORK);
}

@unmanaged
export class LinearMean {
  /** One step of an agent. */
  step(record: usize, stepSize: f64, corrected: i32, _isFirst: bool): void {
    const d = dimensionOf(record);
    const value = workOf(record);
    this.evaluateInto(value, record);
    if (corrected) stepAlongCorrected(thetaOf(record), stepSize, value, correctionOf(record), d);
    else addScaledInto(thetaOf(record), stepSize, value, d);
  }

  /** out ← Ḡ(θ). */
  evaluateInto(out: usize, record: usize): void {
    affineInto(
      out,
      load<u32>(record, MATRIX),
      load<u32>(record, OFFSET),
      thetaOf(record),
      dimensionOf(record),
    );
  }

  /** Every observation is the same. */
  move(_record: usize, _count: i32): void {}
}

/** The sum is a product, or with a stride a sum: as ExactOperator and StridedOperator have it. */
export function accumulate(records: usize, count: i32, steps: i32, stride: i32): void {
  for (let i = 0; i < count; i++) {
    const record = recordAt(records, i);
    const d = dimensionOf(record);
    const sum = valueOf(record);
    const value = workOf(record);
    affineInto(value, load<u32>(record, MATRIX), load<u32>(record, OFFSET), thetaOf(record), d);
    if (stride == 1) {
      for (let j: usize = 0; j < (<usize>d) << 3; j += 8) {
        store<f64>(sum + j, load<f64>(value + j) * <f64>steps);
      }
    } else {
      memory.fill(sum, 0, (<usize>d) << 3);
      for (let k = 0; k < steps; k++) addInto(sum, value, d);
    }
  }
}
