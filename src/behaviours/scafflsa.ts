/**
 * SCAFFLSA's agent: local steps `θ ← θ + η (G_i(θ, o) + ξ_i)`. When θ̄ comes back (with the next
 * round's start, which is the same broadcast), the control variate ξ_i takes up the difference. Where
 * there are no rounds ξ_i comes with the model (see serverControls.ts).
 */
import { controlGain, moveControl } from '../algorithms/scafflsa.ts';
import { type StepSize, stepSizeAt } from '../algorithms/stepSize.ts';
import type { TriggerConfiguration } from '../triggers/index.ts';
import type { Vector } from '../maths/vector.ts';
import { outOfPlace } from './behaviour.ts';
import type { StagedBehaviour } from './stagedBehaviour.ts';

/** State of an agent, passed between rounds. */
export interface ScafflsaState {
  /** ξ_i `[d]`, zero at the start */
  readonly control: Float64Array;
  /** θ̂_i `[d]`, what was sent last: it stays where it was computed until the next work is asked for */
  sent: Vector | undefined;
  /** the round in which it was sent, whose step size the move of ξ_i has */
  sentIn: number;
}

/**
 * An agent of SCAFFLSA; the trigger sets how fast ξ_i moves.
 *
 * @param dimension - d
 * @param stepSize - η
 */
export function scafflsaAgent(
  agent: number,
  dimension: number,
  stepSize: StepSize,
  trigger: TriggerConfiguration,
): StagedBehaviour<ScafflsaState> {
  const close = ({ control, sent, sentIn }: ScafflsaState, theta: Vector): void => {
    if (sent) moveControl(control, theta, sent, controlGain(trigger, stepSizeAt(stepSize, sentIn)));
  };
  return {
    streams: [0],
    init: () => ({ control: new Float64Array(dimension), sent: undefined, sentIn: 0 }),
    ask: (state, message, work) => {
      if (message.kind === 'correctedRoundStarted') {
        work.advance(message.theta, stepSizeAt(stepSize, message.round), message.control, message.localSteps);
        return;
      }
      if (message.kind !== 'roundStarted' && message.kind !== 'roundStartedAfresh')
        return outOfPlace('a SCAFFLSA agent', message.kind);
      const { round, localSteps, theta } = message;
      // θ̄ ends the round before.
      if (message.kind === 'roundStarted') close(state, theta);
      work.advance(theta, stepSizeAt(stepSize, round), state.control, localSteps);
    },
    answer: (state, { round }, work) => {
      const { theta } = work;
      state.sent = theta;
      state.sentIn = round;
      return { kind: 'localModel', agent, round, theta };
    },
    note: (state, message) => {
      close(state, message.theta);
      state.sent = undefined;
    },
  };
}
