/** A connection to a NATS server, which is made again for some time where it breaks. */
import { readFileSync, statSync } from 'node:fs';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import { InputError } from '../values/failure.ts';
import { addressOf } from './address.ts';
import { natsFailure } from './natsFailure.ts';

/** How long the first connection may take, in ms. */
const CONNECT_WITHIN = 10_000;
/** How long a lost connection is tried to be made again, in ms, and how often. */
const RECONNECT_WITHIN = 120_000;
const RECONNECT_EVERY = 500;
/** After so long, in ms, without an answer twice, a connection is lost. */
const PING_EVERY = 10_000;
/** The oldest server with all that is used: consumers by name. */
const OLDEST = [2, 9] as const;

export interface NatsOptions {
  /** `nats://user:password@host:4222`; without it the environment variable FEDSA_NATS */
  readonly url: string | undefined;
  /** as the server's list of connections shows it */
  readonly name: string;
  readonly environment: NodeJS.ProcessEnv;
  /** ends the connection at once where the server is away: nothing else would end in time */
  readonly signal?: AbortSignal;
  /** sees a line where the connection is lost, and where it is there again */
  readonly observe?: (line: string) => void;
}

/** A server that is connected. */
export interface NatsServer {
  readonly connection: NatsConnection;
  /** `host:port` */
  readonly where: string;
  /** bytes of a message, at most */
  readonly mostBytes: number;
  /** aborted, with an InputError, once the connection is lost for good */
  readonly lost: AbortSignal;
  /** Whether it is connected at the moment. */
  readonly isUp: () => boolean;
  /** Ends the connection, which counts as lost for that reason. */
  readonly giveUp: (why: InputError) => void;
  /** The line for an error of the client. */
  readonly failure: (error: unknown) => InputError;
  /** Sends what is waiting, and ends the connection. */
  readonly close: () => Promise<void>;
}

/**
 * Connects.
 *
 * @throws InputError in one line where that cannot be
 */
export async function connectNats({
  url,
  name,
  environment,
  signal,
  observe = () => undefined,
}: NatsOptions): Promise<NatsServer> {
  const { where, isSecure, ...login } = addressOf(url, environment);
  const failure = (error: unknown): InputError => natsFailure(where, error);
  const { FEDSA_NATS_CREDENTIALS: credentials, FEDSA_NATS_CA: ca } = environment;
  const { FEDSA_NATS_CERT: cert, FEDSA_NATS_KEY: key } = environment;
  const tls = isSecure || ca !== undefined || cert !== undefined;
  let connection: NatsConnection;
  try {
    connection = await connect({
      servers: where,
      name,
      ...login,
      ...(credentials !== undefined && { authenticator: credsAuthenticator(fileOf(credentials)) }),
      ...(tls && {
        tls: {
          ...(ca !== undefined && { ca: textOf(ca) }),
          ...(cert !== undefined && { cert: textOf(cert) }),
          ...(key !== undefined && { key: textOf(key) }),
        },
      }),
      timeout: CONNECT_WITHIN,
      reconnectTimeWait: RECONNECT_EVERY,
      maxReconnectAttempts: RECONNECT_WITHIN / RECONNECT_EVERY,
      pingInterval: PING_EVERY,
      noAsyncTraces: true,
    });
  } catch (error) {
    throw failure(error);
  }
  const { version = '0', max_payload: mostBytes = 2 ** 20 } = connection.info ?? {};
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    await connection.close();
    throw new InputError(
      `NATS server ${where}: its version is ${version}, and ${OLDEST.join('.')} or newer is needed`,
    );
  }
  const lost = new AbortController();
  void connection.closed().then((error) => {
    const why =
      error instanceof Error ? failure(error) : new InputError(`NATS server ${where}: disconnected`);
    lost.abort(why);
  });
  let up = true;
  void watch(connection, where, (entry, line) => {
    up = entry;
    observe(line);
  });
  const isUp = (): boolean => up && !connection.isClosed();
  signal?.addEventListener('abort', () => {
    if (!isUp()) void connection.close();
  });
  const close = async (): Promise<void> => {
    // Where nobody is, there is nothing to be sent to.
    await (isUp() ? connection.drain().catch(() => connection.close()) : connection.close());
  };
  const giveUp = (why: InputError): void => {
    lost.abort(why);
    void connection.close();
  };
  return { connection, where, mostBytes, lost: lost.signal, isUp, giveUp, failure, close };
}

/**
 * The manager of the server's JetStream.
 *
 * @throws InputError in one line where it has none, or does not permit its use
 */
export async function jetStreamOf({ connection, failure }: NatsServer): Promise<JetStreamManager> {
  try {
    return await jetstreamManager(connection);
  } catch (error) {
    throw failure(error);
  }
}

/** Says where a connection is lost, and where it is there again. */
async function watch(
  connection: NatsConnection,
  where: string,
  observe: (isUp: boolean, line: string) => void,
): Promise<void> {
  for await (const { type } of connection.status()) {
    if (type === 'disconnect' && !connection.isClosed() && !connection.isDraining())
      observe(
        false,
        `NATS server ${where}: connection lost; trying for ${RECONNECT_WITHIN / 1000} s to reconnect`,
      );
    if (type === 'reconnect') observe(true, `NATS server ${where}: connected again`);
  }
}

function fileOf(path: string): Uint8Array {
  try {
    // A FIFO would wait for its writer.
    if (!statSync(path).isFile()) throw new InputError(`${path}: is not a regular file`);
    return readFileSync(path);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw new InputError(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code!})`, {
      cause: error,
    });
  }
}

const textOf = (path: string): string => Buffer.from(fileOf(path)).toString('utf8');
