/**
 * Agents that live in other processes, a share of them with each host. What goes to one host together goes in one frame:
 * an exchange in lockstep is a frame to each host and one back, and on a virtual clock what agents are sent one by one is
 * gathered until an answer is needed. Answers are handed on in agent order, so that sums are those of `inline`.
 */
import type { Message } from '../../src/algorithms/message.ts';
import { keyOf } from '../../src/algorithms/parts.ts';
import { ActorFailure, type FailurePlace, HostFailure } from '../../src/values/failure.ts';
import { type MessageLayout, layoutOf } from '../../src/algorithms/messageLayout.ts';
import { type AgentsConfiguration, allOf, type HostShare, type Share } from '../agent/agentsConfiguration.ts';
import type { AgentGroup, GroupOptions } from '../hosting/agentGroup.ts';
import { shares } from '../hosting/threadAgents.ts';
import { dataFrame, dataOf, entriesFrame, entriesOf, type Entry, kindOf } from './frames.ts';
import type { Requests } from './requests.ts';

/** A worker that hosts agents. */
export interface RemoteHost {
  readonly requests: Requests;
  readonly threads: number;
}

/** Request that opens a replication at a host. */
export interface Opening {
  readonly configuration: AgentsConfiguration;
  /** the agents that live with the host */
  readonly share: Share;
  /** whether all agents take the same messages together */
  readonly atBarrier: boolean;
}

/** Why something failed with a host. */
export interface RemoteFailure {
  /** `undefined` where no agent was at work */
  readonly at: Pick<FailurePlace, 'agent' | 'stage' | 'round'> | undefined;
  readonly why: string;
}

/** The answer to the message that an agent was last started with. */
type Answer = Message | Promise<Message>;

/** The exchange with remote agents. */
interface RemoteOptions extends GroupOptions {
  /** whether messages that are sent one by one may wait for more; if not, each is answered for itself */
  readonly gathers: boolean;
}

/** The agents of one replication, with their hosts. */
export class RemoteAgents implements AgentGroup {
  readonly #hosts: readonly Requests[];
  readonly #shares: readonly HostShare[];
  readonly #configuration: AgentsConfiguration;
  readonly #layout: MessageLayout;
  readonly #gathers: boolean;
  readonly #hostOf: readonly number[];
  /** of each host, what it has not been sent yet */
  readonly #waiting: Entry[][];
  readonly #answers: Answer[];
  readonly #given: Message[];
  readonly #signal: AbortSignal;
  /** let go those who wait */
  readonly #releases = new Set<() => void>();
  readonly #opened: Promise<unknown>;
  #willFlush = false;

  /**
   * @param hosts - each gets a contiguous share of the agents; as many of them as there are agents, at most
   */
  constructor(
    hosts: readonly Requests[],
    configuration: AgentsConfiguration,
    { atBarrier, signal, gathers }: RemoteOptions,
  ) {
    this.#shares = shares(allOf(configuration), Math.min(hosts.length, configuration.agents));
    this.#hosts = hosts.slice(0, this.#shares.length);
    this.#configuration = configuration;
    this.#layout = layoutOf(configuration.algorithm, configuration.dimension);
    this.#gathers = gathers;
    this.#hostOf = this.#shares.flatMap(({ host, count }) => Array<number>(count).fill(host));
    this.#waiting = this.#hosts.map(() => []);
    this.#answers = new Array<Answer>(configuration.agents);
    this.#given = new Array<Message>(configuration.agents);
    this.#signal = signal;
    signal.addEventListener('abort', this.#release);
    this.#opened = Promise.all(
      this.#shares.map((share) =>
        this.#request(share.host, dataFrame('open', { configuration, share, atBarrier } satisfies Opening)),
      ),
    );
    // What fails here fails whatever is asked for next.
    this.#opened.catch(() => undefined);
  }

  async ready(): Promise<void> {
    await this.#unlessAborted(this.#opened);
  }

  async exchange(message: Message): Promise<readonly Message[] | undefined> {
    const frame = this.#frame('exchange', [{ agent: -1, message }]);
    const answered = Promise.all(
      this.#shares.map(async ({ host }) => {
        for (const { agent, message: answer } of this.#entries(await this.#request(host, frame)))
          this.#given[agent] = answer!;
      }),
    );
    return (await this.#unlessAborted(answered)) && this.#given;
  }

  start(agent: number, message: Message): void {
    this.#send({ agent, message });
  }

  note(agent: number, notice: Message): void {
    this.#send({ agent, message: notice });
  }

  restart(agent: number): void {
    this.#send({ agent, message: undefined });
  }

  take(agent: number): Message | Promise<Message | undefined> {
    this.#flush();
    const answer = this.#answers[agent]!;
    if (!(answer instanceof Promise)) return answer;
    return this.#unlessAborted(answer);
  }

  close(): Promise<void> {
    this.#signal.removeEventListener('abort', this.#release);
    return Promise.resolve();
  }

  readonly #release = (): void => {
    for (const release of this.#releases) release();
  };

  /** `Promise.race` with a promise for all of the run would keep every one that it lost to. */
  #unlessAborted<T>(work: Promise<T>): Promise<T | undefined> {
    return new Promise((resolve, reject) => {
      const release = (): void => {
        resolve(undefined);
      };
      if (this.#signal.aborted) release();
      this.#releases.add(release);
      void work.then(resolve, reject).finally(() => this.#releases.delete(release));
    });
  }

  #send(entry: Entry): void {
    this.#waiting[this.#hostOf[entry.agent]!]!.push(entry);
    if (!this.#gathers) {
      this.#flush();
    } else if (!this.#willFlush) {
      this.#willFlush = true;
      queueMicrotask(() => {
        this.#flush();
      });
    }
  }

  /** Sends what waits. */
  #flush(): void {
    this.#willFlush = false;
    this.#waiting.forEach((entries, host) => {
      if (entries.length === 0) return;
      this.#waiting[host] = [];
      const frame = this.#frame('each', entries);
      const answered = this.#request(host, frame).then((given) => this.#entries(given));
      const started = entries.filter(({ message }) => message && !this.#layout.isNotice(message));
      started.forEach(({ agent }, at) => {
        const answer = answered.then((all) => {
          const message = all[at]!.message!;
          if (this.#answers[agent] === answer) this.#answers[agent] = message;
          return message;
        });
        // Not every answer is asked for.
        answer.catch(() => undefined);
        this.#answers[agent] = answer;
      });
      answered.catch(() => undefined);
    });
  }

  #frame(kind: 'exchange' | 'each', entries: readonly Entry[]): Uint8Array {
    return entriesFrame(kind, entries, this.#layout, this.#configuration.dimension);
  }

  /** @throws HostFailure with what is lost with the host */
  async #request(host: number, frame: Uint8Array): Promise<Uint8Array> {
    try {
      return await this.#hosts[host]!.request(frame);
    } catch (error) {
      if (!(error instanceof HostFailure)) throw error;
      const { first, count } = this.#shares[host]!;
      const agents = count === 1 ? `agent ${first}` : `agents ${first} to ${first + count - 1}`;
      const { algorithm, seed } = this.#configuration;
      const failure = `${error.subject} (${keyOf(algorithm)}, seed ${seed})`;
      throw new HostFailure(error.worker, failure, ` that hosts ${agents}`);
    }
  }

  /** @throws ActorFailure where an agent has failed */
  #entries(frame: Uint8Array): Entry[] {
    if (kindOf(frame) === 'done') return entriesOf(frame, this.#layout, this.#configuration.dimension);
    const { at, why } = dataOf(frame) as RemoteFailure;
    const { algorithm, seed } = this.#configuration;
    const place = at ?? { agent: undefined, stage: 'start', round: 0 };
    throw new ActorFailure({ ...place, algorithm: keyOf(algorithm), seed }, new Error(why));
  }
}
