/**
 * An operator that is linear in each state of a finite chain: `G(θ, s) = b(s) − A(s) θ`. Its reference
 * is LinearStatesOperator, which also writes the records.
 *
 * States are drawn ahead, and the agents of a group take each step in turn, as TD(0)'s.
 */
import { drawStates, enter, leave } from '../chainPaths.assembly';
import { isIndependent, moveState, stateOf } from '../chainStream.assembly';
import { Evaluated } from '../loops.assembly';
import { addScaledInto, stepAlongCorrected } from '../dot.assembly';
import { affineInto } from '../matrixVector.assembly';
import { correctionOf, dimensionOf, recordAt, thetaOf, workOf } from '../record.assembly';
import { workspace } from '../workspace.assembly';
import { BLOCK, OBSERVATION, PATH, PATHS } from '../workspaceLayout';
import { MATRICES, OFFSETS, STREAM } from './layout';

/** out ← G(θ, s). */
function evaluateInto(out: usize, record: usize, state: u32): void {
  const d = dimensionOf(record);
  const row = (<usize>d) << 3;
  const A = <usize>load<u32>(record, MATRICES) + <usize>state * <usize>d * row;
  affineInto(out, A, <usize>load<u32>(record, OFFSETS) + <usize>state * row, thetaOf(record), d);
}

@unmanaged
class LinearStates {
  evaluateInto(out: usize, record: usize): void {
    evaluateInto(out, record, stateOf(record + STREAM));
  }

  move(record: usize, count: i32): void {
    moveState(record + STREAM, count);
  }
}

@unmanaged
export class Kernel extends Evaluated<LinearStates> {}

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
        let observation = workspace + PATHS + <usize>k * OBSERVATION;
        for (let lane = 0; lane < group; lane++, observation += PATH) {
          const record = recordAt(records, lane);
          const d = dimensionOf(record);
          const value = workOf(record);
          evaluateInto(value, record, load<u32>(observation));
          if (corrected) stepAlongCorrected(thetaOf(record), stepSize, value, correctionOf(record), d);
          else addScaledInto(thetaOf(record), stepSize, value, d);
        }
      }
    }
    leave(records, group, STREAM);
    records += (<usize>group) << 2;
    count -= group;
  }
}
