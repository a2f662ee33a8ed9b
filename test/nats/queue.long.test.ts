/** The work queue by itself: what comes twice, late, or in parts. */
import { afterEach, describe, expect, test } from 'vitest';
import { connectNats, type NatsServer } from '../../src/nats/connect.ts';
import { TaskQueue } from '../../src/nats/taskQueue.ts';
import { type TakenTask, TaskSource } from '../../src/nats/taskSource.ts';
import { hasNatsServer, startServer, type TestServer } from './server.ts';

const ID = '0123456789abcdef';
const bytes = (text: string): Uint8Array => Buffer.from(text);

let server: TestServer;
const connections: NatsServer[] = [];

async function connected(): Promise<NatsServer> {
  const natsServer = await connectNats({ url: server.url, name: 'test', environment: {} });
  connections.push(natsServer);
  return natsServer;
}

const opened = async (silence: number): Promise<TaskQueue> =>
  TaskQueue.open(await connected(), ID, { head: bytes('head'), silence }, () => undefined);

async function taken(): Promise<TakenTask> {
  const source = await TaskSource.open(await connected());
  for (;;) {
    const [queue] = await source.queues();
    const task = queue === undefined ? undefined : await source.next(queue, 1000);
    if (task !== undefined) return task;
  }
}

describe.runIf(hasNatsServer)('a work queue', () => {
  afterEach(async () => {
    await Promise.all(connections.splice(0).map((natsServer) => natsServer.close()));
    await server.stop();
  });

  test('hands a silent worker’s task to another; a second result is the same, or is refused aloud', async () => {
    server = await startServer();
    const queue = await opened(1000);
    await queue.publish('a', bytes('task'));
    const first = await taken();
    expect([first.handedOut, Buffer.from(first.bytes).toString()]).toEqual([1, 'task']);
    first.release();
    const second = await taken();
    expect([second.task, second.handedOut]).toEqual(['a', 2]);
    await second.end('done', bytes('rows'), 'digest');
    second.release();
    // Late, with the same numbers: nothing comes of it.
    await first.end('done', bytes('rows'), 'digest');
    const end = await queue.next(1000);
    expect([end!.kind, Buffer.from(end!.bytes).toString()]).toEqual(['done', 'rows']);
    await expect(first.end('done', bytes('others'), 'another')).rejects.toThrow(
      'two workers computed different rows of task a',
    );
    await end!.forget();
    const loud = await queue.next(1000);
    expect([loud!.kind, Buffer.from(loud!.bytes).toString()]).toEqual([
      'fell',
      expect.stringMatching(
        /^two workers computed different rows of task a under the same key, by another version of Node/,
      ),
    ]);
    await loud!.forget();
    expect(await queue.next(1000)).toBeUndefined();
  });

  test('is left alone by a worker that is busy for longer than silence lasts', async () => {
    server = await startServer();
    const queue = await opened(1000);
    await queue.publish('a', bytes('task'));
    const task = await taken();
    const other = await TaskSource.open(await connected());
    for (let second = 0; second < 3; second++) expect(await other.next(task.queue, 1000)).toBeUndefined();
    await task.end('back', bytes('why'));
    task.release();
    expect((await queue.next(1000))!.kind).toBe('back');
    expect(await other.next(task.queue, 1000)).toBeUndefined();
  });

  test('carries what is larger than a message, has one owner, and is gone when it is closed', async () => {
    server = await startServer('max_payload: 4KB');
    const queue = await opened(5000);
    await expect(opened(5000)).rejects.toThrow('another process is running this sweep');
    const large = Buffer.alloc(100_000, 'x');
    await queue.publish('a', large);
    const task = await taken();
    expect(Buffer.from(task.bytes).equals(large)).toBe(true);
    await task.end('done', large, 'digest');
    task.release();
    const end = await queue.next(1000);
    expect(Buffer.from(end!.bytes).equals(large)).toBe(true);
    await end!.forget();
    await queue.close();
    const source = await TaskSource.open(await connected());
    expect(await source.queues()).toEqual([]);
    expect(await source.head(task.queue)).toBeUndefined();
  });

  test('has for its next owner what workers did while there was none', async () => {
    server = await startServer();
    const queue = await opened(5000);
    await queue.publish('a', bytes('one'));
    await queue.publish('b', bytes('two'));
    const task = await taken();
    await connections[0]!.close();
    await task.end('done', bytes('rows'), 'digest');
    task.release();
    const ends: string[] = [];
    const next = await TaskQueue.open(
      await connected(),
      ID,
      { head: bytes('head'), silence: 5000 },
      (end) => {
        ends.push(`${end.task} ${end.kind} ${Buffer.from(end.bytes).toString()}`);
      },
    );
    expect(ends).toEqual(['a done rows']);
    // Its tasks are its own: those of the earlier owner are not handed out any more.
    await next.publish('c', bytes('three'));
    expect((await taken()).task).toBe('c');
  });
});
