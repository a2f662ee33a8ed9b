/**
 * SCAFFLSA's agent: local steps `θ ← θ + η (G_i(θ, o) + ξ_i)`. When θ̄ comes back (with the next
 * round's start, which is the same broadcast), the control variate ξ_i takes up the difference.
 */
import { controlGain, moveControl } from '../algorithms/scafflsa.ts';
import type { TriggerConfiguration } from '../algorithms/trigger.ts';
import type { LocalOperator } from '../problems/operator.ts';
import { type AgentBehaviour, outOfPlace } from './behaviour.ts';

/** State of an agent, passed between rounds. */
export interface ScafflsaState {
  readonly operator: LocalOperator;
  /** ξ_i `[d]`, zero at the start */
  readonly control: Float64Array;
  /** θ̂_i `[d]`, what was sent last; `undefined` before the first round */
  readonly sent: Float64Array | undefined;
}

/** An agent of SCAFFLSA; `stepSize` is η, and the trigger sets how fast ξ_i moves. */
export function scafflsaAgent(
  agent: number,
  operator: LocalOperator,
  stepSize: number,
  trigger: TriggerConfiguration,
): AgentBehaviour<ScafflsaState> {
  const gain = controlGain(trigger, stepSize);
  return {
    init: () => ({ operator, control: new Float64Array(operator.dimension), sent: undefined }),
    receive: (state, message) => {
      if (message.kind !== 'roundStarted') return outOfPlace('a SCAFFLSA agent', message.kind);
      if (state.sent) moveControl(state.control, message.theta, state.sent, gain);
      const theta = message.theta.slice();
      state.operator.advance(theta, stepSize, state.control, message.localSteps);
      return [
        { ...state, sent: theta },
        { kind: 'localModel', agent, round: message.round, theta },
      ];
    },
  };
}
