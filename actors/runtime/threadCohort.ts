/**
 * Agents in worker threads: a host a thread, which looks after one agent (placement `own-thread`)
 * or several (`packed`). One wake-up per thread and direction: the broadcast wakes every host, and
 * the last host to answer wakes the server.
 */
import type { Traffic } from '../../src/measurement/roundMeter.ts';
import { ActorFailure } from '../../src/protocol/failure.ts';
import type { Downlink, Uplink } from '../../src/protocol/messages.ts';
import { vectorCount } from '../../src/protocol/wire.ts';
import type { AgentsConfiguration, HostedAgents } from '../agent/agentsConfiguration.ts';
import type { Delivery } from '../server/synchronous.ts';
import type { Cohort } from './cohort.ts';
import { allocateSlots, Slots } from './slots.ts';
import type { WorkerPool } from './workerPool.ts';

/** Contiguous shares of the agents, as equal as can be. */
export function shares(agents: number, hosts: number): HostedAgents[] {
  return Array.from({ length: hosts }, (_, host) => {
    const first = Math.floor((host * agents) / hosts);
    return { host, first, count: Math.floor(((host + 1) * agents) / hosts) - first };
  });
}

/** Agents that answer from their own threads. */
export class ThreadCohort implements Cohort {
  readonly traffic: Traffic = { uplinkVectors: 0, downlinkVectors: 0 };
  readonly #slots: Slots;
  readonly #hosts: readonly HostedAgents[];
  readonly #deliveries: readonly { readonly first: number; readonly messages: Uplink[] }[];
  readonly #configuration: AgentsConfiguration;
  readonly #tasks: Promise<void>;
  readonly #signal: AbortSignal;
  readonly #onAbort: () => void;
  #round = 0;
  #failure: ActorFailure | undefined;

  /** @param pool - one thread for each host */
  constructor(
    pool: WorkerPool,
    agents: number,
    dimension: number,
    configuration: AgentsConfiguration,
    signal: AbortSignal,
  ) {
    this.#configuration = configuration;
    this.#hosts = shares(agents, pool.threads);
    this.#deliveries = this.#hosts.map(({ first, count }) => ({ first, messages: new Array<Uplink>(count) }));
    const memory = allocateSlots({ agents, dimension, hosts: this.#hosts.length }, true);
    this.#slots = new Slots(memory);
    this.#signal = signal;
    this.#onAbort = () => {
      this.#slots.release();
    };
    signal.addEventListener('abort', this.#onAbort);
    // A barrier that waited for messages alone would hang on a thread that died: the tasks are
    // watched too, and whatever ends one before its time ends the exchange.
    const watched = this.#hosts.map((hosted) =>
      pool.hostAgents({ memory, hosted, configuration }).catch((error: unknown) => {
        this.#fail(hosted, error);
      }),
    );
    this.#tasks = Promise.all(watched).then(() => undefined);
  }

  async exchange(message: Downlink): Promise<readonly Delivery[] | undefined> {
    this.#round = message.round;
    if (this.#failure) throw this.#failure;
    this.#slots.publish(message);
    await this.#slots.answered();
    // Set while the answers were awaited, which the compiler cannot see.
    const failure = this.#failure as ActorFailure | undefined;
    if (failure) throw failure;
    if (this.#signal.aborted) return undefined;
    const { agents } = this.#slots.shape;
    this.traffic.downlinkVectors += agents * vectorCount(message);
    this.traffic.uplinkVectors += agents * vectorCount(this.#slots.readAnswer(0));
    for (const { first, messages } of this.#deliveries) this.#slots.readAnswersInto(messages, first);
    return this.#deliveries;
  }

  async close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#onAbort);
    this.#slots.stop();
    // After a failure or an abort some threads may never end their task; destroying the pool ends them.
    if (!this.#failure && !this.#signal.aborted) await this.#tasks;
  }

  #fail(hosted: HostedAgents, error: unknown): void {
    const { agent, stage } = this.#slots.status(hosted.host);
    const only = hosted.count === 1 ? hosted.first : undefined;
    const { algorithm, seed } = this.#configuration;
    this.#failure ??= new ActorFailure(
      {
        agent: agent ?? only,
        stage,
        round: stage === 'start' ? 0 : this.#round,
        algorithm: algorithm.name,
        seed,
      },
      error,
    );
    this.#slots.release();
  }
}
