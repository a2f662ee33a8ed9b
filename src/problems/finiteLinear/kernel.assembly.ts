/**
 * An operator that is linear in each state of a finite chain: `G(θ, s) = b(s) − A(s) θ`. Its reference
 * is LinearStatesOperator in `kernel.ts`, which also writes the records.
 *
 * States are drawn ahead, and the agents of a group take each step in turn, as in
 * `kernel.assembly.ts` of `temporalDifference`.
 */
import { workspace } from '../kernels/workspace.assembly';
import { PATHS } from '../kernels/workspaceLayout';
import { BLOCK, drawStates, enter, leave, OBSERVATION, PATH } from '../kernels/chainPaths.assembly';
import { isIndependent, moveState, stateOf } from '../kernels/chainStream.assembly';
import { addInto, addScaledInto, stepAlongCorrected } from '../kernels/dot.assembly';
import { affineInto } from '../kernels/matrixVector.assembly';
import { correctionOf, dimensionOf, recordAt, thetaOf } from '../kernels/record.assembly';
import { MATRICES, OFFSETS, STREAM, WORK } from './layout';

/** Address of a vector that holds nothing between calls. */
function workOf(record: usize): usize {
  return load<u32>(record, WORK);
}

/** out ← G(θ, s). */
function evaluateInto(out: usize, record: usize, state: u32): void {
  const d = dimensionOf(record);
  const row = (<usize>d) << 3;
  const A = <usize>load<u32>(record, MATRICES) + <usize>state * <usize>d * row;
  affineInto(out, A, <usize>load<u32>(record, OFFSETS) + <usize>state * row, thetaOf(record), d);
}

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
    const group = enter(records, count, STREAM);
    for (let done = 0; done < steps; done += BLOCK) {
      const block = min(BLOCK, steps - done);
      drawStates(group, independent, block, stride);
      for (let k = 0; k < block; k++) {
        step(records, group, workspace + PATHS + <usize>k * OBSERVATION, stepSize, corrected);
      }
    }
    leave(records, group, STREAM);
    records += (<usize>group) << 2;
    count -= group;
  }
}

/** One step of each agent of a group. */
function step(records: usize, count: i32, observations: usize, stepSize: f64, corrected: i32): void {
  for (let lane = 0; lane < count; lane++, observations += PATH) {
    const record = recordAt(records, lane);
    const d = dimensionOf(record);
    const value = workOf(record);
    evaluateInto(value, record, load<u32>(observations));
    if (corrected) stepAlongCorrected(thetaOf(record), stepSize, value, correctionOf(record), d);
    else addScaledInto(thetaOf(record), stepSize, value, d);
  }
}

@unmanaged
export class LinearStates {
  evaluateInto(out: usize, record: usize): void {
    evaluateInto(out, record, stateOf(record + STREAM));
  }

  addTo(sum: usize, record: usize): void {
    this.evaluateInto(workOf(record), record);
    addInto(sum, workOf(record), dimensionOf(record));
  }

  move(record: usize, count: i32): void {
    moveState(record + STREAM, count);
  }
}
