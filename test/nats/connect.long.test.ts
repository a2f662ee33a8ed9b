import { createServer } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { connectNats, jetStreamOf, type NatsServer } from '../../src/nats/connect.ts';
import { identityOf } from '../../src/nats/identity.ts';
import { answerDiscovery, discoverWorkers } from '../../src/nats/workerDiscovery.ts';
import { processName } from '../../src/nats/subjects.ts';
import { hasNatsServer, startServer, type TestServer } from './server.ts';

let server: TestServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

const connected = (url: string, environment = {}): Promise<NatsServer> =>
  connectNats({ url, name: 'test', environment });

/** What is said of a server that JetStream is asked of. */
async function lineOf(url: string, environment = {}): Promise<string> {
  let natsServer: NatsServer | undefined;
  try {
    natsServer = await connected(url, environment);
    await jetStreamOf(natsServer);
    return 'connected';
  } catch (error) {
    expect(error).toMatchObject({ name: 'InputError' });
    return (error as Error).message;
  } finally {
    await natsServer?.close();
  }
}

describe.runIf(hasNatsServer)('a server', () => {
  test('that nobody is, or another program', async () => {
    expect(await lineOf('nats://127.0.0.1:1')).toBe(
      'NATS server 127.0.0.1:1: nobody listens there; start nats-server -js, or correct the address',
    );
    const other = createServer((socket) => socket.on('error', () => undefined).end('HTTP/1.1 400\r\n\r\n'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as { readonly port: number };
    expect(await lineOf(`127.0.0.1:${port}`)).toBe(
      `NATS server 127.0.0.1:${port}: unexpected response from server`,
    );
    other.close();
  });

  test('with a password, a token, or without', async () => {
    server = await startServer('authorization { user: ann, password: secret }', 'ann:secret@');
    expect(await lineOf(server.url)).toBe('connected');
    for (const login of ['', 'ann:wrong@', 'token@'])
      expect(await lineOf(server.url.replace('ann:secret@', login))).toMatch(
        /: it refuses user and password/,
      );
    await server.stop();
    server = await startServer('authorization { token: t0ken }', 't0ken@');
    expect(await lineOf(server.url)).toBe('connected');
  });

  test('without JetStream, TLS or a permission', async () => {
    server = await startServer('jetstream: disabled');
    expect(await lineOf(server.url)).toMatch(/: it has no JetStream; start it as nats-server -js/);
    expect(await lineOf(server.url.replace('nats', 'tls'))).toMatch(
      /: no TLS connection \(server does not support 'tls'\); FEDSA_NATS_CA/,
    );
    expect(await lineOf(server.url, { FEDSA_NATS_CA: '/no/ca.pem' })).toBe(
      '/no/ca.pem: cannot be read (ENOENT)',
    );
    await server.stop();
    const user = '{ user: a, password: b, permissions: { publish: "x.>", subscribe: "_INBOX.>" } }';
    server = await startServer(`authorization { users: [ ${user} ] }`, 'a:b@');
    expect(await lineOf(server.url)).toMatch(
      /: it does not permit publishing to \$JS\.API\.INFO; fedsa needs/,
    );
  });

  test('that is started again is found again, and who is there answers a call', async () => {
    server = await startServer();
    const lines: string[] = [];
    const natsServer = await connectNats({
      url: server.url,
      name: 'test',
      environment: {},
      observe: (line) => lines.push(line),
    });
    expect(await discoverWorkers(natsServer, 100)).toEqual([]);
    const card = { id: processName(), identity: identityOf('1'), threads: 2, tasks: ['0123456789abcdef.a'] };
    answerDiscovery(natsServer, () => card);
    await server.restart();
    while (lines.length < 2) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(lines[0]).toMatch(/: connection lost; trying for 120 s to reconnect$/);
    expect(lines[1]).toMatch(/: connected again$/);
    expect(await discoverWorkers(natsServer, 200)).toEqual([card]);
    await natsServer.close();
    expect(natsServer.lost.aborted).toBe(true);
  });
});
