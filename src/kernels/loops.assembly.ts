/**
 * The loops over the records of a call, which make a family's kernel of its methods. F is a class of these, and never an object: each
 * loop is compiled for its family. A family that gains by a loop of its own exports that.
 */
import { addInto, addScaledInto, stepAlongCorrected } from './dot.assembly';
import { correctionOf, dimensionOf, recordAt, thetaOf, valueOf, workOf } from './record.assembly';

/**
 * How many agents take their steps in turn. A step waits for the one before it, of the same agent, and
 * is mostly latency; between agents there is nothing to wait for, and the processor overlaps their
 * steps. Not more than a few, so that their vectors stay close at hand.
 */
const INTERLEAVED = 4;

/** θ ← θ + η (G(θ, o) + c), `steps` times for each record, c only where `corrected`; `step` gets whether it is a call's first. */
export function advanceEach<F>(
  records: usize,
  count: i32,
  stepSize: f64,
  corrected: i32,
  steps: i32,
  stride: i32,
): void {
  const family = changetype<F>(0);
  for (let first = 0; first < count; first += INTERLEAVED) {
    const end = min(first + INTERLEAVED, count);
    for (let k = 0; k < steps; k++) {
      for (let i = first; i < end; i++) {
        const record = recordAt(records, i);
        family.step(record, stepSize, corrected, k == 0);
        family.move(record, stride);
      }
    }
  }
}

/** value ← G(θ, o) for each record. */
export function peekEach<F>(records: usize, count: i32): void {
  const family = changetype<F>(0);
  for (let i = 0; i < count; i++) {
    const record = recordAt(records, i);
    family.evaluateInto(valueOf(record), record);
  }
}

/** value ← Σ G(θ, o) over the next `steps` observations, for each record; `prepare` comes before the first. */
export function accumulateEach<F>(records: usize, count: i32, steps: i32, stride: i32): void {
  const family = changetype<F>(0);
  for (let i = 0; i < count; i++) {
    const record = recordAt(records, i);
    const sum = valueOf(record);
    memory.fill(sum, 0, (<usize>dimensionOf(record)) << 3);
    family.prepare(record);
    for (let k = 0; k < steps; k++) {
      family.addTo(sum, record);
      family.move(record, stride);
    }
  }
}

/** The methods of a family by the two of its reference, `evaluateInto` and `move`, with a working vector. */
@unmanaged
export class Evaluated<R> {
  step(record: usize, stepSize: f64, corrected: i32, _isFirst: bool): void {
    const d = dimensionOf(record);
    const value = workOf(record);
    changetype<R>(0).evaluateInto(value, record);
    if (corrected) stepAlongCorrected(thetaOf(record), stepSize, value, correctionOf(record), d);
    else addScaledInto(thetaOf(record), stepSize, value, d);
  }

  evaluateInto(out: usize, record: usize): void {
    changetype<R>(0).evaluateInto(out, record);
  }

  prepare(_record: usize): void {}

  addTo(sum: usize, record: usize): void {
    this.evaluateInto(workOf(record), record);
    addInto(sum, workOf(record), dimensionOf(record));
  }

  move(record: usize, count: i32): void {
    changetype<R>(0).move(record, count);
  }
}
