/**
 * TD(0) with linear values on a finite chain: with `o = (s, r(s), s')`,
 * `G(θ, o) = (r(s) + γ φ(s')ᵀθ − φ(s)ᵀθ) φ(s)`. Its reference is TemporalDifferenceOperator in
 * `kernel.ts`, which also writes the records.
 *
 * A step is a chain of operations that wait for one another. So the agents of a group take each step
 * in turn: while the sums of one are under way, the processor begins with the next one's.
 */
import {
  BLOCK,
  drawTransitions,
  enter,
  leave,
  OBSERVATION,
  PATH,
  paths,
} from '../kernels/chainPaths.assembly';
import { isIndependent, moveTransition, nextOf, stateOf } from '../kernels/chainStream.assembly';
import { addScaledInto, dot, scaleInto } from '../kernels/dot.assembly';
import { dimensionOf, recordAt, thetaOf, valueOf } from '../kernels/record.assembly';
import { STREAM } from './layout';
import { discountOf, featuresOf, rewardAt, step, stepEight, stepPairs } from './step.assembly';

/** Bytes of a line of the processor's cache. */
const LINE: usize = 64;

/** θ ← θ + η (G(θ, o) + c), `steps` times for each record, c only where `corrected`. */
export function advance(
  records: usize,
  count: i32,
  stepSize: f64,
  corrected: i32,
  steps: i32,
  stride: i32,
): void {
  while (count > 0) {
    const independent = isIndependent(recordAt(records, 0) + STREAM);
    const d = dimensionOf(recordAt(records, 0));
    const group = enter(records, count, STREAM);
    for (let done = 0; done < steps; done += BLOCK) {
      const block = min(BLOCK, steps - done);
      drawTransitions(group, independent, block, stride);
      touchRows(records, group, independent, block, (<usize>d) << 3);
      for (let k = 0; k < block; k++) {
        const observations = paths + <usize>k * OBSERVATION;
        if (d == 8) stepEight(records, group, observations, stepSize, corrected);
        else {
          const paired = group & ~1;
          stepPairs(records, paired, observations, stepSize, corrected, d);
          if (paired < group) {
            step(recordAt(records, paired), observations + <usize>paired * PATH, stepSize, corrected, d);
          }
        }
      }
    }
    leave(records, group, STREAM);
    records += (<usize>group) << 2;
    count -= group;
  }
}

/** What {@link touchRows} has read: it must come to something. */
const touched: usize = memory.data(4, 4);

/**
 * Reads a word of every line of the rows that a block needs, so that they are on their way from memory
 * together before the first is used. Short rows come early enough by themselves.
 */
function touchRows(records: usize, count: i32, independent: bool, steps: i32, rowBytes: usize): void {
  if (rowBytes <= 4 * LINE) return;
  let word: u32 = 0;
  for (let k = 0; k < steps; k++) {
    let observation = paths + <usize>k * OBSERVATION;
    for (let lane = 0; lane < count; lane++, observation += PATH) {
      const features = featuresOf(recordAt(records, lane));
      if (k == 0 || independent) {
        // else it is the next state of the step before
        word |= touchedRow(features + <usize>load<u32>(observation) * rowBytes, rowBytes);
      }
      word |= touchedRow(features + <usize>load<u32>(observation, 4) * rowBytes, rowBytes);
    }
  }
  store<u32>(touched, word);
}

function touchedRow(row: usize, rowBytes: usize): u32 {
  let word: u32 = 0;
  for (let line: usize = 0; line < rowBytes; line += LINE) word |= load<u32>(row + line);
  return word;
}

/** Writes G(θ, o) = δ φ(s) at the current observation, or adds it, `[d]`. */
function evaluate(record: usize, adds: bool): void {
  const d = dimensionOf(record);
  const theta = thetaOf(record);
  const rowBytes = (<usize>d) << 3;
  const state = stateOf(record + STREAM);
  const phi = featuresOf(record) + <usize>state * rowBytes;
  const phiNext = featuresOf(record) + <usize>nextOf(record + STREAM) * rowBytes;
  const value = dot(phi, theta, d);
  const delta = rewardAt(record, state) + discountOf(record) * dot(phiNext, theta, d) - value;
  if (adds) addScaledInto(valueOf(record), delta, phi, d);
  else scaleInto(valueOf(record), delta, phi, d);
}

/** value ← G(θ, o), for each record. */
export function peek(records: usize, count: i32): void {
  for (let i = 0; i < count; i++) evaluate(recordAt(records, i), false);
}

/** value ← Σ G(θ, o) over the next `steps` observations, for each record. */
export function accumulate(records: usize, count: i32, steps: i32, stride: i32): void {
  for (let i = 0; i < count; i++) {
    const record = recordAt(records, i);
    memory.fill(valueOf(record), 0, (<usize>dimensionOf(record)) << 3);
    for (let k = 0; k < steps; k++) {
      evaluate(record, true);
      moveTransition(record + STREAM, stride);
    }
  }
}
