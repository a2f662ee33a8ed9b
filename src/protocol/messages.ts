/**
 * What server and agents say to each other: exactly what each algorithm's protocol sends, and
 * nothing of any observation. The vectors (d doubles each) are what the communication counters count.
 */
import type { Vector } from '../maths/vector.ts';

/** Opens a round of Local SA and SCAFFLSA: the model, and how many local steps to take from it. */
export interface RoundStarted {
  readonly kind: 'roundStarted';
  readonly round: number;
  readonly localSteps: number;
  /** θ̄ `[d]` */
  readonly theta: Vector;
}

/** Opens a round of FedHSA: the model at which each agent evaluates its operator. */
export interface EvaluationRequested {
  readonly kind: 'evaluationRequested';
  readonly round: number;
  /** θ̄ `[d]` */
  readonly theta: Vector;
}

/** FedHSA's second broadcast of a round: the agents' average operator. */
export interface CorrectionBroadcast {
  readonly kind: 'correctionBroadcast';
  readonly round: number;
  readonly localSteps: number;
  /** g = mean_i G_i(θ̄, o_{i,0}) `[d]` */
  readonly meanOperator: Vector;
}

/** Server → every agent. */
export type Downlink = RoundStarted | EvaluationRequested | CorrectionBroadcast;

/** Ends a round of Local SA and SCAFFLSA. */
export interface LocalModel {
  readonly kind: 'localModel';
  readonly agent: number;
  readonly round: number;
  /** θ_{i,H} `[d]` */
  readonly theta: Vector;
}

/** FedHSA: the agent's operator at the broadcast model. */
export interface OperatorValue {
  readonly kind: 'operatorValue';
  readonly agent: number;
  readonly round: number;
  /** G_i(θ̄, o_{i,0}) `[d]` */
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

/** Agent → server. */
export type Uplink = LocalModel | OperatorValue | LocalDifference;

/** Makes the compiler check that every kind of a union is handled. */
export function assertNever(unexpected: never): never {
  throw new TypeError(`unexpected message: ${JSON.stringify(unexpected)}`);
}
