/**
 * Regression on a recorded series with the non-convex regulariser: at the row (x, y),
 * `G(w, (x, y)) = −2 (wᵀx − y) x − λ ∇r(w)`. Its reference is RecordedRegressionOperator in
 * `kernel.ts`, which also writes the records.
 */
import { dot } from '../kernels/dot.assembly';
import { below } from '../kernels/generator.assembly';
import { correctionOf, dimensionOf, recordAt, thetaOf, valueOf } from '../kernels/record.assembly';
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
  WORK,
} from './layout';
import {
  addPulled,
  pullInto,
  regularisedStep,
  regularisedStepCorrected,
  regularisedValueInto,
} from '../regulariser/regulariser.assembly';

/** λ */
function regularisationOf(record: usize): f64 {
  return load<f64>(record, REGULARISATION);
}

/** Row of the series at the current position of the window, which may run over the series' end. */
function rowOf(record: usize): u32 {
  const row = load<u32>(record, START) + load<u32>(record, POSITION);
  const rows = load<u32>(record, ROWS);
  return row < rows ? row : row % rows;
}

/** Address of x of a row. */
function featuresOf(record: usize, row: u32, d: i32): usize {
  return <usize>load<u32>(record, FEATURES) + <usize>row * ((<usize>d) << 3);
}

/** −2 times the prediction less the label. */
function residualOf(record: usize, row: u32, x: usize, d: i32): f64 {
  const labels: usize = load<u32>(record, LABELS);
  return -2 * (dot(x, thetaOf(record), d) - load<f64>(labels + ((<usize>row) << 3)));
}

/** Moves the position on by some observations. */
function move(record: usize, count: i32): void {
  const length = load<u32>(record, LENGTH);
  const independent = load<u32>(record, INDEPENDENT) != 0;
  let position = load<u32>(record, POSITION);
  for (let k = 0; k < count; k++) {
    if (independent) position = <u32>below(record + GENERATOR, <f64>length);
    else position = position + 1 == length ? 0 : position + 1;
  }
  store<u32>(record, position, POSITION);
}

@unmanaged
export class RecordedRegression {
  step(record: usize, stepSize: f64, corrected: i32, _isFirst: bool): void {
    const d = dimensionOf(record);
    const w = thetaOf(record);
    const row = rowOf(record);
    const x = featuresOf(record, row, d);
    const s = residualOf(record, row, x, d);
    const lambda = regularisationOf(record);
    if (corrected) regularisedStepCorrected(w, s, x, lambda, stepSize, correctionOf(record), d);
    else regularisedStep(w, s, x, lambda, stepSize, d);
  }

  evaluateInto(out: usize, record: usize): void {
    const d = dimensionOf(record);
    const row = rowOf(record);
    const x = featuresOf(record, row, d);
    const s = residualOf(record, row, x, d);
    regularisedValueInto(out, s, x, regularisationOf(record), thetaOf(record), d);
  }

  move(record: usize, count: i32): void {
    move(record, count);
  }
}

/** The sum, with what stays the same while w does computed once. */
export function accumulate(records: usize, count: i32, steps: i32, stride: i32): void {
  for (let i = 0; i < count; i++) {
    const record = recordAt(records, i);
    const d = dimensionOf(record);
    const sum = valueOf(record);
    const pull: usize = load<u32>(record, WORK);
    pullInto(pull, thetaOf(record), regularisationOf(record), d);
    memory.fill(sum, 0, (<usize>d) << 3);
    for (let k = 0; k < steps; k++) {
      const row = rowOf(record);
      const x = featuresOf(record, row, d);
      addPulled(sum, residualOf(record, row, x, d), x, pull, d);
      move(record, stride);
    }
  }
}
