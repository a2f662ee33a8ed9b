/** The newest frame of each kind, and those who read them. */
import type { ServerResponse } from 'node:http';
import type { FrameKind, Frames } from './frames.ts';

/** What is used of a response. */
export type Stream = Pick<ServerResponse, 'write' | 'on' | 'end'>;

/**
 * One page's event stream. What a reader that is too slow has not read yet is replaced by what is newer: beyond what the
 * connection holds there is a frame of each kind at most.
 */
class Reader {
  readonly #response: Stream;
  readonly #waiting = new Map<string, Buffer>();
  #isFull = false;

  constructor(response: Stream) {
    this.#response = response;
    response.on('drain', () => {
      this.#isFull = false;
      const waiting = [...this.#waiting];
      this.#waiting.clear();
      for (const [kind, bytes] of waiting) this.offer(kind, bytes);
    });
  }

  offer(kind: string, bytes: Buffer): void {
    if (this.#isFull) this.#waiting.set(kind, bytes);
    else this.#isFull = !this.#response.write(bytes);
  }

  end(): void {
    for (const bytes of this.#waiting.values()) this.#response.write(bytes);
    this.#response.end();
  }
}

/** What a page shows. A frame's bytes are the same for all readers, however many are slow. */
export class Board {
  readonly #newest = new Map<FrameKind, Buffer>();
  readonly #readers = new Set<Reader>();

  /** Shows a frame from now on; one that is as it was is not sent again. */
  show<Kind extends FrameKind>(kind: Kind, frame: Frames[Kind]): void {
    const bytes = Buffer.from(`event: ${kind}\ndata: ${JSON.stringify(frame)}\n\n`);
    if (this.#newest.get(kind)?.equals(bytes)) return;
    this.#newest.set(kind, bytes);
    for (const reader of this.#readers) reader.offer(kind, bytes);
  }

  /** Sends everything to a new reader, and what is new from now on, until it has left. */
  attach(response: Stream): void {
    const reader = new Reader(response);
    // One write: of a thousand pages that are opened at once each waits for those before it.
    if (!this.isEmpty) reader.offer('all', Buffer.concat([...this.#newest.values()]));
    this.#readers.add(reader);
    response.on('close', () => {
      this.#readers.delete(reader);
    });
  }

  /** Whether nothing has been shown yet. */
  get isEmpty(): boolean {
    return this.#newest.size === 0;
  }

  /** Ends the streams. */
  end(): void {
    for (const reader of this.#readers) reader.end();
  }

  /** Bytes that all readers get if everything is new. */
  get load(): number {
    let bytes = 0;
    for (const frame of this.#newest.values()) bytes += frame.length;
    return bytes * this.#readers.size;
  }

  /** Pages that are open. */
  get readers(): number {
    return this.#readers.size;
  }
}
