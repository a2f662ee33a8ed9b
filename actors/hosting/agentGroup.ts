/** The agents of a replication as a group, in the calling thread or in others. */
import type { Message } from '../../src/algorithms/message.ts';
import type { AgentState } from '../agent/agentActors.ts';

/**
 * Agents that all answer the same messages.
 *
 * As with agents one by one, what is asked for throws an ActorFailure when an agent, or the thread it lives in, has failed,
 * and is `undefined` when the run is being stopped.
 */
export interface AgentsAtBarrier {
  /**
   * Hands a message to every agent and gives their answers in agent order. The next exchange overwrites the
   * list, and the vectors in the answers.
   */
  exchange(message: Message): readonly Message[] | Promise<readonly Message[] | undefined>;
}

/**
 * Agents one by one. When one of them computes plays no part: the times of a run on a clock are drawn, and an answer is asked
 * for at the moment at which the drawn work is done.
 */
export interface AgentsOnClock {
  /**
   * Only where agents live elsewhere: waits until all of them could start, or will never. Real seconds are counted
   * them from then on.
   */
  ready?(): Promise<void>;
  /**
   * Has an agent take a message: the work may start at once, and is done in the order of the calls.
   *
   * @param message - nobody may write in its vectors any more
   */
  start(agent: number, message: Message): void;
  /** Has an agent take a message that is not answered. */
  note(agent: number, notice: Message): void;
  /** Has an agent forget all but its stream, which stays where it is. */
  restart(agent: number): void;
  /** The answer to what the agent was last started with; the caller's to keep. */
  take(agent: number): Message | Promise<Message | undefined>;
  /** Only where agents live in the caller's thread: what an agent keeps. */
  inspect?(agent: number): AgentState;
}

/** The agents of one replication, in whichever way they are asked. */
export interface AgentGroup extends AgentsAtBarrier, AgentsOnClock {
  /**
   * Lets them go.
   *
   * @throws what an agent or its thread has failed with since its last answer
   */
  close(): Promise<void>;
}

/** The exchange with agents in other threads or processes. */
export interface GroupOptions {
  /** whether all agents are sent the same messages together, rather than each its own */
  readonly atBarrier: boolean;
  /** ends the run early */
  readonly signal: AbortSignal;
}
