/** Barrier at which threads wait for each other where all agents answer the same message: one wake-up a thread and direction at most. */
import { availableParallelism } from 'node:os';
import type { SlotsMemory, SlotsShape } from './slots.ts';

/** Words: number of the exchange, hosts that have not answered yet, and the wish to stop. */
const EXCHANGE = 0;
const PENDING = 1;
const STOP = 2;
export const BARRIER_LENGTH = 3;

/** Longest time, in ms, that the server's thread may be blocked: nobody notices, and short rounds are over by then. */
const BRIEFLY = 2;
/** Time, in ms, for which a thread polls before it sleeps. */
const LOOKOUT = 0.1;
/** Looks between two at the clock. */
const LOOKS = 1000;

/** The barrier of a group of agents, as one of its threads sees it. */
export class Barrier {
  readonly #words: Int32Array;
  readonly #hosts: number;
  /** who looks out before sleeping, since waking a thread takes as long as a short round */
  readonly #lookouts: 'all' | 'all but the last' | 'none';
  /** of a host: whether it looks out for the next exchange */
  #isLookingOut = false;

  constructor({ signals, shape }: SlotsMemory) {
    this.#words = signals;
    this.#hosts = shape.hosts;
    this.#lookouts = lookouts(shape);
  }

  /** Starts an exchange: the message lies there for all hosts. */
  raise(): void {
    Atomics.store(this.#words, PENDING, this.#hosts);
    Atomics.add(this.#words, EXCHANGE, 1);
    Atomics.notify(this.#words, EXCHANGE);
  }

  /**
   * Waits until every host has answered or {@link release} is called: briefly with the thread blocked,
   * since being woken from that takes a third of the time, and then without blocking it.
   */
  async answered(): Promise<void> {
    if (this.#lookouts === 'all' && pollFor(() => Atomics.load(this.#words, PENDING) <= 0)) return;
    const until = performance.now() + BRIEFLY;
    for (;;) {
      const pending = Atomics.load(this.#words, PENDING);
      if (pending <= 0) return;
      const left = until - performance.now();
      if (left > 0) {
        Atomics.wait(this.#words, PENDING, pending, left);
        continue;
      }
      const wait = Atomics.waitAsync(this.#words, PENDING, pending);
      if (wait.async) await wait.value;
    }
  }

  /** Lets a thread out of {@link answered}: the exchange will not be completed. */
  release(): void {
    Atomics.store(this.#words, PENDING, 0);
    Atomics.notify(this.#words, PENDING);
  }

  /** Stops all hosts; those that wait for an exchange wake up. */
  stop(): void {
    Atomics.store(this.#words, STOP, 1);
    Atomics.add(this.#words, EXCHANGE, 1);
    Atomics.notify(this.#words, EXCHANGE);
  }

  /**
   * Blocks a host until there is an exchange after `seen`.
   *
   * @returns the number of the exchange, or `undefined` when the host is to stop
   */
  next(seen: number): number | undefined {
    for (;;) {
      if (Atomics.load(this.#words, STOP) === 1) return undefined;
      const exchange = Atomics.load(this.#words, EXCHANGE);
      if (exchange !== seen) return exchange;
      if (this.#isLookingOut && pollFor(() => Atomics.load(this.#words, EXCHANGE) !== seen)) continue;
      Atomics.wait(this.#words, EXCHANGE, seen);
    }
  }

  /** A host has written its answers. The last of all hosts wakes the server. */
  complete(): void {
    const isLast = Atomics.sub(this.#words, PENDING, 1) === 1;
    if (isLast) Atomics.notify(this.#words, PENDING);
    this.#isLookingOut = this.#lookouts === 'all' || (this.#lookouts === 'all but the last' && !isLast);
  }
}

/** Polls for a short time. */
function pollFor(isThere: () => boolean): boolean {
  const until = performance.now() + LOOKOUT;
  do {
    for (let look = 0; look < LOOKS; look++) if (isThere()) return true;
  } while (performance.now() < until);
  return false;
}

/**
 * All, where every thread has a core. Where only the hosts have, the last one to answer sleeps, and the
 * server wakes on its core.
 */
function lookouts({ hosts }: SlotsShape): 'all' | 'all but the last' | 'none' {
  const cores = availableParallelism();
  if (hosts > 1 && hosts < cores) return 'all';
  return hosts > 1 && hosts === cores ? 'all but the last' : 'none';
}
