/** A work queue from the side of who has work: tasks go out, what became of them comes back. */
import {
  AckPolicy,
  jetstream,
  JetStreamApiCodes,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream';
import { headers, nanos, nuid, type Subscription } from '@nats-io/transport-node';
import { InputError } from '../values/failure.ts';
import { Blobs, RETRIES } from './blobs.ts';
import { jetStreamOf, type NatsServer } from './connect.ts';
import {
  BEFORE,
  NEW_QUEUE,
  namesOf,
  newQueue,
  OWNER,
  placeIn,
  queueOf,
  sweepOf,
  WORKERS,
} from './queueNames.ts';

/** Messages of an owner who never comes back go after so long, in ms. */
const KEPT_FOR = 14 * 24 * 3600 * 1000;
/** How long another owner has to answer, in ms. */
const ANSWER_WITHIN = 1000;
/** How long the owner may take over what became of a task before it comes again, in ms. */
const TAKE_WITHIN = 120_000;

/** What became of a task: its result; given back, not done; its worker died. */
export type EndKind = 'done' | 'back' | 'fell';

/** What became of a task, as it is read. */
export interface EndOfTask {
  readonly task: string;
  readonly kind: EndKind;
  readonly bytes: Uint8Array;
}

export interface TaskEnd extends EndOfTask {
  /** Forgets it, once it is taken in. */
  readonly forget: () => Promise<void>;
}

/** Where the messages of a queue are. */
export interface QueueCounts {
  /** tasks that no worker has been handed */
  readonly waiting: number;
  /** tasks that the server believes to be in a worker's hands, or that come again because it fell silent */
  readonly inHand: number;
  /** ends that are not taken in */
  readonly ends: number;
}

/** How a queue is given out. */
interface QueueSettings {
  /** read by workers before they take a task */
  readonly head: Uint8Array;
  /** ms without a word of a worker, after which its task goes to another */
  readonly silence: number;
}

/** The queue of one session; see the head of this file. */
export class TaskQueue {
  readonly #server: NatsServer;
  readonly #manager: JetStreamManager;
  readonly #names: ReturnType<typeof namesOf>;
  #owning: Subscription | undefined;
  readonly blobs: Blobs;

  private constructor(server: NatsServer, manager: JetStreamManager, queue: string) {
    this.#server = server;
    this.#manager = manager;
    this.#names = namesOf(queue);
    this.blobs = new Blobs(server, manager, queue);
  }

  /**
   * Opens a queue under a name of its own: what became of tasks of earlier sessions is taken in, and their queues are
   * removed.
   *
   * @param sweep - its ID
   * @param adopt - takes in what became of a task of an earlier session
   * @throws InputError in one line, where another process has the sweep, or the server does not do; else the error of
   *   the client, where the same may do later
   */
  static async open(
    server: NatsServer,
    sweep: string,
    { head, silence }: QueueSettings,
    adopt: (end: EndOfTask) => void | Promise<void>,
  ): Promise<TaskQueue> {
    const manager = await jetStreamOf(server);
    const earlier = await queuesOf(manager, sweep);
    for (const queue of earlier)
      if (await isAnswered(server, namesOf(queue).owner))
        throw new InputError(
          `NATS server ${server.where}: another process is running this sweep; wait for it, or end it`,
        );
    for (const queue of earlier) {
      const left = new TaskQueue(server, manager, queue);
      await left.#remove('tasks');
      await left.#readEnds(adopt);
      await left.#removeAll();
    }
    const queue = new TaskQueue(server, manager, newQueue(sweep));
    try {
      await queue.#create(head, silence);
    } catch (error) {
      queue.abandon();
      throw error;
    }
    return queue;
  }

  async #create(head: Uint8Array, silence: number): Promise<void> {
    const names = this.#names;
    const { streams, consumers } = this.#manager;
    const { connection } = this.#server;
    // First, so that no other session takes the streams for those of a dead one.
    this.#owning = connection.subscribe(names.owner, {
      callback: (_, message) => {
        message.respond();
      },
    });
    const stream = {
      storage: StorageType.File,
      max_age: nanos(KEPT_FOR),
      retention: RetentionPolicy.Limits,
      allow_direct: true,
    };
    await streams.add({ ...stream, name: names.parts, subjects: [names.part('*', '*'), names.head] });
    await streams.add({ ...stream, name: names.ends, subjects: [names.end('*', '*')] });
    await consumers.add(names.ends, CONSUMER_OF_ENDS);
    await jetstream(connection).publish(names.head, head, { retries: RETRIES });
    // Last, since workers look for it.
    await streams.add({
      ...stream,
      name: names.tasks,
      subjects: [names.task('*')],
      retention: RetentionPolicy.Workqueue,
    });
    await consumers.add(names.tasks, {
      durable_name: WORKERS,
      ack_policy: AckPolicy.Explicit,
      ack_wait: nanos(silence),
      // Workers count themselves how often a task has come, and say so.
      max_deliver: -1,
      max_ack_pending: -1,
    });
    connection.publish(NEW_QUEUE);
  }

  /**
   * Hands out a task.
   *
   * @param before - how often it was handed out and lost
   * @returns the place of its message, for {@link withdraw}
   */
  async publish(task: string, bytes: Uint8Array, before = 0): Promise<number> {
    const message = await this.blobs.sealed(`task-${task}`, bytes);
    const heads = headers();
    if (before > 0) heads.set(BEFORE, String(before));
    const { seq } = await jetstream(this.#server.connection).publish(this.#names.task(task), message, {
      msgID: `${task}.${nuid.next()}`,
      retries: RETRIES,
      headers: heads,
    });
    return seq;
  }

  /** Removes the message of a task that was published again, if it is still there. */
  async withdraw(place: number): Promise<void> {
    await this.#manager.streams.deleteMessage(this.#names.tasks, place, false).catch(() => undefined);
  }

  /** @returns `undefined` where the server has the queue no more */
  async counts(): Promise<QueueCounts | undefined> {
    const { consumers } = this.#manager;
    try {
      // In this order: a worker publishes the end of its task before it lets go of it.
      const tasks = await consumers.info(this.#names.tasks, WORKERS);
      const ends = await consumers.info(this.#names.ends, OWNER);
      return {
        waiting: tasks.num_pending,
        inHand: tasks.num_ack_pending,
        ends: ends.num_pending + ends.num_ack_pending,
      };
    } catch (error) {
      const { StreamNotFound, ConsumerNotFound } = JetStreamApiCodes;
      const code = error instanceof JetStreamApiError ? error.code : undefined;
      if (code === StreamNotFound || code === ConsumerNotFound) return undefined;
      throw error;
    }
  }

  /**
   * What became of a task; `undefined` where nothing did in time. A result that cannot be read counts as given back.
   *
   * @param within - in ms, at least 1,000
   */
  async next(within: number): Promise<TaskEnd | undefined> {
    const { ends } = this.#names;
    const consumer = await jetstream(this.#server.connection).consumers.get(ends, OWNER);
    const message = await consumer.next({ expires: within });
    if (message === null) return undefined;
    const { blob, ...end } = await this.#read(message);
    return {
      ...end,
      forget: async () => {
        await message.ackAck();
        // One message and not all of the task: a purge by subject has consumers of some servers skip others.
        await this.#manager.streams.deleteMessage(ends, message.seq, false);
        // Last: a message whose parts are gone could not be read by the next session.
        if (blob !== undefined) await this.blobs.drop(blob);
      },
    };
  }

  /** Takes in the ends that lie there, also those that their owner was taking in when it died. */
  async #readEnds(adopt: (end: EndOfTask) => void | Promise<void>): Promise<void> {
    const { ends, end } = this.#names;
    if (!(await exists(this.#manager, ends))) return;
    for (let from = 1; ;) {
      const message = await this.#manager.direct.getMessage(ends, { seq: from, next_by_subj: end('*', '*') });
      if (message === null) return;
      await adopt(await this.#read(message));
      from = message.seq + 1;
    }
  }

  async #read({
    subject,
    data,
  }: {
    readonly subject: string;
    readonly data: Uint8Array;
  }): Promise<EndOfTask & { readonly blob?: string }> {
    const [task, kind] = [placeIn(subject, 3), placeIn(subject, 4)];
    try {
      return {
        ...(await this.blobs.opened(data)),
        task,
        kind: kind === 'done' || kind === 'back' ? kind : 'fell',
      };
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return {
        task,
        kind: 'back',
        bytes: Buffer.from(`what a worker sent cannot be read: ${error.message}`),
      };
    }
  }

  /** Leaves the queue to the next session as a dead one would. */
  abandon(): void {
    this.#owning?.unsubscribe();
  }

  /** Ends the queue: nothing of it is left on the server, and workers stop computing for it. */
  async close(): Promise<void> {
    await this.#removeAll();
    this.abandon();
    this.#server.connection.publish(this.#names.over);
  }

  async #removeAll(): Promise<void> {
    for (const stream of ['tasks', 'ends', 'parts'] as const) await this.#remove(stream);
  }

  async #remove(stream: 'tasks' | 'ends' | 'parts'): Promise<void> {
    const name = this.#names[stream];
    if (await exists(this.#manager, name)) await this.#manager.streams.delete(name);
  }
}

const CONSUMER_OF_ENDS = {
  durable_name: OWNER,
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(TAKE_WITHIN),
  max_deliver: -1,
  max_ack_pending: -1,
} as const;

/** The queues of which a sweep has a stream left on the server. */
async function queuesOf(manager: JetStreamManager, sweep: string): Promise<string[]> {
  const queues = new Set<string>();
  for await (const name of manager.streams.names()) {
    const queue = queueOf(name);
    if (queue !== undefined && sweepOf(queue) === sweep) queues.add(queue);
  }
  return [...queues];
}

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
