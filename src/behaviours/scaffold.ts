/** The two actors of SCAFFOLD (Karimireddy et al. 2020, Algorithm 1, option II). */
import { controlDifferenceInto, scaffoldCorrectionInto } from '../algorithms/scaffold.ts';
import { type StepSize, stepSizeAt } from '../algorithms/stepSize.ts';
import { addScaled, mean, type Vector } from '../maths/vector.ts';
import { outOfPlace, type ServerBehaviour } from './behaviour.ts';
import type { StagedBehaviour } from './stagedBehaviour.ts';

/** State of an agent, passed between rounds. */
export interface ScaffoldAgentState {
  /** c_i `[d]`, zero at the start */
  readonly control: Float64Array;
  /** Δc_i `[d]` of the last answer, by which c_i moves if the server has taken it; zero at the start */
  readonly difference: Float64Array;
}

/**
 * An agent of SCAFFOLD. Its c_i moves when the agent hears, with the next message, that its answer has
 * been taken: so c is the average of the c_i, whatever answers are dropped or lost.
 *
 * @param dimension - d
 * @param stepSize - η
 */
export function scaffoldAgent(
  agent: number,
  dimension: number,
  stepSize: StepSize,
): StagedBehaviour<ScaffoldAgentState> {
  const correction = new Float64Array(dimension);
  const difference = new Float64Array(dimension);
  return {
    streams: [0],
    init: () => ({ control: new Float64Array(dimension), difference: new Float64Array(dimension) }),
    ask: (state, message, work) => {
      if (message.kind !== 'controlledRoundStarted') return outOfPlace('a SCAFFOLD agent', message.kind);
      const { round, localSteps, theta, control: common, taken = true } = message;
      if (taken) for (let j = 0; j < dimension; j++) state.control[j]! += state.difference[j]!;
      scaffoldCorrectionInto(correction, state.control, common);
      work.advance(theta, stepSizeAt(stepSize, round), correction, localSteps);
    },
    answer: (state, message, work) => {
      if (message.kind !== 'controlledRoundStarted') return outOfPlace('a SCAFFOLD agent', message.kind);
      const { round, theta, control: common } = message;
      for (let j = 0; j < dimension; j++) difference[j] = work.theta[j]! - theta[j]!;
      controlDifferenceInto(state.difference, common, difference, work.stepSize * work.count);
      return { kind: 'controlledDifference', agent, round, difference, controlDifference: state.difference };
    },
  };
}

/** State of the server, passed between rounds. */
export interface ScaffoldServerState {
  /** x `[d]` */
  readonly theta: Vector;
  /** c `[d]`, the average of the c_i */
  readonly control: Vector;
}

/**
 * The server of SCAFFOLD.
 *
 * @param serverStepSize - α_g
 * @param agents - M; c is the average over all of them, so that `c ← c + (|S|/M) mean_S Δc_i`
 *   where only S have answered
 */
export function scaffoldServer(
  serverStepSize: number,
  agents?: number,
): ServerBehaviour<ScaffoldServerState> {
  return {
    init: (theta) => ({ theta: Float64Array.from(theta), control: new Float64Array(theta.length) }),
    open: (state, round, localSteps) => [
      state,
      { kind: 'controlledRoundStarted', round, localSteps, theta: state.theta, control: state.control },
    ],
    receive: (state, answers) => {
      const differences: Vector[] = [];
      const controlDifferences: Vector[] = [];
      for (const answer of answers) {
        if (answer.kind !== 'controlledDifference') return outOfPlace('the SCAFFOLD server', answer.kind);
        differences.push(answer.difference);
        controlDifferences.push(answer.controlDifference);
      }
      const startedFrom = state.theta;
      const share = agents === undefined ? 1 : answers.length / agents;
      const d = startedFrom.length;
      const theta = addScaled(startedFrom, serverStepSize, mean(differences, d));
      const control = addScaled(state.control, share, mean(controlDifferences, d));
      const localModels = (): Float64Array[] => differences.map((delta) => addScaled(startedFrom, 1, delta));
      const { round } = answers[0]!;
      return [
        { theta, control },
        { kind: 'roundCompleted', round, startedFrom, theta, localModels },
      ];
    },
  };
}
