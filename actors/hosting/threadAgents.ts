/**
 * Agents in worker threads: a host a thread, which looks after one agent (placement `own-thread`) or several
 * (`packed`). All together they answer behind a barrier. One by one they compute side by side from the moment at which they
 * are sent something, and an answer is waited for when it is asked for.
 */
import type { Message } from '../../src/algorithms/message.ts';
import { keyOf } from '../../src/algorithms/parts.ts';
import { ActorFailure } from '../../src/values/failure.ts';
import { StrayFailure } from '../../src/values/strayFailure.ts';
import { type MessageLayout, layoutOf } from '../../src/algorithms/messageLayout.ts';
import { type AgentsConfiguration, allOf, type HostShare, type Share } from '../agent/agentsConfiguration.ts';
import { Barrier, BARRIER_LENGTH } from './barrier.ts';
import type { AgentGroup, GroupOptions } from './agentGroup.ts';
import type { HostTask } from './hostWorker.ts';
import { HostQueues, queuesLength } from './hostQueues.ts';
import { allocateSlots, Slots, type SlotsMemory, hostStatusIn } from './slots.ts';
import type { WorkerPool } from './workerPool.ts';

/** Contiguous shares of agents, as equal as can be. */
export function shares({ first, count }: Share, hosts: number): HostShare[] {
  const before = (host: number): number => Math.floor((host * count) / hosts);
  return Array.from({ length: hosts }, (_, host) => ({
    host,
    first: first + before(host),
    count: before(host + 1) - before(host),
  }));
}

/** Messages to one agent by itself. */
interface Backlog {
  readonly hosted: HostShare;
  /** how much was posted to its host */
  posted: number;
  /** what waits for its inbox, in order; `undefined`: it is to start anew */
  readonly waiting: (Message | undefined)[];
  /** runs while something waits */
  posting: Promise<void> | undefined;
}

/** Agents that compute in their own threads. */
export class ThreadAgents implements AgentGroup {
  readonly #configuration: AgentsConfiguration;
  readonly #layout: MessageLayout;
  readonly #memory: SlotsMemory;
  readonly #slots: Slots;
  readonly #barrier: Barrier;
  readonly #queues: HostQueues;
  readonly #backlogs: readonly Backlog[];
  readonly #first: number;
  readonly #answers: Message[];
  readonly #tasks: Promise<unknown>;
  readonly #signal: AbortSignal;
  #failure: ActorFailure | StrayFailure | undefined;

  /**
   * @param pool - one thread for each host
   * @param share - the agents that live in this process
   */
  constructor(
    pool: WorkerPool,
    configuration: AgentsConfiguration,
    { atBarrier, signal }: GroupOptions,
    share = allOf(configuration),
  ) {
    const { dimension, algorithm } = configuration;
    const { first, count: agents } = share;
    const hosts = shares(share, Math.min(agents, pool.threads));
    const layout = layoutOf(algorithm, dimension);
    const { vectors } = layout;
    const shape = { first, agents, dimension, vectors, hosts: hosts.length, atBarrier };
    this.#configuration = configuration;
    this.#layout = layout;
    this.#first = first;
    this.#memory = allocateSlots(shape, atBarrier ? BARRIER_LENGTH : queuesLength(shape));
    this.#slots = new Slots(this.#memory, layout);
    this.#barrier = new Barrier(this.#memory);
    this.#queues = new HostQueues(this.#memory);
    this.#answers = new Array<Message>(agents);
    this.#backlogs = hosts.flatMap((hosted) =>
      Array.from({ length: hosted.count }, (): Backlog => ({
        hosted,
        posted: 0,
        waiting: [],
        posting: undefined,
      })),
    );
    this.#signal = signal;
    signal.addEventListener('abort', this.#release);
    // A server that waited for answers alone would depend on a thread that died: the tasks are watched too, and
    // whatever ends one before its time ends the wait.
    this.#tasks = Promise.all(
      hosts.map((hosted) =>
        this.#host(pool, hosted).then(
          (stray) => {
            if (stray !== undefined) this.#failure ??= new StrayFailure(stray);
          },
          (error: unknown) => {
            this.#fail(hosted, error);
          },
        ),
      ),
    );
  }

  #host(pool: WorkerPool, hosted: HostShare): Promise<Error | undefined> {
    const task: HostTask = { memory: this.#memory, hosted, configuration: this.#configuration };
    return pool.run('hostAgents', task) as Promise<Error | undefined>;
  }

  async exchange(message: Message): Promise<readonly Message[] | undefined> {
    this.#throwFailure();
    this.#slots.common.write(message);
    this.#barrier.raise();
    await this.#barrier.answered();
    this.#throwFailure();
    if (this.#signal.aborted) return undefined;
    const answers = this.#answers;
    for (let k = 0; k < answers.length; k++) answers[k] = this.#slots.answer(this.#first + k).read();
    return answers;
  }

  async ready(): Promise<void> {
    await this.#queues.allOpen(this.#isGivenUp);
    this.#throwFailure();
  }

  start(agent: number, message: Message): void {
    this.#send(agent, message);
  }

  note(agent: number, notice: Message): void {
    this.#send(agent, notice);
  }

  restart(agent: number): void {
    this.#send(agent, undefined);
  }

  take(agent: number): Message | Promise<Message | undefined> {
    const { posting, posted } = this.#backlogs[agent - this.#first]!;
    if (posting || !this.#queues.hasDone(agent, posted)) return this.#await(agent);
    return this.#layout.copyOf(this.#slots.answer(agent).read());
  }

  async close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#release);
    // What waits for an agent must not be posted to a host that has stopped.
    for (const { waiting } of this.#backlogs) waiting.length = 0;
    if (this.#memory.shape.atBarrier) this.#barrier.stop();
    else this.#queues.stop();
    // After a failure or an abort some threads may never end their task; destroying the pool ends them.
    if (this.#isGivenUp()) return;
    await this.#tasks;
    this.#throwFailure();
  }

  #send(agent: number, message: Message | undefined): void {
    const backlog = this.#backlogs[agent - this.#first]!;
    if (!backlog.posting && this.#queues.hasDone(agent, backlog.posted)) {
      this.#post(agent, backlog, message);
      return;
    }
    backlog.waiting.push(message);
    backlog.posting ??= this.#postAll(agent, backlog);
  }

  #post(agent: number, backlog: Backlog, message: Message | undefined): void {
    backlog.posted++;
    this.#slots.inbox(agent).write(message);
    this.#queues.post(agent, backlog.hosted);
  }

  async #postAll(agent: number, backlog: Backlog): Promise<void> {
    while (backlog.waiting.length > 0) {
      await this.#queues.done(agent, backlog.posted, this.#isGivenUp);
      if (this.#isGivenUp() || backlog.waiting.length === 0) break;
      this.#post(agent, backlog, backlog.waiting.shift());
    }
    // At once with nothing found to wait: what came in between would never be posted.
    backlog.posting = undefined;
  }

  async #await(agent: number): Promise<Message | undefined> {
    const backlog = this.#backlogs[agent - this.#first]!;
    while (backlog.posting) await backlog.posting;
    await this.#queues.done(agent, backlog.posted, this.#isGivenUp);
    this.#throwFailure();
    return this.#signal.aborted ? undefined : this.#layout.copyOf(this.#slots.answer(agent).read());
  }

  readonly #isGivenUp = (): boolean => this.#failure !== undefined || this.#signal.aborted;

  #throwFailure(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Releases all that wait. */
  readonly #release = (): void => {
    if (this.#memory.shape.atBarrier) this.#barrier.release();
    else this.#queues.release();
  };

  #fail(hosted: HostShare, error: unknown): void {
    const { agent, stage, round } = hostStatusIn(this.#memory, hosted.host).place;
    const only = hosted.count === 1 ? hosted.first : undefined;
    const { algorithm, seed } = this.#configuration;
    this.#failure ??= new ActorFailure(
      { agent: agent ?? only, stage, round, algorithm: keyOf(algorithm), seed },
      error,
    );
    this.#release();
  }
}
