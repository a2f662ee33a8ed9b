/** All agents in the calling thread: placement `inline`, and whole replications in a worker. */
import type { Message } from '../../src/algorithms/message.ts';
import { keyOf } from '../../src/algorithms/parts.ts';
import { ActorFailure, ThreadFailure } from '../../src/protocol/failure.ts';
import { type Wire, wireOf } from '../../src/protocol/wire.ts';
import { type AgentsConfiguration, allOf } from '../agent/agentsConfiguration.ts';
import { HostedActors } from '../agent/hostedActors.ts';
import type { Hosting } from '../agent/hosting.ts';
import { Whereabouts } from '../agent/whereabouts.ts';
import type { AgentState } from '../agent/hostedActors.ts';
import type { Cohort } from './cohort.ts';

/** Agents that compute in the thread that asks, at the moment they are asked. */
export class InlineCohort implements Cohort {
  readonly #configuration: AgentsConfiguration;
  readonly #whereabouts: Whereabouts;
  readonly #actors: HostedActors;
  readonly #wire: Wire;
  readonly #first: number;
  readonly #answers: Message[];

  /**
   * @param whereabouts - for those who find the thread dead
   * @param share - the agents that live here
   */
  constructor(
    hosting: Hosting,
    configuration: AgentsConfiguration,
    whereabouts = new Whereabouts(),
    share = allOf(configuration),
  ) {
    const hosted = { host: 0, ...share };
    this.#wire = wireOf(configuration.algorithm);
    this.#first = share.first;
    this.#configuration = configuration;
    this.#whereabouts = whereabouts;
    this.#answers = new Array<Message>(share.count);
    this.#actors = this.#reporting(() => new HostedActors(hosting, configuration, hosted, whereabouts));
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
    return this.#wire.copyOf(this.#answers[agent - this.#first]!);
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
    const { agent, ...place } = this.#whereabouts.place;
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
