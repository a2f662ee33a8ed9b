/**
 * Regression on a recorded series with the non-convex regulariser: at the row (x, y),
 * `G(w, (x, y)) = −2 (wᵀx − y) x − λ ∇r(w)`. Its reference is RecordedRegressionOperator, which also writes the records.
 */
import { dot } from '../dot.assembly';
import { below } from '../generator.assembly';
import { thetaOf } from '../record.assembly';
import { Regression } from '../regression.assembly';
import { slope, slopes } from '../regulariser.assembly';
import {
  FEATURES,
  GENERATOR,
  INDEPENDENT,
  LABELS,
  LENGTH,
  POSITION,
  REGULARISATION,
  ROWS,
  START,
} from './layout';

@unmanaged
class RecordedRegression {
  /** Row of the series at the current position of the window, which may run over the series' end. */
  current(record: usize): usize {
    const row = load<u32>(record, START) + load<u32>(record, POSITION);
    const rows = load<u32>(record, ROWS);
    return row < rows ? row : row % rows;
  }

  /** Address of x of the whole series. */
  rowsOf(record: usize): usize {
    return load<u32>(record, FEATURES);
  }

  /** −2 times the prediction less the label. */
  scaleOf(record: usize, row: usize, x: usize, d: i32): f64 {
    const labels: usize = load<u32>(record, LABELS);
    return -2 * (dot(x, thetaOf(record), d) - load<f64>(labels + (row << 3)));
  }

  regularisationOf(record: usize): f64 {
    return load<f64>(record, REGULARISATION);
  }

  pull(w: f64): f64 {
    return slope(w);
  }

  pulls(w: v128): v128 {
    return slopes(w);
  }

  /** Moves the position on by some observations. */
  move(record: usize, count: i32): void {
    const length = load<u32>(record, LENGTH);
    const independent = load<u32>(record, INDEPENDENT) != 0;
    let position = load<u32>(record, POSITION);
    for (let k = 0; k < count; k++) {
      if (independent) position = <u32>below(record + GENERATOR, <f64>length);
      else position = position + 1 == length ? 0 : position + 1;
    }
    store<u32>(record, position, POSITION);
  }
}

@unmanaged
export class Kernel extends Regression<RecordedRegression> {}
