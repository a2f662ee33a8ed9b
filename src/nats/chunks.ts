/**
 * Payloads of any size over messages of bounded size: split into chunks, each with what is needed to put the whole
 * together again and to see that it is whole.
 *
 * A chunk: 4 bytes `FSA1`, its number and how many there are (4 bytes each, little-endian), the bytes of the whole
 * (8 bytes), the whole's SHA-256 (32 bytes), then its part.
 */
import { createHash } from 'node:crypto';
import { InputError } from '../values/failure.ts';

const MAGIC = 'FSA1';
const HEAD = 4 + 4 + 4 + 8 + 32;
/** Room that a message needs beside its payload. */
const MARGIN = 4096;
/** Bytes of a payload, at most. */
const MOST_BYTES = 2 ** 30;
/** Payloads of which some chunks are there, at most; the one that waits longest goes. */
const MOST_PARTIAL = 256;

const hashOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();

/** Whether a message is a chunk, and no payload by itself. */
export const isChunk = (message: Uint8Array): boolean =>
  Buffer.from(message.buffer, message.byteOffset, message.byteLength).toString('latin1', 0, 4) === MAGIC;

/** Bytes that a message has room for beside what the server and the client add. */
export const roomOf = (most: number): number => Math.max(1, most - Math.min(MARGIN, most >> 1));

/**
 * The chunks of a payload, at least one.
 *
 * @param most - bytes of a message that the server takes: its `max_payload`
 * @throws InputError for a payload that is too large to be sent
 */
export function chunksOf(payload: Uint8Array, most: number): Uint8Array[] {
  const part = Math.max(1, roomOf(most) - HEAD);
  if (payload.length > MOST_BYTES)
    throw new InputError(
      `${payload.length} bytes are too many for one result over NATS; the limit is ${MOST_BYTES}. Fewer seeds a run, or fewer recorded rounds (--record), make it smaller`,
    );
  const count = Math.max(1, Math.ceil(payload.length / part));
  const hash = hashOf(payload);
  return Array.from({ length: count }, (_, at) => {
    const piece = payload.subarray(at * part, (at + 1) * part);
    const chunk = Buffer.alloc(HEAD + piece.length);
    chunk.write(MAGIC, 'latin1');
    chunk.writeUInt32LE(at, 4);
    chunk.writeUInt32LE(count, 8);
    chunk.writeBigUInt64LE(BigInt(payload.length), 12);
    hash.copy(chunk, 20);
    chunk.set(piece, HEAD);
    return chunk;
  });
}

/** A payload that is not whole yet. */
interface Partial {
  readonly parts: (Uint8Array | undefined)[];
  readonly bytes: number;
  readonly hash: Buffer;
  missing: number;
}

/** Puts payloads together. Chunks may come twice, and those of several payloads in turn. */
export class Assembler {
  readonly #partial = new Map<string, Partial>();

  /**
   * Takes in a chunk.
   *
   * @param sender - chunks of two senders are never put together
   * @returns the payload that it completes
   * @throws InputError where it is no chunk, or the whole is not what was sent
   */
  add(sender: string, chunk: Uint8Array): Uint8Array | undefined {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    if (bytes.length < HEAD || bytes.toString('latin1', 0, 4) !== MAGIC)
      throw new InputError(`a message of ${sender} is not of this version of fedsa`);
    const [at, count] = [bytes.readUInt32LE(4), bytes.readUInt32LE(8)];
    const length = Number(bytes.readBigUInt64LE(12));
    const hash = bytes.subarray(20, HEAD);
    const part = bytes.subarray(HEAD);
    if (at >= count || length > MOST_BYTES || count > Math.max(1, length) || part.length > length)
      throw new InputError(`a message of ${sender} has impossible sizes`);
    if (count === 1) return whole(sender, [part], length, hash);
    const name = `${sender} ${hash.toString('hex')} ${count}`;
    const partial = this.#partial.get(name) ?? { parts: [], bytes: length, hash, missing: count };
    if (partial.missing === count) this.#keep(name, partial);
    if (partial.parts[at] === undefined) {
      partial.parts[at] = part;
      partial.missing--;
    }
    if (partial.missing > 0) return undefined;
    this.#partial.delete(name);
    return whole(sender, partial.parts as Uint8Array[], partial.bytes, partial.hash);
  }

  #keep(name: string, partial: Partial): void {
    this.#partial.set(name, partial);
    const [oldest] = this.#partial.keys();
    if (this.#partial.size > MOST_PARTIAL) this.#partial.delete(oldest!);
  }
}

function whole(sender: string, parts: readonly Uint8Array[], length: number, hash: Buffer): Uint8Array {
  const payload = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
  if (payload.length === length && hashOf(payload).equals(hash)) return payload;
  throw new InputError(`a message of ${sender} is incomplete: its length or its SHA-256 differs`);
}
