/** Where a NATS server is, and as whom one connects: `nats://user:password@host:4222`. */
import { InputError } from '../values/failure.ts';

/** Environment variable of the URL, which keeps a password off the command line. */
const VARIABLE = 'FEDSA_NATS';

export interface Address {
  /** `host:port`, without user and password: for messages */
  readonly where: string;
  readonly user?: string;
  readonly pass?: string;
  readonly token?: string;
  /** `tls://`: no connection without */
  readonly isSecure: boolean;
}

/**
 * The server that is asked for.
 *
 * @param given - the option --nats; without it the environment variable FEDSA_NATS counts
 * @throws InputError where neither is there, or it is no URL of a NATS server
 */
export function addressOf(given: string | undefined, environment: NodeJS.ProcessEnv): Address {
  const source = given === undefined ? VARIABLE : '`nats`';
  const text = given ?? environment[VARIABLE] ?? '';
  const example = 'nats://127.0.0.1:4222, nats://user:password@host:4222 or tls://token@host:4222 is one';
  if (text === '') throw new InputError(`\`nats\`: name the server (or set ${VARIABLE}); ${example}`);
  const refused = (why: string): InputError =>
    new InputError(`${source}: ${withoutPassword(text)} ${why}; ${example}`);
  let url: URL;
  try {
    url = new URL(text.includes('://') ? text : `nats://${text}`);
  } catch {
    throw refused('is no URL');
  }
  const { protocol, hostname, port, username, password, pathname, search, hash } = url;
  if (protocol !== 'nats:' && protocol !== 'tls:') throw refused(`begins with neither nats:// nor tls://`);
  if (hostname === '') throw refused('names no host');
  if (!['', '/'].includes(pathname) || search !== '' || hash !== '')
    throw refused('has something after host and port');
  const [user, pass] = [username, password].map(decodeURIComponent) as [string, string];
  return {
    where: `${hostname}:${port === '' ? 4222 : port}`,
    isSecure: protocol === 'tls:',
    ...(pass === '' ? user !== '' && { token: user } : { user, pass }),
  };
}

/** A text, perhaps a word of a command line, in which URLs of servers have lost user, password and token. */
export const withoutPassword = (text: string): string => text.replace(/\b(nats|tls):\/\/[^/\s]*@/g, '$1://');
