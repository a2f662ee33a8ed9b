/**
 * The loops over the records of a call. F is a class of a family's methods, and never an object: each
 * loop is compiled for its family. A family that gains by a loop of its own has that.
 */
import { dimensionOf, recordAt, valueOf } from './record.assembly';

/**
 * How many agents take their steps in turn. A step waits for the one before it, of the same agent, and
 * is mostly latency; between agents there is nothing to wait for, and the processor overlaps their
 * steps. Not more than a few, so that their vectors stay close at hand.
 */
const INTERLEAVED = 4;

/** Local steps: F has `step`, which gets whether it is a call's first, and `move`. */
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

/** value ← G(θ, o) for each record: F has `evaluateInto`. */
export function peekEach<F>(records: usize, count: i32): void {
  const family = changetype<F>(0);
  for (let i = 0; i < count; i++) {
    const record = recordAt(records, i);
    family.evaluateInto(valueOf(record), record);
  }
}

/** value ← Σ G(θ, o) over the next `steps` observations, for each record: F has `addTo` and `move`. */
export function accumulateEach<F>(records: usize, count: i32, steps: i32, stride: i32): void {
  const family = changetype<F>(0);
  for (let i = 0; i < count; i++) {
    const record = recordAt(records, i);
    const sum = valueOf(record);
    memory.fill(sum, 0, (<usize>dimensionOf(record)) << 3);
    for (let k = 0; k < steps; k++) {
      family.addTo(sum, record);
      family.move(record, stride);
    }
  }
}
