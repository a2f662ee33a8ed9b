/** The agents of one replication, wherever they live. */
import type { Message } from '../../src/algorithms/message.ts';
import type { Traffic } from '../../src/metrics/measuredRound.ts';
import type { Delivery } from '../server/synchronous.ts';

export interface Cohort {
  /** what has been sent so far */
  readonly traffic: Traffic;
  /**
   * Hands a broadcast to every agent and gives their answers, in as many deliveries as there are
   * hosts; `undefined` when the run is being stopped. The next exchange overwrites the deliveries, and
   * the vectors in the answers.
   *
   * @throws ActorFailure when an agent, or the thread it lives in, has failed
   */
  exchange(message: Message): readonly Delivery[] | undefined | Promise<readonly Delivery[] | undefined>;
  /** Lets the agents go. */
  close(): Promise<void>;
}
