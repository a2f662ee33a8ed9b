/**
 * Frames of requests and answers: messages to many agents of a host or from them, or plain data. A vector that
 * several messages share, as the server's θ̄ to all agents, goes once.
 */
import { deserialize, serialize } from 'node:v8';
import type { Message } from '../../src/algorithms/message.ts';
import type { Vector } from '../../src/maths/vector.ts';
import { HEADER_LENGTH, type MessageLayout } from '../../src/algorithms/messageLayout.ts';
import { aligned } from './packets.ts';

/** In the order of their numbers: of requests, and of answers. */
const KINDS = [
  /** hosts the problem from now on */
  'prepare',
  /** begins a replication */
  'open',
  /** all agents take one message and answer it */
  'exchange',
  /** some agents take something each, in this order */
  'each',
  'done',
  'failed',
] as const;

export type FrameKind = (typeof KINDS)[number];

/** The kind's number takes the place of a double: what follows can be read as doubles. */
const HEAD = 8;

/** The kind of a frame; `undefined` for bytes that are none. */
export const kindOf = (frame: Uint8Array): FrameKind | undefined => KINDS[frame[0]!];

/** A frame of plain data: what structured clone takes, with typed arrays, −0 and NaN as they are. */
export function dataFrame(kind: FrameKind, data: unknown): Uint8Array {
  const content = serialize(data);
  const frame = new Uint8Array(HEAD + content.length);
  frame[0] = KINDS.indexOf(kind);
  frame.set(content, HEAD);
  return frame;
}

/** The data of a frame. */
export const dataOf = (frame: Uint8Array): unknown => deserialize(frame.subarray(HEAD));

/** A message to one agent, or from it. */
export interface Entry {
  /** −1 for all */
  readonly agent: number;
  /** `undefined`: it is to start anew */
  readonly message: Message | undefined;
}

/** Words of an entry before the places of its vectors: agent, whether there is a message, its head. */
const ENTRY = 2 + HEADER_LENGTH;

/**
 * A frame of entries: how many there are and how many vectors, of each entry its words, then the vectors.
 *
 * @param dimension - d
 * @throws TypeError for a message that is not of the layout's algorithm, or lacks a vector of d numbers
 */
export function entriesFrame(
  kind: FrameKind,
  entries: readonly Entry[],
  layout: MessageLayout,
  dimension: number,
): Uint8Array {
  const places = new Map<Vector, number>();
  const words = new Int32Array(even(2 + entries.length * (ENTRY + layout.vectors)));
  let at = 2;
  for (const { agent, message } of entries) {
    words[at] = agent;
    words[at + 1] = message ? 1 : 0;
    if (message) {
      layout.encodeHead(message, words, at + 2);
      layout.vectorsOf(message).forEach((vector, k) => {
        const place = places.get(vector) ?? places.size;
        places.set(vector, place);
        words[at + ENTRY + k] = place;
      });
    }
    at += ENTRY + layout.vectors;
  }
  words[0] = entries.length;
  words[1] = places.size;
  const begins = HEAD + words.byteLength;
  const frame = new Uint8Array(begins + 8 * dimension * places.size);
  frame[0] = KINDS.indexOf(kind);
  frame.set(new Uint8Array(words.buffer), HEAD);
  const numbers = new Float64Array(frame.buffer, begins);
  for (const [vector, place] of places) numbers.set(vector, place * dimension);
  return frame;
}

/** The entries of a frame; their vectors are views of it. */
export function entriesOf(given: Uint8Array, layout: MessageLayout, dimension: number): Entry[] {
  const { buffer, byteOffset } = aligned(given);
  const [count, vectors] = new Int32Array(buffer, byteOffset + HEAD, 2) as unknown as [number, number];
  const width = ENTRY + layout.vectors;
  const words = new Int32Array(buffer, byteOffset + HEAD, even(2 + count * width));
  const begins = byteOffset + HEAD + words.byteLength;
  const all = Array.from(
    { length: vectors },
    (_, place) => new Float64Array(buffer, begins + 8 * dimension * place, dimension),
  );
  return Array.from({ length: count }, (_, index) => {
    const at = 2 + index * width;
    const agent = words[at]!;
    if (words[at + 1] === 0) return { agent, message: undefined };
    const vectors = Array.from({ length: layout.vectors }, (__, k) => all[words[at + ENTRY + k]!]!);
    return { agent, message: layout.reader(agent, words, at + 2, vectors).read() };
  });
}

const even = (count: number): number => count + (count % 2);
