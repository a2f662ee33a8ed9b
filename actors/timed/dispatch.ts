/** One message of the server to one agent that asks it to compute. */
import type { Message } from '../../src/algorithms/message.ts';

/** A dispatch, as the server's book has it. */
export interface Dispatch {
  readonly agent: number;
  /** 1, 2, … for each agent */
  readonly number: number;
  readonly message: Message;
  /** what the agent is told of the round before where it never takes the message up; of algorithms that have notices */
  readonly notice: Message | undefined;
  /** server steps before it was sent */
  readonly version: number;
  /** exchanges opened when it was sent: a round of FedHSA has two */
  readonly exchange: number;
  /** whether the agent gives up what it is at when this comes */
  readonly abandon: boolean;
  /** whether an answer has come, so that a second copy is known for what it is */
  answered: boolean;
  /** whether that has gone into a step, or will */
  accepted: boolean;
  /** when it was sent and taken up, and when the answer came, in seconds; NaN before */
  sent: number;
  takenUp: number;
  arrived: number;
}

/** What the server sends to one agent. */
export type Letter =
  | { readonly kind: 'dispatch'; readonly dispatch: Dispatch }
  | { readonly kind: 'notice'; readonly agent: number; readonly notice: Message };
