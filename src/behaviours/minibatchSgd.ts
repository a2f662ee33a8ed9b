/**
 * Minibatch SGD (Streaming FL, §3): no local steps; each agent averages its operator over K
 * observations at the broadcast w, and the server steps along the average, `w ← w + γ mean ĝ_i`.
 */
import { addScaled, mean, type Vector } from '../maths/vector.ts';
import { outOfPlace, type ServerBehaviour } from './behaviour.ts';
import type { StagedBehaviour } from './stagedBehaviour.ts';

/** An agent of Minibatch SGD, which keeps nothing between rounds but its observation stream. */
export function minibatchSgdAgent(agent: number): StagedBehaviour<undefined> {
  return {
    streams: [0],
    init: () => undefined,
    ask: (_state, message, work) => {
      if (message.kind !== 'roundStarted') return outOfPlace('a Minibatch SGD agent', message.kind);
      work.accumulate(message.theta, message.localSteps);
    },
    answer: (_state, { round }, work) => {
      const { value, count } = work;
      for (let j = 0; j < value.length; j++) value[j]! /= count;
      return { kind: 'operatorValue', agent, round, value };
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
