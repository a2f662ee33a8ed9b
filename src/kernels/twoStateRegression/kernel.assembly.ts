/**
 * Regression on a two-state chain with the non-convex regulariser: in state i, with the label noise ε,
 * `G(w, (i, ε)) = 2 (x_i + ε − wᵀV_i) V_i − λ ∇r(w)`. Its reference is TwoStateOperator, which also writes the records.
 */
import { moveState, stateOf } from '../chainStream.assembly';
import { dot } from '../dot.assembly';
import { uniform } from '../generator.assembly';
import { thetaOf } from '../record.assembly';
import { Regression } from '../regression.assembly';
import { slope, slopes } from '../regulariser.assembly';
import {
  FEATURES,
  LABELS,
  NOISE,
  NOISE_GENERATOR,
  NOISE_LOW,
  NOISE_WIDTH,
  REGULARISATION,
  STREAM,
} from './layout';

@unmanaged
class TwoState {
  current(record: usize): usize {
    return stateOf(record + STREAM);
  }

  /** Address of V in both states. */
  rowsOf(record: usize): usize {
    return load<u32>(record, FEATURES);
  }

  /** Twice the label x + ε less the prediction. */
  scaleOf(record: usize, state: usize, x: usize, d: i32): f64 {
    const labels: usize = load<u32>(record, LABELS);
    const label = load<f64>(labels + (state << 3)) + load<f64>(record, NOISE);
    return 2 * (label - dot(x, thetaOf(record), d));
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

  /** Moves the state and the label noise on by some observations. */
  move(record: usize, count: i32): void {
    moveState(record + STREAM, count);
    for (let k = 0; k < count; k++) {
      // low + (high − low) u
      const noise =
        load<f64>(record, NOISE_LOW) + load<f64>(record, NOISE_WIDTH) * uniform(record + NOISE_GENERATOR);
      store<f64>(record, noise, NOISE);
    }
  }
}

@unmanaged
export class Kernel extends Regression<TwoState> {}
