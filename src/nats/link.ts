/** A way for packets of any size between two processes that know each other. */
import { Assembler, chunksOf, isChunk, roomOf } from './chunks.ts';
import type { NatsServer } from './connect.ts';

/** One end of it. What the server loses while a connection is made again is lost. */
export class SubjectLink {
  readonly #server: NatsServer;
  readonly #to: string;
  #take: (packet: Uint8Array) => void = () => undefined;
  #isOpen = true;
  readonly #close: () => void;

  /**
   * @param to - the subject under which the other end listens
   * @param from - under which this one does
   */
  constructor(server: NatsServer, to: string, from: string) {
    this.#server = server;
    this.#to = to;
    const assembler = new Assembler();
    const subscription = server.connection.subscribe(from, {
      callback: (error, { data }) => {
        if (error !== null) return;
        const packet = wholeOf(assembler, from, data);
        if (packet !== undefined) this.#take(packet);
      },
    });
    this.#close = () => {
      subscription.unsubscribe();
    };
  }

  send(packet: Uint8Array): void {
    const { connection, mostBytes } = this.#server;
    if (!this.#isOpen || connection.isClosed() || connection.isDraining()) return;
    // What is hashed and put together costs more than a short round.
    const isWhole = packet.length <= roomOf(mostBytes) && !isChunk(packet);
    for (const message of isWhole ? [packet] : chunksOf(packet, mostBytes))
      connection.publish(this.#to, message);
  }

  receive(take: (packet: Uint8Array) => void): void {
    this.#take = take;
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    if (!this.#server.connection.isClosed()) this.#close();
  }
}

/** What is no packet of ours is left alone: who waits for one asks for it again. */
function wholeOf(assembler: Assembler, sender: string, message: Uint8Array): Uint8Array | undefined {
  try {
    return isChunk(message) ? assembler.add(sender, message) : message;
  } catch {
    return undefined;
  }
}
