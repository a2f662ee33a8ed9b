/**
 * An algorithm's messages as numbers, for slots of memory that threads share: a header of integers, and
 * room for the vectors.
 */
import { ownCall } from '../values/failure.ts';
import type { Algorithm } from './algorithm.ts';
import { type Message, type MessageType, vectorOfLength, writeHead } from './message.ts';
import { algorithmOf, type ConfiguredAlgorithm } from './parts.ts';
import { valuesOf } from './parameter.ts';
import { maySilence } from './silence.ts';
import { copyInto, type Vector } from '../maths/vector.ts';

/** Integers before the vectors: type, round, local steps, whether the last answer was not taken. */
export const HEADER_LENGTH = 4;

/** Of a double. */
const BITS = 64;

/** Writes messages of one algorithm into slots, and counts what they carry. */
export class MessageLayout {
  /** the most vectors of d doubles that any of its messages carries: the room of a slot */
  readonly vectors: number;
  readonly #types: readonly MessageType[];
  readonly #indices: ReadonlyMap<string, number>;
  readonly #notices: ReadonlySet<string>;
  /** whether answers of one exchange may be of two kinds */
  readonly #maySilence: boolean;
  readonly #dimension: number;
  readonly #parameters: Readonly<Record<string, unknown>>;
  /** the kind that was asked about last: as a rule it is asked about again */
  #last = '';
  #lastIndex = -1;

  /**
   * @param algorithm - with its messages
   * @param dimension - d
   * @param parameters - of the algorithm, for the sizes of its messages
   */
  constructor(
    algorithm: Pick<Algorithm, 'name' | 'messages'>,
    dimension: number,
    parameters: Readonly<Record<string, unknown>> = {},
  ) {
    const { down, up, notices } = algorithm.messages;
    this.#dimension = dimension;
    this.#parameters = parameters;
    this.#types = [...down, ...notices, ...up];
    this.#indices = new Map(this.#types.map(({ kind }, index) => [kind, index]));
    this.#notices = new Set(notices.map(({ kind }) => kind));
    this.#maySilence = maySilence(up);
    this.vectors = Math.max(...this.#types.map(({ fields }) => fields.length));
    if (this.#indices.size < this.#types.length)
      throw new TypeError(`${algorithm.name}: two of its messages are of the same kind`);
  }

  /**
   * The type of a message.
   *
   * @throws TypeError for one that is not of this algorithm
   */
  typeOf({ kind }: Pick<Message, 'kind'>): MessageType {
    return this.#types[this.#indexOf(kind)]!;
  }

  #indexOf(kind: string): number {
    if (kind === this.#last) return this.#lastIndex;
    const index = this.#indices.get(kind);
    if (index === undefined) throw new TypeError(`no message of kind "${kind}" belongs to the algorithm`);
    this.#last = kind;
    this.#lastIndex = index;
    return index;
  }

  /** Vectors of d doubles that a message carries: what the communication counters count. */
  vectorCount(message: Pick<Message, 'kind'>): number {
    return this.typeOf(message).fields.length;
  }

  /**
   * Size of a message in bits: 64 d for each vector, or what its type says.
   *
   * @throws OwnFailure if its type gives something that is no whole number from 0
   */
  bits(message: Message): number {
    const { kind, fields, bits } = this.typeOf(message);
    if (bits === undefined) return BITS * this.#dimension * fields.length;
    return ownCall(`the size of the message "${kind}"`, message.round, () => {
      const size = bits(message, this.#dimension, this.#parameters);
      if (Number.isInteger(size) && size >= 0) return size;
      throw new TypeError(`it must be a whole number of bits from 0 (found ${String(size)})`);
    });
  }

  /** Vectors that the answers of one exchange carry. */
  totalVectors(answers: readonly Message[]): number {
    const [first] = answers;
    if (first === undefined) return 0;
    if (!this.#maySilence) return answers.length * this.vectorCount(first);
    return answers.reduce((sum, answer) => sum + this.vectorCount(answer), 0);
  }

  /** Size of the answers of one exchange, in bits: of one kind, or silent. */
  totalBits(answers: readonly Message[]): number {
    const [first] = answers;
    if (first === undefined) return 0;
    if (!this.#maySilence && this.typeOf(first).bits === undefined) return answers.length * this.bits(first);
    return answers.reduce((sum, answer) => sum + this.bits(answer), 0);
  }

  /** Whether a message is one that is not answered. */
  isNotice({ kind }: Pick<Message, 'kind'>): boolean {
    return this.#notices.has(kind);
  }

  /**
   * Writes a message into a slot.
   *
   * @param at - where its header begins
   * @param slot - {@link vectors} vectors `[d]`
   * @throws TypeError for one that is not of this algorithm, or lacks a vector of d numbers
   */
  encode(message: Message, header: Int32Array, at: number, slot: readonly Float64Array[]): void {
    const { fields } = this.#types[this.encodeHead(message, header, at)]!;
    for (let k = 0; k < fields.length; k++) {
      const room = slot[k]!;
      copyInto(room, vectorOfLength(message, fields[k]!, room.length));
    }
  }

  /**
   * Writes a message's head, and gives its type's number.
   *
   * @throws TypeError for one that is not of this algorithm
   */
  encodeHead(message: Message, header: Int32Array, at: number): number {
    const index = this.#indexOf(message.kind);
    header[at] = index;
    header[at + 1] = message.round;
    header[at + 2] = message.localSteps;
    header[at + 3] = message.taken ? 0 : 1;
    return index;
  }

  /**
   * The vectors of a message, in the order of its type.
   *
   * @throws TypeError for one that is not of this algorithm, or lacks a vector of d numbers
   */
  vectorsOf(message: Message): readonly Vector[] {
    return this.typeOf(message).fields.map((field) => vectorOfLength(message, field, this.#dimension));
  }

  /** A copy of a message, its reader's to keep. */
  copyOf(message: Message): Message {
    const copy = { ...message };
    const vectors = copy as unknown as Record<string, Vector>;
    for (const field of this.typeOf(message).fields) {
      const vector = vectors[field];
      // What lacks a vector is refused where it is read.
      if (vector instanceof Float64Array) vectors[field] = vector.slice();
    }
    return copy;
  }

  /** Reads the messages of one slot. */
  reader(agent: number, header: Int32Array, at: number, slot: readonly Vector[]): SlotReader {
    return new SlotReader(this.#types, agent, { header, at, slot });
  }
}

/**
 * The layout of a configured algorithm's messages.
 *
 * @param dimension - d
 */
export function layoutOf(configured: ConfiguredAlgorithm, dimension: number): MessageLayout {
  const algorithm = algorithmOf(configured);
  return new MessageLayout(algorithm, dimension, valuesOf(algorithm.parameters, configured));
}

/**
 * Reads a slot. The messages are the reader's own, one of each type, their heads written anew each time and
 * their vectors the slot itself: nothing is allocated for a message.
 */
export class SlotReader {
  readonly #types: readonly MessageType[];
  readonly #agent: number;
  readonly #header: Int32Array;
  readonly #at: number;
  readonly #slot: readonly Vector[];
  readonly #messages: Message[] = [];

  constructor(
    types: readonly MessageType[],
    agent: number,
    {
      header,
      at,
      slot,
    }: { readonly header: Int32Array; readonly at: number; readonly slot: readonly Vector[] },
  ) {
    this.#types = types;
    this.#agent = agent;
    this.#header = header;
    this.#at = at;
    this.#slot = slot;
  }

  /** The message that lies in the slot; the next one overwrites it. */
  read(): Message {
    const index = this.#header[this.#at]!;
    const message = (this.#messages[index] ??= this.#make(this.#types[index]!)) as {
      -readonly [Field in keyof Message]: Message[Field];
    };
    message.round = this.#header[this.#at + 1]!;
    message.localSteps = this.#header[this.#at + 2]!;
    message.taken = this.#header[this.#at + 3] === 0;
    return message;
  }

  #make(type: MessageType): Message {
    const vectors = Object.fromEntries(type.fields.map((field, k) => [field, this.#slot[k]!]));
    return writeHead(type(vectors as never), 0, 0, this.#agent);
  }
}
