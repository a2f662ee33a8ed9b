/** Sessions of one sweep, one after another: what is left of a dead one reaches the next, and disturbs nothing of it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { connectNats, type NatsServer } from '../../src/nats/connect.ts';
import { sweepOf } from '../../src/nats/queueNames.ts';
import { type EndOfTask, TaskQueue } from '../../src/nats/taskQueue.ts';
import { type TakenTask, TaskSource } from '../../src/nats/taskSource.ts';
import { hasNatsServer, startServer, type TestServer } from './server.ts';
import { streamsOf } from './workers.ts';

const SWEEP = '0123456789abcdef';
const bytes = (text: string): Uint8Array => Buffer.from(text);
const textOf = ({ task, kind, bytes: content }: EndOfTask): string =>
  `${task} ${kind} ${Buffer.from(content).toString()}`;

describe.runIf(hasNatsServer)('a session of a sweep over NATS', () => {
  let server: TestServer;
  const connections: NatsServer[] = [];

  const connected = async (): Promise<NatsServer> => {
    const connection = await connectNats({ url: server.url, name: 'test', environment: {} });
    connections.push(connection);
    return connection;
  };
  const opened = async (adopted: string[] = []): Promise<{ queue: TaskQueue; die: () => Promise<void> }> => {
    const owner = await connected();
    const queue = await TaskQueue.open(owner, SWEEP, { head: bytes('head'), silence: 1000 }, (end) => {
      adopted.push(textOf(end));
    });
    return { queue, die: () => owner.close() };
  };
  const taken = async (source: TaskSource): Promise<TakenTask> => {
    const [queue] = await source.queues();
    const task = await source.next(queue!, 1000);
    task!.release();
    return task!;
  };

  beforeAll(async () => {
    server = await startServer('max_payload: 4KB');
  });

  afterEach(async () => {
    await Promise.all(connections.splice(0).map((connection) => connection.close()));
    const { queue, die } = await opened();
    await queue.close();
    expect(await streamsOf(server)).toEqual([]);
    await die();
  });

  afterAll(() => server.stop());

  test('keeps its tasks when a worker ends one of the session before, and has that result', async () => {
    const first = await opened();
    await first.queue.publish('a', bytes('old'));
    const source = await TaskSource.open(await connected());
    const old = await taken(source);
    await first.die();
    const second = await opened();
    // At the same place in its stream as the old one, which is what an acknowledgement names.
    await second.queue.publish('b', bytes('new'));
    await old.end('done', bytes('rows'), 'digest');
    expect(textOf((await second.queue.next(1000))!)).toBe('a done rows');
    expect(await second.queue.counts()).toEqual({ waiting: 1, inHand: 0, ends: 1 });
    const task = await taken(source);
    expect([task.task, task.handedOut, sweepOf(task.queue)]).toEqual(['b', 1, SWEEP]);
  });

  test('is opened where its predecessor died while it forgot a result, and takes in all that can be read', async () => {
    const first = await opened();
    const source = await TaskSource.open(await connected());
    for (const name of ['a', 'b']) await first.queue.publish(name, bytes('task'));
    const rows = 'rows'.repeat(3000);
    await (await taken(source)).end('done', bytes(rows), 'digest');
    await (await taken(source)).end('done', bytes('few'), 'digest');
    const end = await first.queue.next(1000);
    expect(textOf(end!)).toBe(`a done ${rows}`);
    await first.queue.blobs.drop('*');
    await first.die();
    const adopted: string[] = [];
    await opened(adopted);
    expect(adopted).toEqual([
      expect.stringMatching(/^a back what a worker sent cannot be read: part 0 of end-a-\w+ is not there$/),
      'b done few',
    ]);
  });

  test('is the only one of its sweep, and leaves the streams of one that answers alone', async () => {
    const { queue } = await opened();
    await expect(opened()).rejects.toThrow('another process is running this sweep');
    await queue.publish('a', bytes('task'));
    expect(await queue.counts()).toEqual({ waiting: 1, inHand: 0, ends: 0 });
  });

  test('counts losses of a task among the workers it was handed to, and withdraws the message before', async () => {
    const { queue } = await opened();
    const place = await queue.publish('a', bytes('task'));
    await queue.publish('a', bytes('task'), 1);
    await queue.withdraw(place);
    expect((await taken(await TaskSource.open(await connected()))).handedOut).toBe(2);
    expect(await queue.counts()).toEqual({ waiting: 0, inHand: 1, ends: 0 });
  });
});
