/**
 * The memory through which server and agents exchange messages: one slot for the broadcast, one
 * slot for each agent's answer, and the control words of the barrier. Shared between threads, or
 * not; the layout is the same.
 */
import { availableParallelism } from 'node:os';
import type { Stage } from '../../src/protocol/failure.ts';
import type { Message } from '../../src/algorithms/message.ts';
import { HEADER_LENGTH, type SlotReader, type Wire } from '../../src/protocol/wire.ts';

/** Control words: number of the exchange, hosts that have not answered yet, and the wish to stop. */
const EXCHANGE = 0;
const PENDING = 1;
const STOP = 2;
const CONTROL_LENGTH = 3;
/** Words of a host's status: the agent it is busy with (−1: none), and what it does. */
const STATUS_LENGTH = 2;

/** How long, in ms, the server's thread may be blocked: nobody notices, and short rounds are over by then. */
const BRIEFLY = 2;
/** How long, in ms, a thread looks out for what it waits for before it sleeps. */
const LOOKOUT = 0.1;
/** Looks between two at the clock. */
const LOOKS = 1000;

/** What a host is doing with its agent, as an index into this list. */
export const STAGES: readonly Stage[] = ['start', 'local steps'];

export interface SlotsShape {
  readonly agents: number;
  readonly dimension: number;
  /** the most vectors of a message */
  readonly vectors: number;
  readonly hosts: number;
  /** whether the server's thread is one of the hosts */
  readonly serverHosts?: boolean;
}

/** The memory itself: crosses to the worker threads as it is. */
export interface SlotsMemory {
  readonly shape: SlotsShape;
  readonly integers: ArrayBufferLike;
  readonly doubles: ArrayBufferLike;
}

/**
 * Memory for a cohort, all zero.
 *
 * @param shared - whether threads share it
 */
export function allocateSlots(shape: SlotsShape, shared: boolean): SlotsMemory {
  const integers = 4 * (CONTROL_LENGTH + STATUS_LENGTH * shape.hosts + HEADER_LENGTH * (shape.agents + 1));
  const doubles = 8 * shape.vectors * shape.dimension * (shape.agents + 1);
  const allocate = (bytes: number): ArrayBufferLike =>
    shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes);
  return { shape, integers: allocate(integers), doubles: allocate(doubles) };
}

/** The slots and the barrier, over memory allocated elsewhere. */
export class Slots {
  readonly shape: SlotsShape;
  readonly #control: Int32Array;
  readonly #status: Int32Array;
  readonly #broadcastHeader: Int32Array;
  readonly #answerHeaders: Int32Array;
  readonly #broadcast: readonly Float64Array[];
  readonly #answers: readonly (readonly Float64Array[])[];
  readonly #wire: Wire;
  readonly #broadcastReader: SlotReader;
  readonly #answerReaders: readonly SlotReader[];
  readonly #first: number;
  /** who looks out before sleeping, since waking a thread takes as long as a short round */
  readonly #lookouts: 'all' | 'all but the last' | 'none';
  /** of a host: whether it looks out for the next exchange */
  #isLookingOut = false;

  /**
   * @param wire - of the algorithm whose messages pass here
   * @param first - the agents whose answers are read or written here: from this one …
   * @param count - … on, so many
   */
  constructor(memory: SlotsMemory, wire: Wire, first = 0, count = memory.shape.agents) {
    const { agents, dimension, hosts, vectors: most } = memory.shape;
    this.shape = memory.shape;
    this.#lookouts = lookouts(memory.shape);
    let word = 0;
    const integers = (length: number): Int32Array => {
      const view = new Int32Array(memory.integers, 4 * word, length);
      word += length;
      return view;
    };
    this.#control = integers(CONTROL_LENGTH);
    this.#status = integers(STATUS_LENGTH * hosts);
    this.#broadcastHeader = integers(HEADER_LENGTH);
    this.#answerHeaders = integers(HEADER_LENGTH * agents);
    const vectors = (slot: number): readonly Float64Array[] =>
      Array.from(
        { length: most },
        (_, k) => new Float64Array(memory.doubles, 8 * dimension * (most * slot + k), dimension),
      );
    this.#broadcast = vectors(0);
    this.#answers = Array.from({ length: count }, (_, k) => vectors(1 + first + k));
    this.#first = first;
    this.#wire = wire;
    this.#broadcastReader = wire.reader(-1, this.#broadcastHeader, 0, this.#broadcast);
    this.#answerReaders = this.#answers.map((slot, k) =>
      wire.reader(first + k, this.#answerHeaders, HEADER_LENGTH * (first + k), slot),
    );
  }

  /** Writes the broadcast and raises the barrier for all hosts. */
  publish(message: Message): void {
    this.#wire.encode(message, this.#broadcastHeader, 0, this.#broadcast);
    Atomics.store(this.#control, PENDING, this.shape.hosts);
    Atomics.add(this.#control, EXCHANGE, 1);
    Atomics.notify(this.#control, EXCHANGE);
  }

  /**
   * Waits until every host has answered or {@link release} is called: briefly with the thread blocked,
   * since being woken from that takes a third of the time, and then without blocking it.
   */
  async answered(): Promise<void> {
    if (this.#lookouts === 'all' && this.#comes(() => Atomics.load(this.#control, PENDING) <= 0)) return;
    const until = performance.now() + BRIEFLY;
    for (;;) {
      const pending = Atomics.load(this.#control, PENDING);
      if (pending <= 0) return;
      const left = until - performance.now();
      if (left > 0) {
        Atomics.wait(this.#control, PENDING, pending, left);
        continue;
      }
      const wait = Atomics.waitAsync(this.#control, PENDING, pending);
      if (wait.async) await wait.value;
    }
  }

  /** Lets a thread out of {@link answered}: the exchange will not be completed. */
  release(): void {
    Atomics.store(this.#control, PENDING, 0);
    Atomics.notify(this.#control, PENDING);
  }

  /** Tells all hosts to stop; those that wait for an exchange wake up. */
  stop(): void {
    Atomics.store(this.#control, STOP, 1);
    Atomics.add(this.#control, EXCHANGE, 1);
    Atomics.notify(this.#control, EXCHANGE);
  }

  /**
   * Blocks a host until there is an exchange after `seen`.
   *
   * @returns the number of the exchange, or `undefined` when the host is to stop
   */
  awaitExchange(seen: number): number | undefined {
    for (;;) {
      if (Atomics.load(this.#control, STOP) === 1) return undefined;
      const exchange = Atomics.load(this.#control, EXCHANGE);
      if (exchange !== seen) return exchange;
      if (this.#isLookingOut && this.#comes(() => Atomics.load(this.#control, EXCHANGE) !== seen)) continue;
      Atomics.wait(this.#control, EXCHANGE, seen);
    }
  }

  /** Whether something comes within a short time, which the thread spends looking. */
  #comes(isThere: () => boolean): boolean {
    const until = performance.now() + LOOKOUT;
    do {
      for (let look = 0; look < LOOKS; look++) if (isThere()) return true;
    } while (performance.now() < until);
    return false;
  }

  /** A host has written its answers. The last of all hosts wakes the server. */
  complete(): void {
    const isLast = Atomics.sub(this.#control, PENDING, 1) === 1;
    if (isLast) Atomics.notify(this.#control, PENDING);
    this.#isLookingOut = this.#lookouts === 'all' || (this.#lookouts === 'all but the last' && !isLast);
  }

  /** The broadcast that lies here; the next one overwrites it. */
  readBroadcast(): Message {
    return this.#broadcastReader.read();
  }

  /** The round of the broadcast that lies here. */
  get round(): number {
    return this.#broadcastHeader[1]!;
  }

  writeAnswer(agent: number, message: Message): void {
    const slot = this.#answers[agent - this.#first]!;
    this.#wire.encode(message, this.#answerHeaders, HEADER_LENGTH * agent, slot);
  }

  /** An agent's answer; its next one overwrites it. */
  readAnswer(agent: number): Message {
    return this.#answerReaders[agent - this.#first]!.read();
  }

  /** Notes what a host is busy with, so that a crash can be told with its agent. */
  setStatus(host: number, agent: number, stage: Stage): void {
    this.#status[STATUS_LENGTH * host] = agent + 1;
    this.#status[STATUS_LENGTH * host + 1] = STAGES.indexOf(stage);
  }

  /** What a host was last busy with. */
  status(host: number): { readonly agent: number | undefined; readonly stage: Stage } {
    const word = this.#status[STATUS_LENGTH * host]!;
    return {
      agent: word === 0 ? undefined : word - 1,
      stage: STAGES[this.#status[STATUS_LENGTH * host + 1]!]!,
    };
  }
}

/**
 * All, where every thread has a core. Where only the hosts have, the last one to answer sleeps, and the
 * server wakes on its core.
 */
function lookouts({ hosts, serverHosts = false }: SlotsShape): 'all' | 'all but the last' | 'none' {
  const cores = availableParallelism();
  if (hosts > 1 && (serverHosts ? hosts : hosts + 1) <= cores) return 'all';
  return hosts > 1 && hosts <= cores ? 'all but the last' : 'none';
}
