/** Failures of a run, each with its place. */
import { quoted, thrownText } from './quoted.ts';

/** The first line of what was thrown; where it only announces the next (esbuild's does), both. */
export function firstLine(thrown: unknown): string {
  const [first, second] = thrownText(thrown).split('\n', 2);
  const line = first!.endsWith(':') && second !== undefined ? `${first} ${second.trim()}` : first!;
  // Our own lines quote what is of others already.
  return thrown instanceof InputError || thrown instanceof ActorFailure ? line : quoted(line);
}

/** Stage of a failure: the agent's, the measurement of its round, or a call of the server's part. */
export type Stage = 'start' | 'local steps' | 'measurement' | 'server';

export interface FailurePlace {
  readonly stage: Stage;
  /** the agent's number; `undefined` where the worker fell before it took up any agent */
  readonly agent: number | undefined;
  /** the user's metric that failed, and no actor */
  readonly metric?: string;
  /** what failed of a user's own policy, trigger or algorithm: `policy tifl` */
  readonly part?: string;
  /** the function of the server's part that failed */
  readonly call?: string;
  readonly round: number;
  readonly algorithm: string;
  readonly seed: number;
}

function whatFailed({ agent, metric, part, stage, call }: FailurePlace): string {
  if (part !== undefined) return `${part} failed in`;
  if (metric !== undefined) return `metric ${metric} failed in`;
  if (call !== undefined) return `the server’s part failed in ${call}, in`;
  return `${agent === undefined ? 'a worker' : `agent ${agent}`} failed in ${stage} of`;
}

/** A failure inside an actor; the original error is the `cause`. */
export class ActorFailure extends Error {
  override readonly name = 'ActorFailure';
  readonly at: FailurePlace;

  constructor(at: FailurePlace, cause: unknown) {
    super(
      `${whatFailed(at)} round ${at.round} (${at.algorithm}, seed ${at.seed}): ${quoted(thrownText(cause))}`,
      {
        cause,
      },
    );
    this.at = at;
  }
}

/** A failure of a user's own policy, trigger or algorithm, which knows not in which run; the original error is the `cause`. */
export class OwnFailure extends Error {
  override readonly name = 'OwnFailure';
  /** `policy tifl` */
  readonly part: string;
  readonly round: number;

  constructor(part: string, round: number, cause: unknown) {
    super(`${part}, round ${round}: ${quoted(thrownText(cause))}`, { cause });
    this.part = part;
    this.round = round;
  }
}

/** The result of a call, whose failure is that of a user's part. */
export function ownCall<T>(part: string, round: number, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw error instanceof OwnFailure ? error : new OwnFailure(part, round, error);
  }
}

/** An own failure with the run in which it happened; any other error as it is. */
export const inRun = (error: unknown, run: Pick<FailurePlace, 'algorithm' | 'seed'>): unknown =>
  error instanceof OwnFailure
    ? new ActorFailure(
        { stage: 'server', agent: undefined, part: error.part, round: error.round, ...run },
        error.cause,
      )
    : error;

/** A thread that took local steps of agents that are not its own was lost; which of them it was at is not known. */
export class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure';
}

/** A worker that hosts agents of the run was lost. */
export class HostFailure extends Error {
  override readonly name = 'HostFailure';
  /** `laptop-2 (laptop, pid 4711)` */
  readonly worker: string;
  /** `has not been heard of for 10 s` */
  readonly subject: string;

  /** @param hosting - ` that hosts agents 7 to 12` */
  constructor(worker: string, subject: string, hosting = '') {
    super(`the worker ${worker}${hosting} ${subject}`);
    this.worker = worker;
    this.subject = subject;
  }
}

/** Times of a run's timing model go beyond virtual time: beyond all doubles, or below their distance at that time. */
export class ClockFailure extends Error {
  override readonly name = 'ClockFailure';
}

/** An invariant that a run was asked to check does not hold: the program is wrong, not its input. */
export class InvariantFailure extends Error {
  override readonly name = 'InvariantFailure';
}

/** Input that cannot be used: one line that says what, where and what would be right. Exit status 2. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/**
 * Calls a user's function that prepares a run.
 *
 * @param subject - the function and its file, for readers
 * @throws InputError with what it throws
 */
export function userCall<T>(subject: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw new InputError(`${subject} threw: ${firstLine(error)}`, { cause: error });
  }
}

/** A user’s function, each call of which is a {@link userCall}. */
export const userFunction =
  <Parameters extends unknown[], T>(
    subject: string,
    work: (...parameters: Parameters) => T,
  ): ((...parameters: Parameters) => T) =>
  (...parameters) =>
    userCall(subject, () => work(...parameters));
