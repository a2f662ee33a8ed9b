/**
 * Queues by which threads wait for each other where agents are sent messages one by one: for each host a queue of the agents
 * that have something in their inboxes, and for each agent a count of what it has done.
 */
import type { HostShare } from '../agent/agentsConfiguration.ts';
import type { SlotsMemory, SlotsShape } from './slots.ts';

/** Words at the beginning: the wish to stop, and hosts that take messages. */
const STOP = 0;
const OPEN = 1;
/** Words of a cache line: threads that write side by side in one would slow each other down. */
const LINE = 16;

/** Words that the queues take. */
export const queuesLength = ({ hosts, agents }: SlotsShape): number => LINE * (1 + hosts + agents) + agents;

/** The queues of a group of agents, as one of its threads sees them. An agent is in its queue once at most. */
export class HostQueues {
  readonly #words: Int32Array;
  /** where the lines begin that count, of each host what was posted, and of each agent what it has done */
  readonly #posted = LINE;
  readonly #done: number;
  /** where the queues begin, one after another: each as long as its host has agents */
  readonly #queues: number;
  readonly #first: number;
  readonly #hosts: number;

  constructor({ signals, shape }: SlotsMemory) {
    this.#words = signals;
    this.#done = this.#posted + LINE * shape.hosts;
    this.#queues = this.#done + LINE * shape.agents;
    this.#first = shape.first;
    this.#hosts = shape.hosts;
  }

  /** A host has its agents, and takes what is posted from now on. */
  open(): void {
    Atomics.add(this.#words, OPEN, 1);
    Atomics.notify(this.#words, OPEN);
  }

  /** Waits, without blocking the thread, until all hosts are open, or `givenUp` says so. */
  allOpen(givenUp: () => boolean): Promise<void> {
    return this.#becomes(OPEN, this.#hosts, givenUp);
  }

  /** An agent's order lies in its inbox; all before are carried out. */
  post(agent: number, { host, first, count }: HostShare): void {
    const word = this.#posted + LINE * host;
    // Only the server posts. A queue holds each of its agents once at most, so it cannot run over.
    const posted = this.#words[word]! >>> 0;
    this.#words[this.#queues + first - this.#first + (posted % count)] = agent;
    Atomics.store(this.#words, word, (posted + 1) | 0);
    Atomics.notify(this.#words, word);
  }

  /**
   * Blocks a host until something was posted after the `taken` that it has taken.
   *
   * @returns the agent, or `undefined` when the host is to stop
   */
  next(taken: number, { host, first, count }: HostShare): number | undefined {
    const word = this.#posted + LINE * host;
    for (;;) {
      if (Atomics.load(this.#words, STOP) === 1) return undefined;
      const posted = Atomics.load(this.#words, word) >>> 0;
      if (posted !== taken) return this.#words[this.#queues + first - this.#first + (taken % count)]!;
      Atomics.wait(this.#words, word, posted | 0);
    }
  }

  /** An agent has done what was posted. */
  complete(agent: number): void {
    const word = this.#doneBy(agent);
    Atomics.add(this.#words, word, 1);
    Atomics.notify(this.#words, word);
  }

  /** Whether an agent has done so much. */
  hasDone(agent: number, posted: number): boolean {
    return Atomics.load(this.#words, this.#doneBy(agent)) === (posted | 0);
  }

  /** Waits, without blocking the thread, until an agent has done so much, or `givenUp` says so. */
  done(agent: number, posted: number, givenUp: () => boolean): Promise<void> {
    return this.#becomes(this.#doneBy(agent), posted | 0, givenUp);
  }

  async #becomes(word: number, wanted: number, givenUp: () => boolean): Promise<void> {
    while (!givenUp()) {
      const found = Atomics.load(this.#words, word);
      if (found === wanted) return;
      const wait = Atomics.waitAsync(this.#words, word, found);
      if (wait.async) await wait.value;
    }
  }

  #doneBy(agent: number): number {
    return this.#done + LINE * (agent - this.#first);
  }

  /** Wakes all that wait in {@link allOpen} and {@link done}. */
  release(): void {
    Atomics.notify(this.#words, OPEN);
    for (let word = this.#done; word < this.#queues; word += LINE) Atomics.notify(this.#words, word);
  }

  /** Stops all hosts. */
  stop(): void {
    Atomics.store(this.#words, STOP, 1);
    for (let word = this.#posted; word < this.#done; word += LINE) {
      Atomics.add(this.#words, word, 1);
      Atomics.notify(this.#words, word);
    }
  }
}
