/** How a run asks a worker to host agents of it. */
import { type Identity, parseIdentity } from '../../nats/identity.ts';
import type { RunConfiguration } from '../../configuration/configuration.ts';

/** Which run asks. */
export interface Reservation {
  /** a name that no other run has; part of subjects */
  readonly run: string;
  readonly identity: Identity;
}

/** What the worker answers: why not, or who it is. */
export type Reserved =
  { readonly refused: string } | { readonly host: string; readonly pid: number; readonly threads: number };

/** What is to be hosted. Nothing in it is code: a user's files are named, with the hash of what they must hold. */
export interface HostedProblem {
  /** what the problem is, as text, and the hash of what that must come to */
  readonly text: string;
  readonly hash: string;
  /** the files of the user's own algorithms */
  readonly files: readonly { readonly file: string; readonly bundle: string }[];
  readonly kernels: RunConfiguration['kernels'];
}

/** Subject under which a worker is asked. */
export const reservationSubject = (worker: string): string => `fedsa.agents.${worker}`;

/** Subjects between a run and a worker, to either end. */
export const linkSubjects = (
  worker: string,
  run: string,
): { readonly toWorker: string; readonly toRun: string } => ({
  toWorker: `fedsa.agents.${worker}.${run}.worker`,
  toRun: `fedsa.agents.${worker}.${run}.run`,
});

/** Either as a message. */
export const asText = (value: Reservation | Reserved): string => JSON.stringify(value);

/** What a run asks; `undefined` where it makes no sense. */
export function parseReservation(text: string): Reservation | undefined {
  try {
    const { run, identity } = JSON.parse(text) as { readonly run?: unknown; readonly identity?: unknown };
    if (typeof run !== 'string' || !/^[\w-]{1,100}$/.test(run)) return undefined;
    return { run, identity: parseIdentity(identity) };
  } catch {
    return undefined;
  }
}

/** What a worker answers; a refusal where it makes no sense. */
export function parseReserved(text: string): Reserved {
  try {
    const { refused, host, pid, threads } = JSON.parse(text) as Readonly<Record<string, unknown>>;
    if (typeof refused === 'string') return { refused: refused.slice(0, 500) };
    if (typeof host === 'string' && typeof pid === 'number' && typeof threads === 'number')
      return { host: host.slice(0, 100), pid, threads };
  } catch {
    // as below
  }
  return { refused: 'its answer makes no sense' };
}
