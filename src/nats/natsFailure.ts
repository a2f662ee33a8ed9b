/** What goes wrong between here and a NATS server, each in one line that says what would be right. */
import { JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { firstLine, InputError } from '../values/failure.ts';

const TLS_HELP =
  'FEDSA_NATS_CA names the file of its authority, FEDSA_NATS_CERT and FEDSA_NATS_KEY those of your own certificate';

/** By the code of the system's error. */
const OF_CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody listens there; start nats-server -js, or correct the address',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the host does not answer',
  ECONNRESET: 'the connection was broken off; is it a NATS server, and does it ask for TLS (tls://)?',
};

/** Every error that is behind one. */
function* causes(error: unknown): Generator<Error & { readonly code?: unknown }> {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 8; cause = cause.cause, depth++) {
    yield cause;
    if (cause instanceof AggregateError) for (const inner of cause.errors) yield* causes(inner);
  }
}

function reasonOf(error: unknown): string {
  for (const cause of causes(error)) {
    const { code, message, name } = cause;
    if (cause instanceof errors.AuthorizationError || cause instanceof errors.UserAuthenticationExpiredError)
      return 'it refuses user and password, or the token (nats://user:password@host, nats://token@host, or FEDSA_NATS_CREDENTIALS for a credentials file)';
    if (cause instanceof errors.PermissionViolationError)
      return `it does not permit ${cause.operation === 'publish' ? 'publishing' : 'subscribing'} to ${cause.subject}; fedsa needs fedsa.>, $JS.API.>, $JS.ACK.> and _INBOX.>`;
    if (name === 'JetStreamNotEnabled' || cause instanceof errors.NoRespondersError)
      return 'it has no JetStream; start it as nats-server -js (for an account: jetstream: enabled)';
    if (cause instanceof JetStreamApiError) return `JetStream refuses: ${message} (${cause.code})`;
    if (typeof code === 'string') {
      if (OF_CODES[code] !== undefined) return OF_CODES[code];
      if (/^(ERR_TLS|ERR_SSL|ERR_OSSL|EPROTO|CERT_|UNABLE_TO|DEPTH_ZERO|SELF_SIGNED|HOSTNAME_)/.test(code))
        return `no TLS connection (${message.split('\n', 1)[0]!.trim()}); ${TLS_HELP}`;
      if (code === 'ENOENT' || code === 'EACCES') return `${message}; ${TLS_HELP}`;
    }
    if (/\btls\b/i.test(message)) return `no TLS connection (${message}); ${TLS_HELP}`;
  }
  if (error instanceof errors.TimeoutError) return 'it does not answer in time; is it a NATS server?';
  return firstLine(error) || 'the connection cannot be made';
}

/**
 * The line for an error of the NATS client; bad input is passed on as it is.
 *
 * @param where - `host:port`
 */
export const natsFailure = (where: string, error: unknown): InputError =>
  error instanceof InputError
    ? error
    : new InputError(`NATS server ${where}: ${reasonOf(error)}`, { cause: error });
