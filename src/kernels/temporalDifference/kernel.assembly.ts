/**
 * TD(0) with linear values on a finite chain: with `o = (s, r(s, s'), s')`,
 * `G(θ, o) = (r(s, s') + γ φ(s')ᵀθ − φ(s)ᵀθ) φ(s)`. Its reference is
 * TemporalDifferenceOperator, which also writes the records.
 *
 * A step is a chain of operations that wait for one another. So the agents of a group take each step
 * in turn: while the sums of one are under way, the processor begins with the next one's.
 */
import { drawTransitions, enter, leave } from '../chainPaths.assembly';
import { isIndependent, moveTransition, nextOf, stateOf } from '../chainStream.assembly';
import { addScaledInto, dot, scaleInto } from '../dot.assembly';
import { dimensionOf, recordAt, thetaOf } from '../record.assembly';
import { workspace } from '../workspace.assembly';
import { BLOCK, OBSERVATION, PATH, PATHS, TOUCHED } from '../workspaceLayout';
import { STREAM } from './layout';
import { discountOf, featuresOf, rewardAt, rewardOf, step, stepEight, stepPairs } from './step.assembly';

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
        const observations = workspace + PATHS + <usize>k * OBSERVATION;
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

/**
 * Reads a word of every line of the rows that a block needs, and its rewards, so that they are on their way from memory
 * together before the first is used. Short rows come early enough by themselves.
 */
function touchRows(records: usize, count: i32, independent: bool, steps: i32, rowBytes: usize): void {
  if (rowBytes <= 4 * LINE) return;
  let word: u32 = 0;
  for (let k = 0; k < steps; k++) {
    let observation = workspace + PATHS + <usize>k * OBSERVATION;
    for (let lane = 0; lane < count; lane++, observation += PATH) {
      const record = recordAt(records, lane);
      const features = featuresOf(record);
      const state = load<u32>(observation);
      if (k == 0 || independent) {
        // else it is the next state of the step before
        word |= touchedRow(features + <usize>state * rowBytes, rowBytes);
      }
      const next = load<u32>(observation, 4);
      word |= touchedRow(features + <usize>next * rowBytes, rowBytes);
      word |= load<u32>(rewardOf(record, state, next));
    }
  }
  // what was read must come to something
  store<u32>(workspace, word, TOUCHED);
}

function touchedRow(row: usize, rowBytes: usize): u32 {
  let word: u32 = 0;
  for (let line: usize = 0; line < rowBytes; line += LINE) word |= load<u32>(row + line);
  return word;
}

@unmanaged
export class Kernel {
  evaluateInto(out: usize, record: usize): void {
    const state = stateOf(record + STREAM);
    const d = dimensionOf(record);
    scaleInto(out, deltaAt(record, state, d), rowOf(record, state, d), d);
  }

  prepare(_record: usize): void {}

  addTo(sum: usize, record: usize): void {
    const state = stateOf(record + STREAM);
    const d = dimensionOf(record);
    addScaledInto(sum, deltaAt(record, state, d), rowOf(record, state, d), d);
  }

  move(record: usize, count: i32): void {
    moveTransition(record + STREAM, count);
  }
}

/** Address of φ(s). */
function rowOf(record: usize, state: u32, d: i32): usize {
  return featuresOf(record) + <usize>state * ((<usize>d) << 3);
}

/** δ at the current observation. */
function deltaAt(record: usize, state: u32, d: i32): f64 {
  const theta = thetaOf(record);
  const value = dot(rowOf(record, state, d), theta, d);
  const next = nextOf(record + STREAM);
  const valueNext = dot(rowOf(record, next, d), theta, d);
  return rewardAt(record, state, next) + discountOf(record) * valueNext - value;
}
