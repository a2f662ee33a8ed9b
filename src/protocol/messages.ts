/**
 * What server and agents say to each other: exactly what each algorithm's protocol sends, and
 * nothing of any observation. The vectors (d doubles each) are what the communication counters count.
 */
import type { Vector } from '../maths/vector.ts';

/** What the runtime writes into the head of a message that is answered. */
interface Head {
  /**
   * Whether the server has taken the answer to the message that the agent took up before this one, or
   * will with its next step. Left out where it has, and where there was none.
   */
  readonly taken?: boolean;
}

/** Opens a round of Local SA, SCAFFLSA and Minibatch SGD: the model, and how many local steps to take. */
export interface RoundStarted extends Head {
  readonly kind: 'roundStarted';
  readonly round: number;
  readonly localSteps: number;
  /** θ̄ `[d]` */
  readonly theta: Vector;
}

/**
 * Opens a round of SCAFFLSA for an agent whose last answer no average has taken in, or that has been
 * told of it already: its control variate stays.
 */
export interface RoundStartedAfresh extends Head {
  readonly kind: 'roundStartedAfresh';
  readonly round: number;
  readonly localSteps: number;
  /** θ̄ `[d]` */
  readonly theta: Vector;
}

/** Tells an agent of SCAFFLSA that is not in the next round the average its answer went into; no answer. */
export interface RoundClosed {
  readonly kind: 'roundClosed';
  readonly round: number;
  /** θ̄ after the round `[d]` */
  readonly theta: Vector;
}

/** Opens a round of FedHSA: the model at which each agent evaluates its operator. */
export interface EvaluationRequested extends Head {
  readonly kind: 'evaluationRequested';
  readonly round: number;
  /** θ̄ `[d]` */
  readonly theta: Vector;
}

/** FedHSA's second broadcast of a round: the agents' average operator. */
export interface CorrectionBroadcast extends Head {
  readonly kind: 'correctionBroadcast';
  readonly round: number;
  readonly localSteps: number;
  /** g = mean_i G_i(θ̄, o_{i,0}) `[d]` */
  readonly meanOperator: Vector;
}

/** Opens a round of Local SGD with momentum. */
export interface MomentumRoundStarted extends Head {
  readonly kind: 'momentumRoundStarted';
  readonly round: number;
  readonly localSteps: number;
  /** w `[d]` */
  readonly theta: Vector;
  /** v `[d]`, a descent direction: the average gradient of the round before, zero at the start */
  readonly momentum: Vector;
}

/** Opens a round of SCAFFOLD. */
export interface ControlledRoundStarted extends Head {
  readonly kind: 'controlledRoundStarted';
  readonly round: number;
  readonly localSteps: number;
  /** x `[d]` */
  readonly theta: Vector;
  /** c `[d]`, the average of the agents' control variates, zero at the start */
  readonly control: Vector;
}

/** Sends an agent of SCAFFLSA off where there are no rounds: the server keeps the control variates. */
export interface CorrectedRoundStarted extends Head {
  readonly kind: 'correctedRoundStarted';
  readonly round: number;
  readonly localSteps: number;
  /** θ̄ `[d]` */
  readonly theta: Vector;
  /** ξ_i `[d]` of the agent that is sent to */
  readonly control: Vector;
}

/** Opens a round of Richardson–Romberg extrapolation: the models of its two runs. */
export interface PairedRoundStarted extends Head {
  readonly kind: 'pairedRoundStarted';
  readonly round: number;
  /** of the fine run */
  readonly localSteps: number;
  /** θ^{(γ,H)} `[d]` */
  readonly fine: Vector;
  /** θ^{(2γ,H)}, or θ^{(γ,2H)} `[d]` */
  readonly coarse: Vector;
}

/** Server → an agent, or every agent, which answers. */
export type Downlink =
  | RoundStarted
  | RoundStartedAfresh
  | EvaluationRequested
  | CorrectionBroadcast
  | MomentumRoundStarted
  | ControlledRoundStarted
  | CorrectedRoundStarted
  | PairedRoundStarted;

/** Server → an agent, which does not answer. */
export type Notice = RoundClosed;

/** Ends a round of Local SA, SCAFFLSA and Local SGD with momentum. */
export interface LocalModel {
  readonly kind: 'localModel';
  readonly agent: number;
  readonly round: number;
  /** θ_{i,H} `[d]` */
  readonly theta: Vector;
}

/** The agent's operator at the broadcast model: the first answer of FedHSA, the only one of Minibatch SGD. */
export interface OperatorValue {
  readonly kind: 'operatorValue';
  readonly agent: number;
  readonly round: number;
  /** FedHSA: G_i(θ̄, o_{i,0}); Minibatch SGD: ĝ_i = (1/K) Σ_k G_i(w, o_{i,k}); `[d]` */
  readonly value: Vector;
}

/** Ends a round of FedHSA. */
export interface LocalDifference {
  readonly kind: 'localDifference';
  readonly agent: number;
  readonly round: number;
  /** Δ_i = θ_{i,H} − θ̄ `[d]` */
  readonly difference: Vector;
}

/** Ends a round of SCAFFOLD. */
export interface ControlledDifference {
  readonly kind: 'controlledDifference';
  readonly agent: number;
  readonly round: number;
  /** Δy_i = y_{i,K} − x `[d]` */
  readonly difference: Vector;
  /** Δc_i = c_i⁺ − c_i `[d]` */
  readonly controlDifference: Vector;
}

/** Ends a round of Richardson–Romberg extrapolation: the agent's local models of both runs. */
export interface PairedModels {
  readonly kind: 'pairedModels';
  readonly agent: number;
  readonly round: number;
  /** `[d]` */
  readonly fine: Vector;
  readonly coarse: Vector;
}

/** Agent → server. */
export type Uplink = LocalModel | OperatorValue | LocalDifference | ControlledDifference | PairedModels;

/** Local steps that a message asks for: none in the first exchange of FedHSA. */
export function localStepsOf(message: Downlink): number {
  return message.kind === 'evaluationRequested' ? 0 : message.localSteps;
}

/** Makes the compiler check that every kind of a union is handled. */
export function assertNever(unexpected: never): never {
  throw new TypeError(`unexpected message: ${JSON.stringify(unexpected)}`);
}
