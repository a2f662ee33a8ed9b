/**
 * The two actors of federated Richardson–Romberg extrapolation (see algorithms/richardsonRomberg.ts):
 * Local SA run twice side by side, a fine and a coarse model in every message, and the extrapolated
 * model as the result.
 */
import {
  coarseRound,
  type Extrapolation,
  type ExtrapolationNoise,
  extrapolate,
  extrapolationWeights,
} from '../algorithms/richardsonRomberg.ts';
import { type StepSize, stepSizeAt } from '../algorithms/stepSize.ts';
import { mean, type Vector } from '../maths/vector.ts';
import { outOfPlace, type ServerBehaviour } from './behaviour.ts';
import type { StagedBehaviour } from './stagedBehaviour.ts';

/**
 * An agent of Richardson–Romberg extrapolation, which keeps nothing between rounds but its streams: one
 * for each run, or, with common noise, the same one twice.
 *
 * @param stepSize - γ of the fine run
 */
export function extrapolatedAgent(
  agent: number,
  stepSize: StepSize,
  extrapolation: Extrapolation,
  noise: ExtrapolationNoise,
): StagedBehaviour<undefined> {
  return {
    streams: [0, noise === 'common' ? 0 : 1],
    init: () => undefined,
    ask: (_state, message, fine, coarse) => {
      if (message.kind !== 'pairedRoundStarted')
        return outOfPlace('a Richardson–Romberg agent', message.kind);
      const { round, localSteps } = message;
      const eta = stepSizeAt(stepSize, round);
      const doubled = coarseRound(extrapolation, eta, localSteps);
      fine.advance(message.fine, eta, undefined, localSteps);
      coarse!.advance(message.coarse, doubled.stepSize, undefined, doubled.localSteps);
    },
    answer: (_state, { round }, fine, coarse) => ({
      kind: 'pairedModels',
      agent,
      round,
      fine: fine.theta,
      coarse: coarse!.theta,
    }),
  };
}

/** State of the server, passed between rounds. */
export interface ExtrapolatedServerState {
  /** θ of the fine and of the coarse run `[d]` */
  readonly fine: Vector;
  readonly coarse: Vector;
  /** H of the round under way */
  readonly localSteps: number;
}

/** The server of Richardson–Romberg extrapolation: averages either run, and extrapolates. */
export function extrapolatedServer(extrapolation: Extrapolation): ServerBehaviour<ExtrapolatedServerState> {
  return {
    init: (theta) => ({ fine: Float64Array.from(theta), coarse: Float64Array.from(theta), localSteps: 0 }),
    open: (state, round, localSteps) => [
      { ...state, localSteps },
      { kind: 'pairedRoundStarted', round, localSteps, fine: state.fine, coarse: state.coarse },
    ],
    receive: (state, answers) => {
      const fineModels: Vector[] = [];
      const coarseModels: Vector[] = [];
      for (const answer of answers) {
        if (answer.kind !== 'pairedModels') return outOfPlace('the Richardson–Romberg server', answer.kind);
        fineModels.push(answer.fine);
        coarseModels.push(answer.coarse);
      }
      const d = state.fine.length;
      const weights = extrapolationWeights(extrapolation, state.localSteps);
      const fine = mean(fineModels, d);
      const coarse = mean(coarseModels, d);
      return [
        { ...state, fine, coarse },
        {
          kind: 'roundCompleted',
          round: answers[0]!.round,
          startedFrom: extrapolate(weights, state.fine, state.coarse),
          theta: extrapolate(weights, fine, coarse),
          localModels: () => fineModels.map((model, i) => extrapolate(weights, model, coarseModels[i]!)),
        },
      ];
    },
  };
}
