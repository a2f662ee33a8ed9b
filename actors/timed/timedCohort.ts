/** The agents of one timed replication, wherever they compute. */
import type { Message } from '../../src/algorithms/message.ts';

/**
 * Where agents' parts run. When they run plays no part: the times of a timed run are drawn, and
 * an answer is asked for at the moment at which the drawn work is done.
 */
export interface TimedCohort {
  /**
   * Has an agent take a message: the work may start at once, and is done in the order of the calls.
   *
   * @param message - nobody may write in its vectors any more
   * @throws ActorFailure when the agent fails at once; otherwise `take` tells
   */
  start(agent: number, message: Message): void;
  /** Has an agent take a message that is not answered. */
  note(agent: number, notice: Message): void;
  /** Has an agent forget all but its stream, which stays where it is. */
  restart(agent: number): void;
  /**
   * The answer to what the agent was last started with; the caller's to keep.
   *
   * @returns `undefined` when the run is being stopped
   * @throws ActorFailure when the agent, or the thread it lives in, has failed
   */
  take(agent: number): Message | Promise<Message | undefined>;
  /** Lets the agents go. */
  close(): Promise<void>;
}
