/** A work queue from the side of who has work: tasks go out, what became of them comes back. */
import {
  AckPolicy,
  jetstream,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { nanos, nuid } from '@nats-io/transport-node';
import { InputError } from '../protocol/failure.ts';
import { Blobs, RETRIES } from './blobs.ts';
import { jetStreamOf, type NatsServer } from './connect.ts';
import { NEW_QUEUE, namesOf, OWNER, placeIn, WORKERS } from './queueNames.ts';

/** What is left by an owner who never comes back goes after so long, in ms. */
const KEPT_FOR = 14 * 24 * 3600 * 1000;
/** How long another owner has to answer, in ms. */
const ANSWER_WITHIN = 1000;
/** How long the owner may take over what became of a task before it comes again, in ms. */
const TAKE_WITHIN = 120_000;

/** What became of a task: its result; given back, not done; its worker died. */
export type EndKind = 'done' | 'back' | 'fell';

export interface TaskEnd {
  readonly task: string;
  readonly kind: EndKind;
  readonly bytes: Uint8Array;
  /** Forgets it, once it is taken in. */
  readonly forget: () => Promise<void>;
}

/** The queue of one owner; see the head of this file. */
export class TaskQueue {
  readonly #server: NatsServer;
  readonly #manager: JetStreamManager;
  readonly #id: string;
  readonly blobs: Blobs;

  private constructor(server: NatsServer, manager: JetStreamManager, id: string) {
    this.#server = server;
    this.#manager = manager;
    this.#id = id;
    this.blobs = new Blobs(server, manager, id);
  }

  /**
   * Opens the queue: what became of tasks of an earlier owner is taken in, and its tasks are forgotten.
   *
   * @param head - what workers are to know before they take a task
   * @param silence - after so long, in ms, without a word of a worker its task goes to another
   * @param adopt - takes in what became of a task of an earlier owner
   * @throws InputError in one line, where another process has the queue, or the server does not do
   */
  static async open(
    server: NatsServer,
    id: string,
    head: Uint8Array,
    silence: number,
    adopt: (end: TaskEnd) => Promise<void>,
  ): Promise<TaskQueue> {
    const manager = await jetStreamOf(server);
    const { tasks, ends, parts, task, end, part, head: headSubject, owner } = namesOf(id);
    const { connection } = server;
    const queue = new TaskQueue(server, manager, id);
    try {
      if (await isAnswered(server, owner))
        throw new InputError(
          `NATS server ${server.where}: another process is running this sweep; wait for it, or end it`,
        );
      await queue.#remove(tasks);
      if (await exists(manager, ends)) {
        await manager.consumers.add(ends, CONSUMER_OF_ENDS);
        for (let last: TaskEnd | undefined; (last = await queue.next(1000)) !== undefined;) await adopt(last);
        await queue.#remove(ends);
        await queue.#remove(parts);
      }
      const stream = {
        storage: StorageType.File,
        max_age: nanos(KEPT_FOR),
        retention: RetentionPolicy.Limits,
        allow_direct: true,
      };
      await manager.streams.add({ ...stream, name: parts, subjects: [part('*', '*'), headSubject] });
      await manager.streams.add({ ...stream, name: ends, subjects: [end('*', '*')] });
      await manager.consumers.add(ends, CONSUMER_OF_ENDS);
      await jetstream(connection).publish(headSubject, head, { retries: RETRIES });
      // Last, since workers look for it.
      await manager.streams.add({
        ...stream,
        name: tasks,
        subjects: [task('*')],
        retention: RetentionPolicy.Workqueue,
      });
      await manager.consumers.add(tasks, {
        durable_name: WORKERS,
        ack_policy: AckPolicy.Explicit,
        ack_wait: nanos(silence),
        // Workers count themselves how often a task has come, and say so.
        max_deliver: -1,
        max_ack_pending: -1,
      });
      connection.subscribe(owner, {
        callback: (_, message) => {
          message.respond();
        },
      });
      connection.publish(NEW_QUEUE);
      return queue;
    } catch (error) {
      throw server.failure(error);
    }
  }

  /** Hands out a task. */
  async publish(task: string, bytes: Uint8Array): Promise<void> {
    const message = await this.blobs.sealed(`task-${task}`, bytes);
    await jetstream(this.#server.connection).publish(namesOf(this.#id).task(task), message, {
      msgID: `${task}.${nuid.next()}`,
      retries: RETRIES,
    });
  }

  /**
   * What became of a task; `undefined` where nothing did in time.
   *
   * @param within - in ms, at least 1,000
   */
  async next(within: number): Promise<TaskEnd | undefined> {
    const { ends } = namesOf(this.#id);
    const consumer = await jetstream(this.#server.connection).consumers.get(ends, OWNER);
    const message = await consumer.next({ expires: within });
    if (message === null) return undefined;
    const [task, kind] = [placeIn(message.subject, 3), placeIn(message.subject, 4)];
    const { bytes, blob } = await this.blobs.opened(message.data);
    return {
      task,
      kind: kind === 'done' || kind === 'back' ? kind : 'fell',
      bytes,
      forget: async () => {
        if (blob !== undefined) await this.blobs.drop(blob);
        await message.ackAck();
        // One message and not all of the task: a purge by subject has consumers of some servers skip others.
        await this.#manager.streams.deleteMessage(ends, message.seq, false);
      },
    };
  }

  /** Ends the queue: nothing of it is left on the server, and workers stop computing for it. */
  async close(): Promise<void> {
    const { tasks, ends, parts, over } = namesOf(this.#id);
    await this.#remove(tasks);
    await this.#remove(ends);
    await this.#remove(parts);
    this.#server.connection.publish(over);
  }

  async #remove(stream: string): Promise<void> {
    if (await exists(this.#manager, stream)) await this.#manager.streams.delete(stream);
  }
}

const CONSUMER_OF_ENDS = {
  durable_name: OWNER,
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(TAKE_WITHIN),
  max_deliver: -1,
  max_ack_pending: -1,
} as const;

async function exists(manager: JetStreamManager, stream: string): Promise<boolean> {
  for await (const name of manager.streams.names()) if (name === stream) return true;
  return false;
}

async function isAnswered({ connection }: NatsServer, subject: string): Promise<boolean> {
  try {
    await connection.request(subject, undefined, { timeout: ANSWER_WITHIN });
    return true;
  } catch {
    return false;
  }
}
