/** Workers and sweeps over a test's server, as processes. */
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { type Ended, start, type Started } from '../commandLine/builtProgram.ts';
import type { TestServer } from './server.ts';

/** Seconds after which a silent worker's task goes to another: the sweep's own. */
process.env.FEDSA_NATS_SILENCE = '1';

/** A worker with what it has said so far. */
export interface RunningWorker extends Started {
  readonly output: () => string;
  /** Resolves once it has said that. */
  readonly says: (pattern: RegExp) => Promise<void>;
  /** Ends it as Ctrl-C does. */
  readonly interrupt: () => Promise<Ended>;
}

/** Starts one, with one thread. */
export function startWorker(folder: string, { url }: TestServer, ...more: readonly string[]): RunningWorker {
  const started = start(folder, 'worker', '--nats', url, '--threads', '1', ...more);
  // A test that ends a worker by force does not wait for it.
  started.ended.catch(() => undefined);
  let message = '';
  started.child.stderr!.on('data', (text: string) => (message += text));
  return {
    ...started,
    output: () => message,
    says: async (pattern) => {
      while (!pattern.test(message) && started.child.exitCode === null)
        await new Promise((resolve) => setTimeout(resolve, 20));
    },
    interrupt: () => {
      started.child.kill('SIGINT');
      return started.ended;
    },
  };
}

/** The last line of progress of a sweep that prints JSON. */
export function progressOf(stdout: string): { readonly runs: number; readonly workers: number } {
  const last = stdout
    .split('\n')
    .filter((line) => line.startsWith('{"type":"progress"') && line.endsWith('}'))
    .at(-1);
  return last === undefined ? { runs: 0, workers: 0 } : (JSON.parse(last) as never);
}

/** What is left of queues on a server. */
export const streamsOf = (server: TestServer): Promise<string[]> =>
  managing(server, async ({ streams }) => {
    const names: string[] = [];
    for await (const name of streams.names()) names.push(name);
    return names;
  });

/** Empties or deletes the streams of some name, as a server does that loses them. */
export const lose = (server: TestServer, how: 'purge' | 'delete', stream: RegExp): Promise<void> =>
  managing(server, async ({ streams }) => {
    for await (const name of streams.names()) if (stream.test(name)) await streams[how](name);
  });

async function managing<T>({ url }: TestServer, act: (manager: JetStreamManager) => Promise<T>): Promise<T> {
  const connection = await connect({ servers: url });
  try {
    return await act(await jetstreamManager(connection));
  } finally {
    await connection.close();
  }
}
