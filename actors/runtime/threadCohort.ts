/**
 * Agents in worker threads: a host a thread, which looks after one agent (placement `own-thread`)
 * or several (`packed`). One wake-up per thread and direction: the broadcast wakes every host, and
 * the last host to answer wakes the server. Where rounds are short, the server's thread hosts a share
 * itself, and as a rule nobody has to be woken.
 */
import type { Traffic } from '../../src/metrics/measuredRound.ts';
import type { AgentProblem } from '../../src/problems/operator.ts';
import { ActorFailure } from '../../src/protocol/failure.ts';
import type { Message } from '../../src/algorithms/message.ts';
import { keyOf } from '../../src/algorithms/parts.ts';
import { type Wire, wireOf } from '../../src/protocol/wire.ts';
import { AgentHost } from '../agent/agentHost.ts';
import type { AgentsConfiguration, HostedAgents } from '../agent/agentsConfiguration.ts';
import type { ThreadKernels } from '../agent/threadKernels.ts';
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

/** What the server's thread needs to host agents. */
export interface ServersShare {
  readonly agentProblem: (index: number) => AgentProblem;
  readonly kernels: ThreadKernels | undefined;
}

/** Agents that answer from their own threads. */
export class ThreadCohort implements Cohort {
  readonly traffic: Traffic = { uplinkVectors: 0, downlinkVectors: 0 };
  readonly #slots: Slots;
  readonly #wire: Wire;
  readonly #hosts: readonly HostedAgents[];
  readonly #answers: Message[];
  readonly #configuration: AgentsConfiguration;
  readonly #tasks: Promise<void>;
  readonly #signal: AbortSignal;
  readonly #onAbort: () => void;
  readonly #ownHost: AgentHost | undefined;
  #round = 0;
  #failure: ActorFailure | undefined;

  /**
   * @param pool - one thread for each host, but for the server's
   * @param agents - M
   * @param dimension - d
   * @param configuration - what the agents need to know of the run
   * @param signal - ends the run early
   * @param serversShare - where the server's thread hosts the last share of the agents itself
   */
  constructor(
    pool: WorkerPool,
    agents: number,
    dimension: number,
    configuration: AgentsConfiguration,
    signal: AbortSignal,
    serversShare?: ServersShare,
  ) {
    this.#configuration = configuration;
    const serverHosts = serversShare !== undefined;
    this.#hosts = shares(agents, pool.threads + (serverHosts ? 1 : 0));
    this.#answers = new Array<Message>(agents);
    this.#wire = wireOf(configuration.algorithm);
    const { vectors } = this.#wire;
    const shape = { agents, dimension, vectors, hosts: this.#hosts.length, serverHosts };
    const memory = allocateSlots(shape, true);
    this.#slots = new Slots(memory, this.#wire);
    this.#signal = signal;
    this.#onAbort = () => {
      this.#slots.release();
    };
    signal.addEventListener('abort', this.#onAbort);
    // A barrier that waited for messages alone would hang on a thread that died: the tasks are
    // watched too, and whatever ends one before its time ends the exchange.
    const watched = this.#hosts.slice(0, pool.threads).map((hosted) =>
      pool.hostAgents({ memory, hosted, configuration }).catch((error: unknown) => {
        this.#fail(hosted, error);
      }),
    );
    this.#tasks = Promise.all(watched).then(() => undefined);
    if (serversShare) this.#ownHost = this.#openHost(serversShare);
  }

  #openHost({ agentProblem, kernels }: ServersShare): AgentHost {
    const hosted = this.#hosts.at(-1)!;
    try {
      return new AgentHost(agentProblem, this.#configuration, hosted, this.#slots, kernels);
    } catch (error) {
      this.#fail(hosted, error);
      throw this.#failure as unknown as Error;
    }
  }

  async exchange(message: Message): Promise<readonly Message[] | undefined> {
    this.#round = message.round;
    if (this.#failure) throw this.#failure;
    this.#slots.publish(message);
    if (this.#ownHost) {
      this.#ownHost.answer();
      this.#slots.complete();
    }
    await this.#slots.answered();
    // Set while the answers were awaited, which the compiler cannot see.
    const failure = this.#failure as ActorFailure | undefined;
    if (failure) throw failure;
    if (this.#signal.aborted) return undefined;
    const { agents } = this.#slots.shape;
    this.traffic.downlinkVectors += agents * this.#wire.vectorCount(message);
    for (let agent = 0; agent < agents; agent++) this.#answers[agent] = this.#slots.readAnswer(agent);
    this.traffic.uplinkVectors += agents * this.#wire.vectorCount(this.#answers[0]!);
    return this.#answers;
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
        algorithm: keyOf(algorithm),
        seed,
      },
      error,
    );
    this.#slots.release();
  }
}
