/**
 * Minibatch SGD (Streaming FL, §3): no local steps; each agent averages its operator over K
 * observations at the broadcast w, and the server steps along the average, `w ← w + γ mean ĝ_i`.
 */
import { addScaled, mean, type Vector } from '../maths/vector.ts';
import type { LocalOperator } from '../problems/operator.ts';
import { type AgentBehaviour, outOfPlace, type ServerBehaviour } from './behaviour.ts';

/** State of an agent, passed between rounds: only the observation stream, inside the operator. */
export interface MinibatchSgdState {
  readonly operator: LocalOperator;
}

/** An agent of Minibatch SGD. */
export function minibatchSgdAgent(agent: number, operator: LocalOperator): AgentBehaviour<MinibatchSgdState> {
  return {
    init: () => ({ operator }),
    receive: (state, message) => {
      if (message.kind !== 'roundStarted') return outOfPlace('a Minibatch SGD agent', message.kind);
      const value = new Float64Array(operator.dimension);
      state.operator.accumulate(message.theta, message.localSteps, value);
      for (let j = 0; j < value.length; j++) value[j]! /= message.localSteps;
      return [state, { kind: 'operatorValue', agent, round: message.round, value }];
    },
  };
}

/** State of the server, passed between rounds: w `[d]`. */
export interface MinibatchSgdServerState {
  readonly theta: Vector;
}

/**
 * The server of Minibatch SGD.
 *
 * @param serverStepSize - γ
 */
export function minibatchSgdServer(serverStepSize: number): ServerBehaviour<MinibatchSgdServerState> {
  return {
    init: (theta) => ({ theta: Float64Array.from(theta) }),
    open: (state, round, localSteps) => [
      state,
      { kind: 'roundStarted', round, localSteps, theta: state.theta },
    ],
    receive: (state, answers) => {
      const values = answers.map((answer) =>
        answer.kind === 'operatorValue' ? answer.value : outOfPlace('the Minibatch SGD server', answer.kind),
      );
      const startedFrom = state.theta;
      const theta = addScaled(startedFrom, serverStepSize, mean(values, startedFrom.length));
      // No agent ever leaves the broadcast model.
      const localModels = (): Vector[] => values.map(() => startedFrom);
      const { round } = answers[0]!;
      return [{ theta }, { kind: 'roundCompleted', round, startedFrom, theta, localModels }];
    },
  };
}
