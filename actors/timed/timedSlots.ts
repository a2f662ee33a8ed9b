/**
 * The memory through which a timed run's agents are reached in their threads: a request and an answer
 * for each agent, and for each host a queue of the agents that have a request. An agent has one request
 * at a time.
 */
import type { Stage } from '../../src/protocol/failure.ts';
import { copyOf, type Message } from '../../src/algorithms/message.ts';
import { HEADER_LENGTH, type SlotReader, type Wire } from '../../src/protocol/wire.ts';
import { type SlotsMemory, type SlotsShape, STAGES } from '../runtime/slots.ts';

/** Words of a host: requests posted, whether to stop, the agent it is busy with (0: none), the stage. */
const POSTED = 0;
const STOP = 1;
const BUSY_WITH = 2;
const STAGE = 3;
const HOST_LENGTH = 4;
/** Words of an agent: requests answered, and the kind of the request, before the headers. */
const ANSWERED = 0;
const KIND = 1;
const REQUEST_HEADER = 2;
const AGENT_LENGTH = REQUEST_HEADER + 2 * HEADER_LENGTH;

const MESSAGE = 0;
const RESTART = 1;

/** What an agent is asked to do. */
export type Request =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'notice'; readonly notice: Message }
  | { readonly kind: 'restart' };

/**
 * Memory for a timed cohort, all zero, shared between threads.
 */
export function allocateTimedSlots(shape: SlotsShape): SlotsMemory {
  const { agents, dimension, vectors, hosts } = shape;
  const words = HOST_LENGTH * hosts + AGENT_LENGTH * agents + agents;
  return {
    shape,
    integers: new SharedArrayBuffer(4 * words),
    doubles: new SharedArrayBuffer(8 * 2 * vectors * dimension * agents),
  };
}

/** The slots of agents first, …, first + count − 1. */
export class TimedSlots {
  readonly #hosts: Int32Array;
  readonly #agents: Int32Array;
  /** the queues of all hosts, one after another: each as long as its host has agents */
  readonly #queues: Int32Array;
  readonly #requests: (readonly Float64Array[])[] = [];
  readonly #answers: (readonly Float64Array[])[] = [];
  readonly #wire: Wire;
  readonly #requestReaders: SlotReader[] = [];
  readonly #answerReaders: SlotReader[] = [];
  readonly #first: number;

  /** @param wire - of the algorithm whose messages pass here */
  constructor(memory: SlotsMemory, wire: Wire, first = 0, count = memory.shape.agents) {
    const { agents, dimension, hosts, vectors: most } = memory.shape;
    this.#wire = wire;
    this.#hosts = new Int32Array(memory.integers, 0, HOST_LENGTH * hosts);
    this.#agents = new Int32Array(memory.integers, 4 * HOST_LENGTH * hosts, AGENT_LENGTH * agents);
    this.#queues = new Int32Array(memory.integers, 4 * (HOST_LENGTH * hosts + AGENT_LENGTH * agents), agents);
    this.#first = first;
    const vectors = (slot: number): readonly Float64Array[] =>
      Array.from(
        { length: most },
        (_, k) => new Float64Array(memory.doubles, 8 * dimension * (most * slot + k), dimension),
      );
    for (let agent = first; agent < first + count; agent++) {
      const [request, answer] = [vectors(2 * agent), vectors(2 * agent + 1)];
      this.#requests.push(request);
      this.#answers.push(answer);
      const at = AGENT_LENGTH * agent + REQUEST_HEADER;
      this.#requestReaders.push(wire.reader(-1, this.#agents, at, request));
      this.#answerReaders.push(wire.reader(agent, this.#agents, at + HEADER_LENGTH, answer));
    }
  }

  /**
   * Hands a request to an agent that has answered all before.
   *
   * @param agent - its number
   * @param request - what it is to do
   * @param hosted - the agent's host, and that host's share of the agents
   */
  post(agent: number, request: Request, hosted: { host: number; first: number; count: number }): void {
    const own = AGENT_LENGTH * agent;
    this.#agents[own + KIND] = request.kind === 'restart' ? RESTART : MESSAGE;
    if (request.kind !== 'restart') {
      const message = request.kind === 'message' ? request.message : request.notice;
      this.#wire.encode(message, this.#agents, own + REQUEST_HEADER, this.#requests[agent - this.#first]!);
    }
    const word = HOST_LENGTH * hosted.host + POSTED;
    // Only the server posts. A queue holds each of its agents once at most, so it cannot run over.
    const posted = this.#hosts[word]! >>> 0;
    this.#queues[hosted.first + (posted % hosted.count)] = agent;
    Atomics.store(this.#hosts, word, (posted + 1) | 0);
    Atomics.notify(this.#hosts, word);
  }

  /**
   * Blocks a host until there is a request after the `taken` it has taken.
   *
   * @returns the agent whose request it is, or `undefined` when the host is to stop
   */
  next(taken: number, hosted: { host: number; first: number; count: number }): number | undefined {
    const word = HOST_LENGTH * hosted.host;
    for (;;) {
      if (Atomics.load(this.#hosts, word + STOP) === 1) return undefined;
      const posted = Atomics.load(this.#hosts, word + POSTED) >>> 0;
      if (posted !== taken) return this.#queues[hosted.first + (taken % hosted.count)]!;
      Atomics.wait(this.#hosts, word + POSTED, posted | 0);
    }
  }

  readRequest(agent: number): Request {
    if (this.#agents[AGENT_LENGTH * agent + KIND] === RESTART) return { kind: 'restart' };
    const message = this.#requestReaders[agent - this.#first]!.read();
    return this.#wire.isNotice(message) ? { kind: 'notice', notice: message } : { kind: 'message', message };
  }

  writeAnswer(agent: number, answer: Message): void {
    const at = AGENT_LENGTH * agent + REQUEST_HEADER + HEADER_LENGTH;
    this.#wire.encode(answer, this.#agents, at, this.#answers[agent - this.#first]!);
  }

  /** Says that an agent has done what it was asked. */
  complete(agent: number): void {
    const word = AGENT_LENGTH * agent + ANSWERED;
    Atomics.add(this.#agents, word, 1);
    Atomics.notify(this.#agents, word);
  }

  /** Whether an agent has done so many requests. */
  hasDone(agent: number, requests: number): boolean {
    return Atomics.load(this.#agents, AGENT_LENGTH * agent + ANSWERED) === (requests | 0);
  }

  /** Waits, without blocking the thread, until an agent has done so many requests, or `given up` says so. */
  async done(agent: number, requests: number, givenUp: () => boolean): Promise<void> {
    const word = AGENT_LENGTH * agent + ANSWERED;
    while (!givenUp()) {
      const answered = Atomics.load(this.#agents, word);
      if (answered === (requests | 0)) return;
      const wait = Atomics.waitAsync(this.#agents, word, answered);
      if (wait.async) await wait.value;
    }
  }

  /** A copy of an agent's answer. */
  copyAnswer(agent: number): Message {
    return copyOf(this.#answerReaders[agent - this.#first]!.read());
  }

  /** Wakes all that wait in {@link done}. */
  release(): void {
    for (let word = ANSWERED; word < this.#agents.length; word += AGENT_LENGTH) {
      Atomics.notify(this.#agents, word);
    }
  }

  /** Tells all hosts to stop. */
  stop(): void {
    for (let word = 0; word < this.#hosts.length; word += HOST_LENGTH) {
      Atomics.store(this.#hosts, word + STOP, 1);
      Atomics.add(this.#hosts, word + POSTED, 1);
      Atomics.notify(this.#hosts, word + POSTED);
    }
  }

  /** Notes what a host is busy with, so that a crash of its thread can be told with the agent. */
  setStatus(host: number, agent: number, stage: Stage): void {
    this.#hosts[HOST_LENGTH * host + BUSY_WITH] = agent + 1;
    this.#hosts[HOST_LENGTH * host + STAGE] = STAGES.indexOf(stage);
  }

  /** What a host was last busy with. */
  status(host: number): { readonly agent: number | undefined; readonly stage: Stage } {
    const word = this.#hosts[HOST_LENGTH * host + BUSY_WITH]!;
    return {
      agent: word === 0 ? undefined : word - 1,
      stage: STAGES[this.#hosts[HOST_LENGTH * host + STAGE]!]!,
    };
  }
}
