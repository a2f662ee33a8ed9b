/**
 * FedHSA's two actors: two exchanges a round. First each agent evaluates its operator at θ̄, at the
 * observation that its local step 0 will use again; then come the corrected local steps.
 */
import { correctionInto } from '../algorithms/fedHsa.ts';
import { type StepSize, stepSizeAt } from '../algorithms/stepSize.ts';
import { addScaled, copyInto, mean, type Vector } from '../maths/vector.ts';
import { outOfPlace, type ServerBehaviour } from './behaviour.ts';
import type { StagedBehaviour } from './stagedBehaviour.ts';

/** State of an agent, passed between messages. */
export interface FedHsaAgentState {
  /** θ̄ `[d]` of the round under way */
  readonly theta: Float64Array;
  /** G_i(θ̄, o_{i,0}) `[d]`, then g − G_i(θ̄, o_{i,0}), then Δ_i */
  readonly own: Float64Array;
}

/**
 * An agent of FedHSA.
 *
 * @param dimension - d
 * @param stepSize - η
 */
export function fedHsaAgent(
  agent: number,
  dimension: number,
  stepSize: StepSize,
): StagedBehaviour<FedHsaAgentState> {
  return {
    streams: [0],
    init: () => ({ theta: new Float64Array(dimension), own: new Float64Array(dimension) }),
    ask: (state, message, work) => {
      const { theta, own } = state;
      switch (message.kind) {
        case 'evaluationRequested':
          copyInto(theta, message.theta);
          work.peek(theta);
          break;
        case 'correctionBroadcast':
          correctionInto(own, message.meanOperator, own);
          work.advance(theta, stepSizeAt(stepSize, message.round), own, message.localSteps);
          break;
        default:
          return outOfPlace('a FedHSA agent', message.kind);
      }
    },
    answer: (state, { kind, round }, work) => {
      const { theta, own } = state;
      if (kind === 'evaluationRequested') {
        copyInto(own, work.value);
        return { kind: 'operatorValue', agent, round, value: work.value };
      }
      for (let j = 0; j < own.length; j++) own[j] = work.theta[j]! - theta[j]!;
      return { kind: 'localDifference', agent, round, difference: own };
    },
  };
}

/** State of the server, passed between messages. */
export interface FedHsaServerState {
  /** θ̄ `[d]` */
  readonly theta: Vector;
  /** H of the round under way */
  readonly localSteps: number;
}

/**
 * FedHSA's server: averages the operators, then the differences.
 *
 * @param serverStepSize - α_g
 */
export function fedHsaServer(serverStepSize: number): ServerBehaviour<FedHsaServerState> {
  return {
    init: (theta) => ({ theta: Float64Array.from(theta), localSteps: 0 }),
    open: (state, round, localSteps) => [
      { ...state, localSteps },
      { kind: 'evaluationRequested', round, theta: state.theta },
    ],
    receive: (state, answers) => {
      const { round, kind } = answers[0]!;
      const d = state.theta.length;
      if (kind === 'operatorValue') {
        const values = answers.map((answer) =>
          answer.kind === kind ? answer.value : outOfPlace('the FedHSA server', answer.kind),
        );
        const { localSteps } = state;
        return [state, { kind: 'correctionBroadcast', round, localSteps, meanOperator: mean(values, d) }];
      }
      const differences = answers.map((answer) =>
        answer.kind === 'localDifference' ? answer.difference : outOfPlace('the FedHSA server', answer.kind),
      );
      const theta = addScaled(state.theta, serverStepSize, mean(differences, d));
      const startedFrom = state.theta;
      const localModels = (): Float64Array[] =>
        differences.map((difference) => addScaled(startedFrom, 1, difference));
      return [
        { ...state, theta },
        { kind: 'roundCompleted', round, startedFrom, theta, localModels },
      ];
    },
  };
}
