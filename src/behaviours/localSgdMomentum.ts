/** The two actors of Local SGD with momentum (Streaming FL, Algorithm 1). */
import { momentumCorrectionInto, nextMomentum } from '../algorithms/localSgdMomentum.ts';
import { type StepSize, stepSizeAt } from '../algorithms/stepSize.ts';
import { addScaled, mean, type Vector } from '../maths/vector.ts';
import { outOfPlace, type ServerBehaviour } from './behaviour.ts';
import type { StagedBehaviour } from './stagedBehaviour.ts';

/**
 * An agent of Local SGD with momentum, which keeps nothing between rounds but its observation stream.
 *
 * @param dimension - d
 * @param stepSize - η
 * @param beta - β in (0, 1]
 */
export function momentumAgent(
  agent: number,
  dimension: number,
  stepSize: StepSize,
  beta: number,
): StagedBehaviour<undefined> {
  const correction = new Float64Array(dimension);
  return {
    streams: [0],
    init: () => undefined,
    ask: (_state, message, work) => {
      if (message.kind !== 'momentumRoundStarted') return outOfPlace('a Local SGD-M agent', message.kind);
      const { round, localSteps, theta, momentum } = message;
      momentumCorrectionInto(correction, momentum, beta);
      work.advance(theta, stepSizeAt(stepSize, round) * beta, correction, localSteps);
    },
    answer: (_state, { round }, work) => ({ kind: 'localModel', agent, round, theta: work.theta }),
  };
}

/** State of the server, passed between rounds. */
export interface MomentumServerState {
  /** w `[d]` */
  readonly theta: Vector;
  /** v `[d]`, zero at the start */
  readonly momentum: Vector;
  /** K of the round under way */
  readonly localSteps: number;
}

/**
 * The server of Local SGD with momentum.
 *
 * @param stepSize - η
 * @param serverStepSize - γ
 */
export function momentumServer(
  stepSize: StepSize,
  serverStepSize: number,
): ServerBehaviour<MomentumServerState> {
  return {
    init: (theta) => ({
      theta: Float64Array.from(theta),
      momentum: new Float64Array(theta.length),
      localSteps: 0,
    }),
    open: (state, round, localSteps) => [
      { ...state, localSteps },
      { kind: 'momentumRoundStarted', round, localSteps, theta: state.theta, momentum: state.momentum },
    ],
    receive: (state, answers) => {
      const models = answers.map((answer) =>
        answer.kind === 'localModel' ? answer.theta : outOfPlace('the Local SGD-M server', answer.kind),
      );
      const { theta: startedFrom, localSteps } = state;
      const average = mean(models, startedFrom.length);
      const { round } = answers[0]!;
      const momentum = nextMomentum(startedFrom, average, stepSizeAt(stepSize, round) * localSteps);
      const theta = addScaled(startedFrom, -serverStepSize, momentum);
      return [
        { theta, momentum, localSteps },
        { kind: 'roundCompleted', round, startedFrom, theta, localModels: () => models },
      ];
    },
  };
}
