/** What actors do, apart from where and when they run: no clock, thread, log or global. */
import type { Vector } from '../maths/vector.ts';
import type { Downlink, Notice, Uplink } from '../protocol/messages.ts';

/**
 * An agent's part of an algorithm.
 *
 * `receive` is a function of its arguments alone, and owns the state it is given: it may write in
 * it and hand it on, so the caller must not use the old state again. Vectors in a message belong
 * to the caller and may change after the call: what is to be kept is copied.
 */
export interface AgentBehaviour<State> {
  /** State passed between rounds. */
  init(): State;
  /**
   * Takes a message of the server, gives the new state and the answer. The answer's vectors may be the
   * agent's own, and change with its next message.
   */
  receive(state: State, message: Downlink): readonly [State, Uplink];
  /** Takes a message that is not answered; only where the algorithm has such messages. */
  note?(state: State, message: Notice): State;
}

/** The end of a round, at the server. */
export interface RoundCompleted {
  readonly kind: 'roundCompleted';
  readonly round: number;
  /** θ̄ from which the round started, and θ̄ after it, `[d]` */
  readonly startedFrom: Vector;
  readonly theta: Vector;
  /** θ_{i,H} before averaging, in agent order; valid until the next message is received */
  localModels(): readonly Vector[];
  /** the models that they started from; where it is missing, `startedFrom` for all */
  origins?(): readonly Vector[];
}

/** The server's part of an algorithm, with all agents taking part in every round. */
export interface ServerBehaviour<State> {
  /** @param theta - θ̄ at the start `[d]` */
  init(theta: Vector): State;
  /** Opens round `round`, in which every agent takes `localSteps` local steps. */
  open(state: State, round: number, localSteps: number): readonly [State, Downlink];
  /**
   * Takes the answers of all agents, in agent order.
   *
   * @returns the next broadcast of the same round, or the round's end
   */
  receive(state: State, answers: readonly Uplink[]): readonly [State, Downlink | RoundCompleted];
}

/** An answer that the protocol does not allow here: a programming error, not an event. */
export function outOfPlace(receiver: string, kind: string): never {
  throw new TypeError(`${receiver} does not take a message of kind "${kind}" here`);
}
