/** Bytes of any size in a stream: what is too large for a message lies there in parts. */
import { jetstream, type JetStreamManager } from '@nats-io/jetstream';
import { nuid } from '@nats-io/transport-node';
import { InputError } from '../values/failure.ts';
import { Assembler, chunksOf } from './chunks.ts';
import type { NatsServer } from './connect.ts';
import { namesOf } from './queueNames.ts';

/** How often something is published before it is given up, each time after a longer wait. */
export const RETRIES = 8;
/** A message that refers to parts begins with this, which no other does. */
const REFERENCE = '@';
const BLOB_NAME = /^[\w-]{1,120}$/;

/** Those of one queue. */
export class Blobs {
  readonly #server: NatsServer;
  readonly #manager: JetStreamManager;
  readonly #names: ReturnType<typeof namesOf>;

  constructor(server: NatsServer, manager: JetStreamManager, queue: string) {
    this.#server = server;
    this.#manager = manager;
    this.#names = namesOf(queue);
  }

  /** Stores bytes under a name. */
  async put(name: string, bytes: Uint8Array): Promise<void> {
    const js = jetstream(this.#server.connection);
    const { part } = this.#names;
    for (const [at, chunk] of chunksOf(bytes, this.#server.mostBytes).entries())
      await js.publish(part(name, at), chunk, { msgID: nuid.next(), retries: RETRIES });
  }

  /** @throws InputError where they are not there, or not whole */
  async get(name: string): Promise<Uint8Array> {
    const { parts, part } = this.#names;
    if (!BLOB_NAME.test(name)) throw new InputError('a message refers to a name that is none');
    const assembler = new Assembler();
    for (let at = 0; ; at++) {
      const message = await this.#manager.direct.getMessage(parts, { last_by_subj: part(name, at) });
      if (message === null) throw new InputError(`part ${at} of ${name} is not there`);
      const whole = assembler.add(name, message.data);
      if (whole !== undefined) return whole;
    }
  }

  /** Forgets them; `*` for all names is none. */
  async drop(name: string): Promise<void> {
    const { parts, part } = this.#names;
    await this.#manager.streams.purge(parts, { filter: part(name, '>') });
  }

  /** A message for bytes: themselves, or a reference to their parts. */
  async sealed(name: string, bytes: Uint8Array): Promise<Uint8Array> {
    if (bytes.length <= this.#server.mostBytes / 2 && bytes[0] !== REFERENCE.charCodeAt(0)) return bytes;
    const unique = `${name}-${nuid.next()}`;
    await this.put(unique, bytes);
    return Buffer.from(`${REFERENCE}${unique}`);
  }

  /** The bytes of a message, and the name of their parts where there are some. */
  async opened(message: Uint8Array): Promise<{ readonly bytes: Uint8Array; readonly blob?: string }> {
    if (message[0] !== REFERENCE.charCodeAt(0)) return { bytes: message };
    const blob = Buffer.from(message).toString('utf8', 1);
    return { bytes: await this.get(blob), blob };
  }
}
