/**
 * The servers of policies without rounds: each agent starts from whatever the model was when it was
 * last sent one, so an update is taken in together with the message that it answers.
 *
 * - mixing (FedAsync: Xie, Koyejo and Gupta, "Asynchronous federated optimization", 2019, Algorithm 1):
 *   `θ̄ ← (1 − α) θ̄ + α θ_i`; of several updates at once `θ̄ ← θ̄ + (1/|S|) Σ α_i (θ_i − θ̄)`;
 * - buffering (FedBuff: Nguyen et al., "Federated learning with buffered asynchronous aggregation",
 *   AISTATS 2022, Algorithm 1): `θ̄ ← θ̄ + (1/|S|) Σ s_i (θ_i − θ̄_i)` with θ̄_i the model that agent i
 *   started from.
 */
import { extrapolate, extrapolationWeights } from '../algorithms/richardsonRomberg.ts';
import { controlGain } from '../algorithms/scafflsa.ts';
import { stepSizeAt } from '../algorithms/stepSize.ts';
import type { TriggerConfiguration } from '../triggers/index.ts';
import { addScaled, type Vector } from '../maths/vector.ts';
import type { ScheduledAlgorithm } from '../protocol/configuration.ts';
import { type Downlink, localStepsOf, type Uplink } from '../protocol/messages.ts';
import { outOfPlace, type RoundCompleted } from './behaviour.ts';
import { ServerControls } from './serverControls.ts';

/** How updates become a new model. */
export type Folding = 'mix' | 'buffer';

/** An answer with the message that it answers. */
export interface AnsweredDispatch {
  readonly message: Downlink;
  readonly answer: Uplink;
  /** α_i or s_i */
  readonly weight: number;
}

/**
 * State of the server, passed on from call to call. Its vectors are replaced, never written in: messages
 * that are under way hold them.
 */
export interface FreeServerState {
  /** θ̄ `[d]`; of Richardson–Romberg extrapolation the fine run's */
  readonly theta: Vector;
  /** c of SCAFFOLD, v of Local SGD-M, the coarse run's θ̄ `[d]`; `undefined` for the others */
  readonly second: Vector | undefined;
  /** of SCAFFLSA; `undefined` for the others */
  readonly controls: ServerControls | undefined;
}

/** The server's part of an algorithm, where agents go at their own pace. */
export interface FreeServerBehaviour {
  /** @param theta - θ̄ at the start `[d]` */
  init(theta: Vector): FreeServerState;
  /** What an agent is sent now. */
  dispatch(state: FreeServerState, round: number, localSteps: number, agent: number): Downlink;
  /** Takes note of an answer when it comes; the step that takes it in may come later. */
  answered(state: FreeServerState, message: Downlink, answer: Uplink): void;
  /** Server step number `round`, with these updates, in the order in which they are summed. */
  step(
    state: FreeServerState,
    round: number,
    updates: readonly AnsweredDispatch[],
  ): readonly [FreeServerState, RoundCompleted];
}

/** What an update moves a model by: how far its agent got, and from where. */
interface Move {
  /** α_i or s_i */
  readonly weight: number;
  readonly origin: Vector;
  readonly model: Vector;
}

/** What an update hands in: its move, and what belongs to the second vector. */
interface HandedIn extends Move {
  readonly second: Vector | undefined;
  readonly secondOrigin: Vector | undefined;
}

/**
 * The server of an algorithm without rounds.
 *
 * @param agents - M
 * @param trigger - how far a dispatch goes: SCAFFLSA's control variates are per local step
 * @throws TypeError at a step for FedHSA, and for Local SGD-M where updates are mixed: see policyFault
 */
export function freeServer(
  algorithm: ScheduledAlgorithm,
  folding: Folding,
  agents: number,
  trigger: TriggerConfiguration,
): FreeServerBehaviour {
  const gain =
    algorithm.name === 'scaffold' || algorithm.name === 'minibatch-sgd' ? algorithm.serverStepSize : 1;
  const fold = folding === 'mix' ? mixed : buffered;
  return {
    init: (theta) => ({
      theta: Float64Array.from(theta),
      second: hasSecond(algorithm.name)
        ? algorithm.name === 'richardson-romberg'
          ? Float64Array.from(theta)
          : new Float64Array(theta.length)
        : undefined,
      controls: algorithm.name === 'scafflsa' ? new ServerControls(agents, theta.length) : undefined,
    }),
    dispatch: (state, round, localSteps, agent) => {
      const { theta, controls } = state;
      if (!controls) return opening(algorithm.name, state, round, localSteps);
      return { kind: 'correctedRoundStarted', round, localSteps, theta, control: controls.of(agent) };
    },
    answered: ({ controls }, message, answer) => {
      if (!controls || algorithm.name !== 'scafflsa') return;
      if (message.kind !== 'correctedRoundStarted' || answer.kind !== 'localModel')
        return outOfPlace("SCAFFLSA's server", answer.kind);
      const gain = controlGain(trigger, stepSizeAt(algorithm.stepSize, message.round));
      controls.take(answer.agent, answer.theta, message.theta, message.control, gain);
    },
    step: (state, round, updates) => {
      const moves = updates.map((update) => handIn(update, gain));
      switch (algorithm.name) {
        case 'local-sgd-m': {
          const second = bufferedMomentum(updates, moves, (at) => stepSizeAt(algorithm.stepSize, at));
          const theta = addScaled(state.theta, -algorithm.serverStepSize, second);
          return [{ theta, second, controls: state.controls }, completed(round, state.theta, theta, moves)];
        }
        case 'scaffold': {
          const theta = fold(state.theta, moves);
          const second = movedControl(state.second!, moves, agents);
          return [{ theta, second, controls: state.controls }, completed(round, state.theta, theta, moves)];
        }
        case 'richardson-romberg': {
          const theta = fold(state.theta, moves);
          const second = fold(state.second!, moves.map(coarseMove));
          const localSteps = localStepsOf(updates.at(-1)!.message);
          const combined = extrapolationWeights(algorithm.extrapolation, localSteps);
          const from = extrapolate(combined, state.theta, state.second!);
          const to = extrapolate(combined, theta, second);
          const shown = (move: HandedIn): Move => {
            const coarse = coarseMove(move);
            return {
              weight: move.weight,
              origin: extrapolate(combined, move.origin, coarse.origin),
              model: extrapolate(combined, move.model, coarse.model),
            };
          };
          return [{ theta, second, controls: state.controls }, completed(round, from, to, moves, shown)];
        }
        default: {
          const theta = fold(state.theta, moves);
          return [
            { theta, second: undefined, controls: state.controls },
            completed(round, state.theta, theta, moves),
          ];
        }
      }
    },
  };
}

/** @param shown - a move of the model that is told of, where that is not the fine one */
function completed(
  round: number,
  startedFrom: Vector,
  theta: Vector,
  moves: readonly HandedIn[],
  shown: (move: HandedIn) => Move = fineMove,
): RoundCompleted {
  return {
    kind: 'roundCompleted',
    round,
    startedFrom,
    theta,
    localModels() {
      return moves.map((move) => shown(move).model);
    },
    origins() {
      return moves.map((move) => shown(move).origin);
    },
  };
}

function fineMove(move: HandedIn): Move {
  return move;
}

/** The move of the coarse run, in Richardson–Romberg extrapolation. */
function coarseMove({ weight, second, secondOrigin }: HandedIn): Move {
  return { weight, origin: secondOrigin!, model: second! };
}

function hasSecond(name: ScheduledAlgorithm['name']): boolean {
  return name === 'scaffold' || name === 'local-sgd-m' || name === 'richardson-romberg';
}

function opening(
  name: ScheduledAlgorithm['name'],
  { theta, second }: FreeServerState,
  round: number,
  localSteps: number,
): Downlink {
  switch (name) {
    case 'scaffold':
      return { kind: 'controlledRoundStarted', round, localSteps, theta, control: second! };
    case 'local-sgd-m':
      return { kind: 'momentumRoundStarted', round, localSteps, theta, momentum: second! };
    case 'richardson-romberg':
      return { kind: 'pairedRoundStarted', round, localSteps, fine: theta, coarse: second! };
    default:
      return { kind: 'roundStarted', round, localSteps, theta };
  }
}

/**
 * Runs once for each update, so it asks for kinds, which are constants, and never for a property's
 * being there.
 *
 * @param gain - γ of Minibatch SGD, α_g of SCAFFOLD
 */
function handIn({ message, answer, weight }: AnsweredDispatch, gain: number): HandedIn {
  if (message.kind === 'pairedRoundStarted') {
    if (answer.kind !== 'pairedModels') return outOfPlace('a server without rounds', answer.kind);
    const { fine: model, coarse: second } = answer;
    return { weight, origin: message.fine, model, second, secondOrigin: message.coarse };
  }
  if (message.kind === 'correctionBroadcast') return outOfPlace('a server without rounds', answer.kind);
  const origin = message.theta;
  switch (answer.kind) {
    case 'localModel':
      return { weight, origin, model: answer.theta, second: undefined, secondOrigin: undefined };
    case 'operatorValue': {
      const model = addScaled(origin, gain, answer.value);
      return { weight, origin, model, second: undefined, secondOrigin: undefined };
    }
    case 'controlledDifference': {
      const model = addScaled(origin, gain, answer.difference);
      return { weight, origin, model, second: answer.controlDifference, secondOrigin: undefined };
    }
    default:
      return outOfPlace('a server without rounds', answer.kind);
  }
}

type Fold = (theta: Vector, moves: readonly Move[]) => Float64Array;

const mixed: Fold = (theta, moves) => {
  const out = new Float64Array(theta.length);
  const [first] = moves;
  if (moves.length === 1 && first) {
    const { weight: alpha, model } = first;
    for (let j = 0; j < out.length; j++) out[j] = (1 - alpha) * theta[j]! + alpha * model[j]!;
    return out;
  }
  for (const { weight, model } of moves) {
    for (let j = 0; j < out.length; j++) out[j]! += weight * (model[j]! - theta[j]!);
  }
  return addScaled(theta, 1 / moves.length, out);
};

const buffered: Fold = (theta, moves) => {
  const sum = new Float64Array(theta.length);
  for (const { weight, model, origin } of moves) {
    for (let j = 0; j < sum.length; j++) sum[j]! += weight * (model[j]! - origin[j]!);
  }
  return addScaled(theta, 1 / moves.length, sum);
};

/** `c ← c + (1/M) Σ Δc_i`, unweighted: c stays the average of the c_i as far as they have been taken in. */
function movedControl(control: Vector, moves: readonly HandedIn[], agents: number): Float64Array {
  const sum = new Float64Array(control.length);
  for (const { second } of moves) for (let j = 0; j < sum.length; j++) sum[j]! += second![j]!;
  return addScaled(control, 1 / agents, sum);
}

/** `v = (1/|S|) Σ s_i (w_i − w_{i,K})/(η_i K_i)`, with the w_i, η_i and K_i that each agent was given. */
function bufferedMomentum(
  updates: readonly AnsweredDispatch[],
  moves: readonly Move[],
  stepSize: (round: number) => number,
): Float64Array {
  const sum = new Float64Array(moves[0]!.origin.length);
  for (const [k, { message }] of updates.entries()) {
    const { weight, origin, model } = moves[k]!;
    const pathLength = stepSize(message.round) * localStepsOf(message);
    const scale = weight / (updates.length * pathLength);
    for (let j = 0; j < sum.length; j++) sum[j]! += scale * (origin[j]! - model[j]!);
  }
  return sum;
}
