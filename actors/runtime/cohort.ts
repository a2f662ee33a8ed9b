/** The agents of one replication, wherever they live. */
import type { Message } from '../../src/algorithms/message.ts';
import type { Traffic } from '../../src/metrics/measuredRound.ts';

export interface Cohort {
  /** what has been sent so far */
  readonly traffic: Traffic;
  /**
   * Hands a message to every agent and gives their answers in agent order; `undefined` when the run is being
   * stopped. The next exchange overwrites the list, and the vectors in the answers.
   *
   * @throws ActorFailure when an agent, or the thread it lives in, has failed
   */
  exchange(message: Message): readonly Message[] | undefined | Promise<readonly Message[] | undefined>;
  /** Lets the agents go. */
  close(): Promise<void>;
}
