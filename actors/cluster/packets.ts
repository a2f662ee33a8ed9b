/** Packets between a run and a host: three numbers, and what they carry. */

/** In the order of their numbers. */
const KINDS = ['request', 'answer', 'ask', 'state', 'again', 'end'] as const;

/**
 * - `request`, number `sequence`; all before `settled` are answered
 * - `answer` to request `sequence`
 * - `ask`: requests before `sequence` have been sent; those in the list are not answered
 * - `state`: requests before `sequence` have come; those in the list are answered
 * - `again`: the answer to `sequence` has not come
 * - `end`: there is nothing more to come; why, as text
 */
export interface Packet {
  readonly kind: (typeof KINDS)[number];
  readonly sequence: number;
  readonly settled: number;
  readonly content: Uint8Array;
}

const NOTHING = new Uint8Array(0);
/** Three doubles: what follows can be read as doubles, too. */
const HEAD = 24;

/** The bytes of a packet. */
export function pack(
  kind: Packet['kind'],
  sequence = 0,
  settled = 0,
  content: Uint8Array = NOTHING,
): Uint8Array {
  const bytes = new Uint8Array(HEAD + content.length);
  new Float64Array(bytes.buffer, 0, 3).set([KINDS.indexOf(kind), sequence, settled]);
  bytes.set(content, HEAD);
  return bytes;
}

/** The packet of these bytes; `undefined` where they are none. */
export function unpack(given: Uint8Array): Packet | undefined {
  if (given.length < HEAD) return undefined;
  const bytes = aligned(given);
  const [number, sequence, settled] = new Float64Array(bytes.buffer, bytes.byteOffset, 3);
  const kind = KINDS[number!];
  if (kind === undefined) return undefined;
  return { kind, sequence: sequence!, settled: settled!, content: bytes.subarray(HEAD) };
}

/** Bytes that begin where doubles may begin. */
export const aligned = (bytes: Uint8Array): Uint8Array =>
  bytes.byteOffset % 8 === 0 ? bytes : Uint8Array.from(bytes);

/** Numbers as content. */
export const packNumbers = (numbers: Iterable<number>): Uint8Array =>
  new Uint8Array(Float64Array.from(numbers).buffer);

/** The numbers of a content. */
export const unpackNumbers = ({ buffer, byteOffset, byteLength }: Uint8Array): Float64Array =>
  new Float64Array(buffer, byteOffset, Math.floor(byteLength / 8));
