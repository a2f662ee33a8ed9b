/**
 * The agents of a timed replication in worker threads: work starts in an agent's thread when the agent
 * takes a message in virtual time, so agents compute side by side, and each answer is waited for only
 * when its virtual moment has come.
 */
import { ActorFailure } from '../../src/protocol/failure.ts';
import type { Message } from '../../src/algorithms/message.ts';
import { keyOf } from '../../src/algorithms/parts.ts';
import { wireOf } from '../../src/protocol/wire.ts';
import type { AgentsConfiguration, HostedAgents } from '../agent/agentsConfiguration.ts';
import { shares } from '../runtime/threadCohort.ts';
import type { WorkerPool } from '../runtime/workerPool.ts';
import type { TimedCohort } from './timedCohort.ts';
import { allocateTimedSlots, type Request, TimedSlots } from './timedSlots.ts';

/** What is asked of one agent. */
interface Desk {
  readonly hosted: HostedAgents;
  /** requests posted so far */
  posted: number;
  /** those that wait for the slot, in order */
  readonly queue: Request[];
  /** runs while there is a queue */
  posting: Promise<void> | undefined;
  round: number;
}

/** Agents that compute in their own threads. */
export class ThreadTimedCohort implements TimedCohort {
  readonly #slots: TimedSlots;
  readonly #desks: readonly Desk[];
  readonly #configuration: AgentsConfiguration;
  readonly #tasks: Promise<void>;
  readonly #signal: AbortSignal;
  readonly #onAbort: () => void;
  #failure: ActorFailure | undefined;

  /** @param pool - one thread for each host */
  constructor(
    pool: WorkerPool,
    agents: number,
    dimension: number,
    configuration: AgentsConfiguration,
    signal: AbortSignal,
  ) {
    const hosts = shares(agents, pool.threads);
    const wire = wireOf(configuration.algorithm);
    const { vectors } = wire;
    const memory = allocateTimedSlots({ agents, dimension, vectors, hosts: hosts.length });
    this.#configuration = configuration;
    this.#slots = new TimedSlots(memory, wire);
    this.#desks = hosts.flatMap((hosted) =>
      Array.from({ length: hosted.count }, (): Desk => ({
        hosted,
        posted: 0,
        queue: [],
        posting: undefined,
        round: 0,
      })),
    );
    this.#signal = signal;
    this.#onAbort = () => {
      this.#slots.release();
    };
    signal.addEventListener('abort', this.#onAbort);
    const watched = hosts.map((hosted) =>
      pool.hostTimedAgents({ memory, hosted, configuration }).catch((error: unknown) => {
        this.#fail(hosted, error);
      }),
    );
    this.#tasks = Promise.all(watched).then(() => undefined);
  }

  start(agent: number, message: Message): void {
    this.#desks[agent]!.round = message.round;
    this.#ask(agent, { kind: 'message', message });
  }

  note(agent: number, notice: Message): void {
    this.#ask(agent, { kind: 'notice', notice });
  }

  restart(agent: number): void {
    this.#ask(agent, { kind: 'restart' });
  }

  take(agent: number): Message | Promise<Message | undefined> {
    const { posting, posted } = this.#desks[agent]!;
    if (!posting && this.#slots.hasDone(agent, posted)) return this.#slots.copyAnswer(agent);
    return this.#await(agent);
  }

  async close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#onAbort);
    // What is queued for an agent must not be posted to a host that has stopped.
    for (const { queue } of this.#desks) queue.length = 0;
    this.#slots.stop();
    // After a failure or an abort some threads may never end their task; destroying the pool ends them.
    if (!this.#failure && !this.#signal.aborted) await this.#tasks;
  }

  #ask(agent: number, request: Request): void {
    const desk = this.#desks[agent]!;
    if (!desk.posting && this.#slots.hasDone(agent, desk.posted)) {
      this.#post(agent, desk, request);
      return;
    }
    desk.queue.push(request);
    desk.posting ??= this.#postAll(agent, desk);
  }

  #post(agent: number, desk: Desk, request: Request): void {
    desk.posted++;
    this.#slots.post(agent, request, desk.hosted);
  }

  async #postAll(agent: number, desk: Desk): Promise<void> {
    while (desk.queue.length > 0) {
      await this.#slots.done(agent, desk.posted, this.#gaveUp);
      const request = desk.queue.shift();
      if (this.#gaveUp() || !request) break;
      this.#post(agent, desk, request);
    }
    // At once with the queue found empty: a request queued in between would never be posted.
    desk.posting = undefined;
  }

  async #await(agent: number): Promise<Message | undefined> {
    const desk = this.#desks[agent]!;
    while (desk.posting) await desk.posting;
    await this.#slots.done(agent, desk.posted, this.#gaveUp);
    if (this.#failure) throw this.#failure;
    return this.#signal.aborted ? undefined : this.#slots.copyAnswer(agent);
  }

  readonly #gaveUp = (): boolean => this.#failure !== undefined || this.#signal.aborted;

  #fail(hosted: HostedAgents, error: unknown): void {
    const { agent, stage } = this.#slots.status(hosted.host);
    const who = agent ?? (hosted.count === 1 ? hosted.first : undefined);
    const { algorithm, seed } = this.#configuration;
    const round = stage === 'start' || who === undefined ? 0 : this.#desks[who]!.round;
    this.#failure ??= new ActorFailure(
      { agent: who, stage, round, algorithm: keyOf(algorithm), seed },
      error,
    );
    this.#slots.release();
  }
}
