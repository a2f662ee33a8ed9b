/**
 * Logistic regression with l2 regularisation, on a stream of records (x, y), y = ±1:
 * `G(θ, (x, y)) = σ(m − y xᵀθ) y x − λ θ`. Its reference is LogisticOperator, which also writes the records of this kernel.
 */
import { dot } from '../dot.assembly';
import { below, uniform } from '../generator.assembly';
import { exp } from '../javaScriptMath.assembly';
import { thetaOf } from '../record.assembly';
import { Regression } from '../regression.assembly';
import { COUNT, CURRENT, GENERATOR, MARGIN, PERSISTENCE, REGULARISATION, SIGNED } from './layout';

@unmanaged
class Logistic {
  current(record: usize): usize {
    return load<u32>(record, CURRENT);
  }

  /** Address of y x of all records. */
  rowsOf(record: usize): usize {
    return load<u32>(record, SIGNED);
  }

  /** σ(m − y xᵀθ). */
  scaleOf(record: usize, _row: usize, x: usize, d: i32): f64 {
    return 1 / (1 + exp(-(load<f64>(record, MARGIN) - dot(x, thetaOf(record), d))));
  }

  regularisationOf(record: usize): f64 {
    return load<f64>(record, REGULARISATION);
  }

  pull(theta: f64): f64 {
    return theta;
  }

  pulls(theta: v128): v128 {
    return theta;
  }

  /** Moves the stream on by some observations. */
  move(record: usize, count: i32): void {
    const persistence = load<f64>(record, PERSISTENCE);
    const records = <f64>load<u32>(record, COUNT);
    for (let k = 0; k < count; k++) {
      if (persistence > 0 && uniform(record + GENERATOR) < persistence) continue;
      store<u32>(record, <u32>below(record + GENERATOR, records), CURRENT);
    }
  }
}

@unmanaged
export class Kernel extends Regression<Logistic> {}
