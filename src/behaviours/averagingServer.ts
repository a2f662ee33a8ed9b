/** The server of Local SA and SCAFFLSA: sends θ̄, averages what comes back. */
import { mean, type Vector } from '../maths/vector.ts';
import { outOfPlace, type ServerBehaviour } from './behaviour.ts';

/** State of the server, passed between rounds: θ̄ `[d]`. */
export interface AveragingServerState {
  readonly theta: Vector;
}

export const averagingServer: ServerBehaviour<AveragingServerState> = {
  init: (theta) => ({ theta: Float64Array.from(theta) }),
  open: (state, round, localSteps) => [
    state,
    { kind: 'roundStarted', round, localSteps, theta: state.theta },
  ],
  receive: (state, answers) => {
    const models: Vector[] = [];
    for (const answer of answers) {
      if (answer.kind !== 'localModel') return outOfPlace('the averaging server', answer.kind);
      models.push(answer.theta);
    }
    const theta = mean(models, state.theta.length);
    const round = answers[0]!.round;
    return [
      { theta },
      { kind: 'roundCompleted', round, startedFrom: state.theta, theta, localModels: () => models },
    ];
  },
};
