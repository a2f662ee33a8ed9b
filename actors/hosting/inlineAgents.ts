/** All agents in the calling thread: placement `inline`, and whole replications in a worker. */
import type { Message } from '../../src/algorithms/message.ts';
import { keyOf } from '../../src/algorithms/parts.ts';
import { ActorFailure, ThreadFailure } from '../../src/values/failure.ts';
import { type MessageLayout, layoutOf } from '../../src/algorithms/messageLayout.ts';
import { type AgentsConfiguration, allOf } from '../agent/agentsConfiguration.ts';
import { AgentActors } from '../agent/agentActors.ts';
import type { ThreadResources } from '../agent/threadResources.ts';
import { HostStatus } from '../agent/hostStatus.ts';
import type { AgentState } from '../agent/agentActors.ts';
import type { AgentGroup } from './agentGroup.ts';

/** Agents that compute in the thread that asks, at the moment they are asked. */
export class InlineAgents implements AgentGroup {
  readonly #configuration: AgentsConfiguration;
  readonly #hostStatus: HostStatus;
  readonly #actors: AgentActors;
  readonly #layout: MessageLayout;
  readonly #first: number;
  readonly #answers: Message[];

  /**
   * @param hostStatus - read where the thread has died
   * @param share - the agents that live here
   */
  constructor(
    threadResources: ThreadResources,
    configuration: AgentsConfiguration,
    hostStatus = new HostStatus(),
    share = allOf(configuration),
  ) {
    const hosted = { host: 0, ...share };
    this.#layout = layoutOf(configuration.algorithm, configuration.dimension);
    this.#first = share.first;
    this.#configuration = configuration;
    this.#hostStatus = hostStatus;
    this.#answers = new Array<Message>(share.count);
    this.#actors = this.#reporting(() => new AgentActors(threadResources, configuration, hosted, hostStatus));
  }

  exchange(message: Message): readonly Message[] {
    return this.#reporting(() => this.#actors.receiveAll(message));
  }

  start(agent: number, message: Message): void {
    try {
      this.#answers[agent - this.#first] = this.#actors.receive(agent, message);
    } catch (error) {
      throw this.#failure(error);
    }
  }

  note(agent: number, notice: Message): void {
    this.#reporting(() => {
      this.#actors.note(agent, notice);
    });
  }

  restart(agent: number): void {
    this.#reporting(() => {
      this.#actors.restart(agent);
    });
  }

  inspect(agent: number): AgentState {
    return this.#actors.inspect(agent);
  }

  take(agent: number): Message {
    return this.#layout.copyOf(this.#answers[agent - this.#first]!);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Does something in the name of the agents, and reports where it failed if it does. */
  #reporting<Result>(act: () => Result): Result {
    try {
      return act();
    } catch (error) {
      throw this.#failure(error);
    }
  }

  #failure(error: unknown): ActorFailure {
    const { algorithm, seed } = this.#configuration;
    const { agent, ...place } = this.#hostStatus.place;
    return new ActorFailure(
      {
        ...place,
        agent: error instanceof ThreadFailure ? undefined : agent,
        algorithm: keyOf(algorithm),
        seed,
      },
      error,
    );
  }
}
