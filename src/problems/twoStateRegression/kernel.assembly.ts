/**
 * Regression on a two-state chain with the non-convex regulariser: in state i, with the label noise ε,
 * `G(w, (i, ε)) = 2 (x_i + ε − wᵀV_i) V_i − λ ∇r(w)`. Its reference is TwoStateOperator in
 * `kernel.ts`, which also writes the records.
 */
import { moveState, stateOf } from '../kernels/chainStream.assembly';
import { dot } from '../kernels/dot.assembly';
import { uniform } from '../kernels/generator.assembly';
import { correctionOf, dimensionOf, recordAt, thetaOf, valueOf } from '../kernels/record.assembly';
import {
  FEATURES,
  LABELS,
  NOISE,
  NOISE_GENERATOR,
  NOISE_LOW,
  NOISE_WIDTH,
  REGULARISATION,
  STREAM,
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

/** Address of V in the current state. */
function featuresOf(record: usize, d: i32): usize {
  return <usize>load<u32>(record, FEATURES) + <usize>stateOf(record + STREAM) * ((<usize>d) << 3);
}

/** x + ε of the current observation. */
function labelOf(record: usize): f64 {
  const labels: usize = load<u32>(record, LABELS);
  return load<f64>(labels + ((<usize>stateOf(record + STREAM)) << 3)) + load<f64>(record, NOISE);
}

/** Twice the label less the prediction. */
function residualOf(record: usize, x: usize, d: i32): f64 {
  return 2 * (labelOf(record) - dot(x, thetaOf(record), d));
}

/** Moves the state and the label noise on by some observations. */
function move(record: usize, count: i32): void {
  moveState(record + STREAM, count);
  for (let k = 0; k < count; k++) {
    // low + (high − low) u
    const noise =
      load<f64>(record, NOISE_LOW) + load<f64>(record, NOISE_WIDTH) * uniform(record + NOISE_GENERATOR);
    store<f64>(record, noise, NOISE);
  }
}

@unmanaged
export class TwoStateRegression {
  step(record: usize, stepSize: f64, corrected: i32, _isFirst: bool): void {
    const d = dimensionOf(record);
    const w = thetaOf(record);
    const x = featuresOf(record, d);
    const s = residualOf(record, x, d);
    const lambda = regularisationOf(record);
    if (corrected) regularisedStepCorrected(w, s, x, lambda, stepSize, correctionOf(record), d);
    else regularisedStep(w, s, x, lambda, stepSize, d);
  }

  evaluateInto(out: usize, record: usize): void {
    const d = dimensionOf(record);
    const x = featuresOf(record, d);
    const s = residualOf(record, x, d);
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
    const features: usize = load<u32>(record, FEATURES);
    const first = dot(features, thetaOf(record), d);
    const second = dot(features + ((<usize>d) << 3), thetaOf(record), d);
    pullInto(pull, thetaOf(record), regularisationOf(record), d);
    memory.fill(sum, 0, (<usize>d) << 3);
    for (let k = 0; k < steps; k++) {
      const prediction = stateOf(record + STREAM) ? second : first;
      addPulled(sum, 2 * (labelOf(record) - prediction), featuresOf(record, d), pull, d);
      move(record, stride);
    }
  }
}
