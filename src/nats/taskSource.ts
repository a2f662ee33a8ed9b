/** Work queues from the side of a worker: which there are, their next tasks, and where results go. */
import { jetstream, type JetStreamManager, type JsMsg } from '@nats-io/jetstream';
import { headers, millis, nuid } from '@nats-io/transport-node';
import { InputError } from '../values/failure.ts';
import { Blobs, RETRIES } from './blobs.ts';
import { jetStreamOf, type NatsServer } from './connect.ts';
import {
  ANY_OVER,
  ANY_TASK,
  BEFORE,
  namesOf,
  NEW_QUEUE,
  placeIn,
  queueOf,
  sweepOf,
  taskName,
  WORKERS,
} from './queueNames.ts';
import type { EndKind } from './taskQueue.ts';

/** Header of a result: what its numbers come to. */
const DIGEST = 'Fedsa-Digest';
/** Error of JetStream where something is there already. */
const IS_THERE = 10071;

/** A task in a worker's hands. */
export interface TakenTask {
  readonly queue: string;
  readonly task: string;
  /** as cards name it: the same in all sessions of the sweep */
  readonly name: string;
  readonly bytes: Uint8Array;
  /** how often it has been handed out, this time included: all but the last time to workers that fell silent */
  readonly handedOut: number;
  /** Publishes what became of it, then lets go of it. */
  readonly end: (kind: EndKind, bytes: Uint8Array, digest?: string) => Promise<void>;
  /** Stops saying that it is being worked at; to be called in the end. */
  readonly release: () => void;
}

/** All queues of a server; see the head of this file. */
export class TaskSource {
  readonly #server: NatsServer;
  readonly #manager: JetStreamManager;

  private constructor(server: NatsServer, manager: JetStreamManager) {
    this.#server = server;
    this.#manager = manager;
  }

  static async open(server: NatsServer): Promise<TaskSource> {
    return new TaskSource(server, await jetStreamOf(server));
  }

  /** Names of the queues that there are. */
  async queues(): Promise<string[]> {
    const queues: string[] = [];
    for await (const name of this.#manager.streams.names(ANY_TASK)) {
      const queue = queueOf(name);
      if (queue !== undefined) queues.push(queue);
    }
    return queues;
  }

  /** What a queue's owner has workers know; `undefined` where the queue is gone. */
  async head(queue: string): Promise<Uint8Array | undefined> {
    const { parts, head } = namesOf(queue);
    try {
      return (await this.#manager.direct.getMessage(parts, { last_by_subj: head }))?.data;
    } catch {
      return undefined;
    }
  }

  /** What is too large for a task's message. */
  blobs(queue: string): Blobs {
    return new Blobs(this.#server, this.#manager, queue);
  }

  /**
   * The next task of a queue; `undefined` where none came in time.
   *
   * @param within - in ms, at least 1,000
   */
  async next(queue: string, within: number): Promise<TakenTask | undefined> {
    const consumer = await jetstream(this.#server.connection).consumers.get(namesOf(queue).tasks, WORKERS);
    const message = await consumer.next({ expires: within });
    if (message === null) return undefined;
    const { ack_wait: silence } = (await consumer.info(true)).config;
    // From now on, however large it is.
    const timer = setInterval(
      () => {
        message.working();
      },
      millis(silence!) / 3,
    );
    const release = (): void => {
      clearInterval(timer);
    };
    try {
      const { bytes } = await this.blobs(queue).opened(message.data);
      const task = placeIn(message.subject, 3);
      const end = (kind: EndKind, result: Uint8Array, digest = ''): Promise<void> =>
        this.#end({ queue, task, message }, kind, result, digest);
      const before = Number(message.headers?.get(BEFORE) ?? 0);
      const handedOut = before + message.info.deliveryCount;
      return { queue, task, name: taskName(queue, task), bytes, handedOut, end, release };
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * Publishes what became of a task where its sweep looks for it. A result outlives its session: where that is gone the
   * sweep's present one has it.
   */
  async #end(
    { queue, task, message }: { readonly queue: string; readonly task: string; readonly message: JsMsg },
    kind: EndKind,
    bytes: Uint8Array,
    digest: string,
  ): Promise<void> {
    const queues = await this.queues();
    const isThere = queues.includes(queue);
    const present = isThere ? queue : queues.find((candidate) => sweepOf(candidate) === sweepOf(queue));
    const conflict =
      present !== undefined && (isThere || kind === 'done')
        ? await this.#publish(present, task, kind, { bytes, digest })
        : undefined;
    // Where that does not arrive the task is over already, or comes again, and its result is there.
    await message.ackAck().catch(() => undefined);
    if (conflict !== undefined) throw new InputError(conflict);
  }

  /** @returns a line where another result is there */
  async #publish(
    queue: string,
    task: string,
    kind: EndKind,
    { bytes, digest }: { readonly bytes: Uint8Array; readonly digest: string },
  ): Promise<string | undefined> {
    const { end, ends } = namesOf(queue);
    const subject = end(task, kind);
    const sealed = await this.blobs(queue).sealed(`end-${task}`, bytes);
    const heads = headers();
    heads.set(DIGEST, digest);
    try {
      await jetstream(this.#server.connection).publish(subject, sealed, {
        msgID: nuid.next(),
        retries: RETRIES,
        headers: heads,
        // A result comes once; a second one is compared with it.
        ...(kind === 'done' && { expect: { lastSubjectSequence: 0 } }),
      });
      return undefined;
    } catch (error) {
      if ((error as { readonly code?: unknown }).code !== IS_THERE) throw error;
      const stored = await this.#manager.direct.getMessage(ends, { last_by_subj: subject });
      const theirs = stored?.header.get(DIGEST);
      if (theirs === undefined || theirs === digest) return undefined;
      const line = `two workers computed different rows of task ${task} under the same key, by another version of Node or a fault`;
      await this.#publish(queue, task, 'fell', { bytes: Buffer.from(line), digest: '' });
      return line;
    }
  }

  /** Has functions called when there is a new queue, and when one is over. */
  listen(hasNew: () => void, isOver: (id: string) => void): () => void {
    const { connection } = this.#server;
    const subscriptions = [
      connection.subscribe(NEW_QUEUE, { callback: hasNew }),
      connection.subscribe(ANY_OVER, {
        callback: (_, { subject }) => {
          isOver(placeIn(subject, 1));
        },
      }),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }
}
