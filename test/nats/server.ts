/** A NATS server for tests: the real program on a free loopback port, with a store of its own. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Where Debian's package puts it. */
const PROGRAM = ['nats-server', '/usr/sbin/nats-server', '/usr/local/bin/nats-server'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

/** Whether there is a server to test with; where not, a line says so and how to get it. */
export const hasNatsServer = ((): boolean => {
  if (PROGRAM !== undefined) return true;
  console.warn(
    'no nats-server: the tests over NATS are left out; apt-get install nats-server, or see nats.io',
  );
  return false;
})();

export interface TestServer {
  readonly url: string;
  /** Ends it at once, and starts it again on the same port with what it has stored. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a server.
 *
 * @param configuration - lines of its configuration file
 * @param login - `user:password@` of the URL
 */
export async function startServer(configuration = '', login = ''): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'fedsa-nats-'));
  const port = await freePort();
  const file = join(folder, 'server.conf');
  writeFileSync(
    file,
    `listen: 127.0.0.1:${port}\n${configuration.includes('jetstream') ? '' : `jetstream { store_dir: "${folder}/store" }\n`}${configuration}\n`,
  );
  let server = await started(file, port);
  return {
    url: `nats://${login}127.0.0.1:${port}`,
    restart: async () => {
      await ended(server);
      server = await started(file, port);
    },
    stop: async () => {
      await ended(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { readonly port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function started(file: string, port: number): Promise<ChildProcess> {
  const server = spawn(PROGRAM!, ['-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  server.stderr.on('data', (text: Buffer) => (log += text.toString()));
  for (let waited = 0; !log.includes('Server is ready'); waited += 20) {
    if (server.exitCode !== null || waited > 10_000) throw new Error(`nats-server on ${port}: ${log}`);
    await delay(20);
  }
  return server;
}

async function ended(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const over = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGKILL');
  await over;
}
