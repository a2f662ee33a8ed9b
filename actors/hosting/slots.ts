/**
 * The memory that server and hosts of agents share: a slot for each agent's answer, slots for what the server sends, one
 * for all agents together or one for each, and the words by which threads wait for each other.
 */
import type { Message } from '../../src/algorithms/message.ts';
import { HEADER_LENGTH, type SlotReader, type MessageLayout } from '../../src/algorithms/messageLayout.ts';
import type { HostShare } from '../agent/agentsConfiguration.ts';
import { HostStatus, HOST_STATUS_LENGTH } from '../agent/hostStatus.ts';

/** Instead of a message's type: nothing is sent, the agent is to start anew. */
const RESTART = -1;

export interface SlotsShape {
  /** the first agent, and how many there are */
  readonly first: number;
  readonly agents: number;
  readonly dimension: number;
  /** the most vectors of a message */
  readonly vectors: number;
  readonly hosts: number;
  /** whether all agents take the same messages together, rather than each its own */
  readonly atBarrier: boolean;
}

/** The memory itself: crosses to the worker threads as it is. */
export interface SlotsMemory {
  readonly shape: SlotsShape;
  /** of `Barrier` or `HostQueues` */
  readonly signals: Int32Array;
  readonly hostStatus: Int32Array;
  readonly headers: Int32Array;
  /** `[vectors of a message, slots, d]`: what several agents answer lies one after another */
  readonly vectors: Float64Array;
}

const inboxes = ({ agents, atBarrier }: SlotsShape): number => (atBarrier ? 1 : agents);
/** The server's and the agents'. */
const slotsOf = (shape: SlotsShape): number => inboxes(shape) + shape.agents;

/**
 * Memory for a group of agents, all zero.
 *
 * @param signals - words
 */
export function allocateSlots(shape: SlotsShape, signals: number): SlotsMemory {
  const slots = slotsOf(shape);
  const integers = (length: number): Int32Array => new Int32Array(new SharedArrayBuffer(4 * length));
  return {
    shape,
    signals: integers(signals),
    hostStatus: integers(HOST_STATUS_LENGTH * shape.hosts),
    headers: integers(HEADER_LENGTH * slots),
    vectors: new Float64Array(new SharedArrayBuffer(8 * shape.vectors * shape.dimension * slots)),
  };
}

/** The status of a host. */
export const hostStatusIn = ({ hostStatus }: SlotsMemory, host: number): HostStatus =>
  new HostStatus(hostStatus.subarray(HOST_STATUS_LENGTH * host, HOST_STATUS_LENGTH * (host + 1)));

/** Room for one message at a time. */
export class Slot {
  readonly #header: Int32Array;
  readonly #vectors: readonly Float64Array[];
  readonly #layout: MessageLayout;
  readonly #reader: SlotReader;

  /** @param agent - who writes here; −1 for the server */
  constructor(
    { shape, headers, vectors }: SlotsMemory,
    layout: MessageLayout,
    number: number,
    agent: number,
  ) {
    const { dimension: d, vectors: most } = shape;
    const slots = slotsOf(shape);
    this.#header = headers.subarray(HEADER_LENGTH * number, HEADER_LENGTH * (number + 1));
    this.#vectors = Array.from({ length: most }, (_, k) =>
      vectors.subarray(d * (slots * k + number), d * (slots * k + number + 1)),
    );
    this.#layout = layout;
    this.#reader = layout.reader(agent, this.#header, 0, this.#vectors);
  }

  /** @param message - `undefined`: the agent is to start anew */
  write(message: Message | undefined): void {
    if (message) this.#layout.encode(message, this.#header, 0, this.#vectors);
    else this.#header[0] = RESTART;
  }

  /** The message that lies here; the next one overwrites it. */
  read(): Message {
    return this.#reader.read();
  }

  /** The same, where the agent may have to start anew. */
  readOrRestart(): Message | undefined {
    return this.#header[0] === RESTART ? undefined : this.read();
  }
}

/** The slots of some agents. */
export class Slots {
  readonly #first: number;
  readonly #inboxes: readonly Slot[];
  readonly #answers: readonly Slot[];
  /** the answers' headers, and of each vector of a message those of all */
  readonly #heads: Int32Array;
  readonly #blocks: readonly Float64Array[];
  readonly #layout: MessageLayout;

  /**
   * @param layout - of the algorithm whose messages pass here
   * @param hosted - the agents; all by default
   */
  constructor(memory: SlotsMemory, layout: MessageLayout, hosted?: HostShare) {
    const { first, count } = hosted ?? { first: memory.shape.first, count: memory.shape.agents };
    const skipped = first - memory.shape.first;
    const before = inboxes(memory.shape) + skipped;
    this.#first = first;
    this.#inboxes = memory.shape.atBarrier
      ? [new Slot(memory, layout, 0, -1)]
      : Array.from({ length: count }, (_, k) => new Slot(memory, layout, skipped + k, -1));
    this.#answers = Array.from({ length: count }, (_, k) => new Slot(memory, layout, before + k, first + k));
    this.#layout = layout;
    this.#heads = memory.headers.subarray(HEADER_LENGTH * before, HEADER_LENGTH * (before + count));
    const { dimension: d, vectors } = memory.shape;
    this.#blocks = Array.from({ length: vectors }, (_, k) => {
      const at = slotsOf(memory.shape) * k + before;
      return memory.vectors.subarray(d * at, d * (at + count));
    });
  }

  /** For what all agents are sent together. */
  get common(): Slot {
    return this.#inboxes[0]!;
  }

  /** For what an agent is sent by itself. */
  inbox(agent: number): Slot {
    return this.#inboxes[agent - this.#first]!;
  }

  answer(agent: number): Slot {
    return this.#answers[agent - this.#first]!;
  }

  /** @param joint - the answers of all as one, its vectors theirs one after another */
  writeAnswers(joint: Message): void {
    this.#layout.encode(joint, this.#heads, 0, this.#blocks);
    for (let filled = HEADER_LENGTH; filled < this.#heads.length; filled *= 2)
      this.#heads.copyWithin(filled, 0, filled);
  }
}
