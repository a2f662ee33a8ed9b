/** All agents in the calling thread: placement `inline`, and whole replications in a worker. */
import type { Traffic } from '../../src/measurement/roundMeter.ts';
import type { AgentProblem } from '../../src/problems/operator.ts';
import { ActorFailure } from '../../src/protocol/failure.ts';
import type { Downlink } from '../../src/protocol/messages.ts';
import { vectorCount } from '../../src/protocol/wire.ts';
import { AgentHost, type AgentsConfiguration } from '../agent/agentHost.ts';
import type { Delivery } from '../server/synchronous.ts';
import type { Cohort } from './cohort.ts';
import { Slots, type SlotsMemory } from './slots.ts';

/** Agents that answer in the thread that asks. */
export class InlineCohort implements Cohort {
  readonly traffic: Traffic = { uplinkVectors: 0, downlinkVectors: 0 };
  readonly #slots: Slots;
  readonly #configuration: AgentsConfiguration;
  readonly #host: AgentHost;

  constructor(
    agentProblem: (index: number) => AgentProblem,
    configuration: AgentsConfiguration,
    memory: SlotsMemory,
  ) {
    this.#configuration = configuration;
    this.#slots = new Slots(memory);
    const hosted = { host: 0, first: 0, count: memory.shape.agents };
    this.#host = this.#telling(0, () => new AgentHost(agentProblem, configuration, hosted, this.#slots));
  }

  exchange(message: Downlink): readonly Delivery[] {
    this.#slots.publish(message);
    this.#telling(message.round, () => {
      this.#host.answer();
    });
    const { agents } = this.#slots.shape;
    this.traffic.downlinkVectors += agents * vectorCount(message);
    this.traffic.uplinkVectors += agents * vectorCount(this.#slots.readAnswer(0));
    const messages = Array.from({ length: agents }, (_, agent) => this.#slots.readAnswer(agent));
    return [{ first: 0, messages }];
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  /** Does something in the name of the agents, and tells where it failed if it does. */
  #telling<Result>(round: number, act: () => Result): Result {
    try {
      return act();
    } catch (error) {
      const { algorithm, seed } = this.#configuration;
      throw new ActorFailure({ ...this.#slots.status(0), round, algorithm: algorithm.name, seed }, error);
    }
  }
}
