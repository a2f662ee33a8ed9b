/** The agents of a timed replication in the calling thread. */
import type { AgentProblem } from '../../src/problems/operator.ts';
import { ActorFailure, type Stage } from '../../src/protocol/failure.ts';
import { copyOf, type Message } from '../../src/algorithms/message.ts';
import { keyOf } from '../../src/algorithms/parts.ts';
import type { AgentsConfiguration } from '../agent/agentsConfiguration.ts';
import { HostedActors } from '../agent/hostedActors.ts';
import type { ThreadKernels } from '../agent/threadKernels.ts';
import type { Slots } from '../runtime/slots.ts';
import type { TimedCohort } from './timedCohort.ts';

/** Agents that compute in the thread that asks, at the moment they are asked. */
export class InlineTimedCohort implements TimedCohort {
  readonly #configuration: AgentsConfiguration;
  readonly #whereabouts: Slots | undefined;
  readonly #actors: HostedActors;
  readonly #answers: (Message | undefined)[] = [];
  #busyWith: { agent: number; stage: Stage } = { agent: 0, stage: 'start' };

  /**
   * @param agentProblem - gives the problem of an agent
   * @param configuration - what the agents need to know of the run
   * @param shape - M and d
   * @param kernels - `undefined` for none
   * @param whereabouts - where it is noted which agent is at work on what, for those who find the thread dead
   */
  constructor(
    agentProblem: (index: number) => AgentProblem,
    configuration: AgentsConfiguration,
    shape: { readonly agents: number; readonly dimension: number },
    kernels: ThreadKernels | undefined,
    whereabouts?: Slots,
  ) {
    this.#configuration = configuration;
    this.#whereabouts = whereabouts;
    const hosted = { host: 0, first: 0, count: shape.agents };
    this.#actors = this.#telling(
      0,
      () =>
        new HostedActors(agentProblem, configuration, hosted, shape.dimension, kernels, (agent, stage) => {
          this.#busyWith = { agent, stage };
          whereabouts?.setStatus(0, agent, stage);
        }),
    );
  }

  start(agent: number, message: Message): void {
    this.#whereabouts?.publish(message);
    this.#answers[agent] = this.#telling(message.round, () => this.#actors.receive(agent, message));
  }

  note(agent: number, notice: Message): void {
    this.#actors.note(agent, notice);
  }

  restart(agent: number): void {
    this.#actors.restart(agent);
    this.#answers[agent] = undefined;
  }

  take(agent: number): Message {
    return copyOf(this.#answers[agent]!);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Does something in the name of an agent, and tells where it failed if it does. */
  #telling<Result>(round: number, act: () => Result): Result {
    try {
      return act();
    } catch (error) {
      const { algorithm, seed } = this.#configuration;
      throw new ActorFailure({ ...this.#busyWith, round, algorithm: keyOf(algorithm), seed }, error);
    }
  }
}
