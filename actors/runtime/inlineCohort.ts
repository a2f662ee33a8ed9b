/** All agents in the calling thread: placement `inline`, and whole replications in a worker. */
import type { Traffic } from '../../src/metrics/measuredRound.ts';
import type { AgentProblem } from '../../src/problems/operator.ts';
import { ActorFailure } from '../../src/protocol/failure.ts';
import type { Message } from '../../src/algorithms/message.ts';
import { keyOf } from '../../src/algorithms/parts.ts';
import { type Wire, wireOf } from '../../src/protocol/wire.ts';
import type { AgentsConfiguration } from '../agent/agentsConfiguration.ts';
import { HostedActors } from '../agent/hostedActors.ts';
import type { ThreadKernels } from '../agent/threadKernels.ts';
import type { Cohort } from './cohort.ts';
import { Slots, type SlotsMemory } from './slots.ts';

/** Agents that answer in the thread that asks, by handing their messages over. */
export class InlineCohort implements Cohort {
  readonly traffic: Traffic = { uplinkVectors: 0, downlinkVectors: 0 };
  readonly #slots: Slots;
  readonly #wire: Wire;
  readonly #configuration: AgentsConfiguration;
  readonly #actors: HostedActors;
  readonly #answers: Message[];
  readonly #answered: (agent: number, answer: Message) => void;

  /**
   * @param agentProblem - gives the problem of an agent
   * @param configuration - what the agents need to know of the run
   * @param memory - where it is noted which agent is at work on what, for those who find the thread dead
   * @param kernels - `undefined` for none
   */
  constructor(
    agentProblem: (index: number) => AgentProblem,
    configuration: AgentsConfiguration,
    memory: SlotsMemory,
    kernels: ThreadKernels | undefined,
  ) {
    this.#configuration = configuration;
    this.#wire = wireOf(configuration.algorithm);
    this.#slots = new Slots(memory, this.#wire, 0, 0);
    const { agents, dimension } = memory.shape;
    this.#answers = new Array<Message>(agents);
    this.#answered = (agent, answer) => {
      this.#answers[agent] = answer;
    };
    const hosted = { host: 0, first: 0, count: agents };
    this.#actors = this.#telling(
      0,
      () =>
        new HostedActors(agentProblem, configuration, hosted, dimension, kernels, (agent, stage) => {
          this.#slots.setStatus(0, agent, stage);
        }),
    );
  }

  exchange(message: Message): readonly Message[] {
    this.#slots.publish(message);
    this.#telling(message.round, () => {
      this.#actors.receiveAll(message, this.#answered);
    });
    const { agents } = this.#slots.shape;
    this.traffic.downlinkVectors += agents * this.#wire.vectorCount(message);
    this.traffic.uplinkVectors += agents * this.#wire.vectorCount(this.#answers[0]!);
    return this.#answers;
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
      throw new ActorFailure({ ...this.#slots.status(0), round, algorithm: keyOf(algorithm), seed }, error);
    }
  }
}
