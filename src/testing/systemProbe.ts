/**
 * Looks at a small timed run step by step. Nothing that a test does can change the run, so it is run
 * at once, and the probe walks through what happened.
 */
import type { RoundRecord } from '../measurement/metrics/roundRecord.ts';
import type { Activity, Outcome, TimedEvent } from '../events/inspection.ts';
import { secondsOf, ticksOf } from '../values/ticks.ts';
import type { ExpectedMessage as ExpectedContent } from './agentKit.ts';
import { difference, type Expected, mustMatch, ROUNDING, written } from './expected.ts';
import {
  type ArrivedMessage,
  arrivalOf,
  type DeadLetter,
  deadLetterOf,
  endOf,
  nameOf,
  type Party,
  wordsOf,
} from './systemMessages.ts';
import { type SystemSettings, type TimedLog, timedLog } from './timedLog.ts';

/** Which message is expected. */
export interface ExpectedMessage {
  readonly from: Party;
  readonly to: Party;
  readonly kind: ArrivedMessage['kind'];
  readonly dispatch?: number;
  /** when it was sent, and when it arrives, in seconds */
  readonly sent?: number;
  readonly arrives?: number;
  /** fields of the message, vectors as lists of numbers */
  readonly content?: ExpectedContent;
}

/** From whom and to whom; anybody where it is left out. */
export interface Among {
  readonly from?: Party;
  readonly to?: Party;
}

type Applied = Extract<TimedEvent, { readonly kind: 'applied' }>;

/** A walk through a timed run, from 0 s on. */
export class SystemProbe {
  readonly #log: TimedLog;
  readonly #end: number;
  /** in order of arrival; those that were taken by an expectation are gone */
  #messages: ArrivedMessage[];
  readonly #deadLetters: readonly DeadLetter[];
  #deadLettersTaken = new Set<DeadLetter>();
  #applied: Applied[];
  #time = 0;

  /** @param log - of a run that has ended */
  constructor(log: TimedLog) {
    this.#log = log;
    this.#end = endOf(log);
    const { events } = log;
    this.#messages = events
      .flatMap((event) => arrivalOf(event, this.#end))
      .sort((a, b) => a.arrives - b.arrives);
    this.#deadLetters = events
      .flatMap((event) => deadLetterOf(event, this.#end))
      .sort((a, b) => a.time - b.time);
    this.#applied = events.filter((event) => event.kind === 'applied');
  }

  /** Seconds since the start, as far as the probe has gone. */
  get time(): number {
    return this.#time;
  }

  /** How the run ended. */
  get outcome(): Outcome {
    return this.#log.outcome;
  }

  /** A row for the start and each server step. */
  get records(): readonly RoundRecord[] {
    return this.#log.records;
  }

  /** θ̄ at the start and after each server step `[T + 1][d]`. */
  get models(): readonly (readonly number[])[] {
    return this.#log.models;
  }

  /** Everything that was reported of the run, in that order. */
  get events(): readonly TimedEvent[] {
    return this.#log.events;
  }

  /** θ̄ at the probe's time `[d]`, after all that happened by then. */
  get model(): readonly number[] {
    const at = this.records.findLastIndex(({ time }) => time <= this.#time);
    return this.models[at]!;
  }

  /** Lets seconds pass, whatever happens in them. */
  advance(seconds: number): void {
    if (!(seconds >= 0)) throw new Error(`expected seconds of at least 0, got ${seconds}`);
    this.#time = this.#after(seconds);
  }

  /** The time so many seconds from now. */
  #after(seconds: number): number {
    return secondsOf(ticksOf(this.#time) + ticksOf(seconds));
  }

  /** Goes on to a time, whatever happens until then. */
  advanceTo(time: number): void {
    if (!(time >= this.#time)) throw new Error(`expected a time from ${this.#time} on, got ${time}`);
    this.#time = time;
  }

  /**
   * The next message from one party to another must be this one; it is taken, and the time is that of
   * its arrival. Each pair of parties has an order of its own: what others say may come in between.
   * Lost messages do not arrive.
   *
   * @returns the message
   * @throws Error where another one comes, or none
   */
  expectMessage(expected: ExpectedMessage): ArrivedMessage {
    const { from, to, content, ...fields } = expected;
    const wanted = `a message of kind "${fields.kind}" from ${nameOf(from)} to ${nameOf(to)}`;
    const message = this.#messages.find((other) => other.from === from && other.to === to);
    if (!message) throw new Error(`expected ${wanted}, got none by the end of the run at ${this.#end} s`);
    if (message.kind !== fields.kind)
      throw new Error(`expected ${wanted}, got one of kind "${message.kind}" at ${message.arrives} s`);
    mustMatch(wanted, message, fields);
    if (content) mustMatch(wanted, message.content, content);
    this.#messages = this.#messages.filter((other) => other !== message);
    this.#time = Math.max(this.#time, message.arrives);
    return message;
  }

  /**
   * No message that has not been taken by an expectation may have arrived so far or within the next
   * seconds, their end included; they pass.
   *
   * @throws Error with the first one that does
   */
  expectNoMessage(seconds: number, among: Among = {}): void {
    if (!(seconds >= 0)) throw new Error(`expected seconds of at least 0, got ${seconds}`);
    const until = this.#after(seconds);
    const { from, to } = among;
    const message = this.#messages.find(
      (other) =>
        other.arrives <= until &&
        (from === undefined || other.from === from) &&
        (to === undefined || other.to === to),
    );
    if (message) throw new Error(`expected no message by ${until} s, got ${wordsOf(message)}`);
    this.#time = until;
  }

  /**
   * The next update that the server takes in must be this one; it is taken, and the time is that of its step.
   *
   * @throws Error where it is another one, or there is none
   */
  expectApplied(expected: Partial<Omit<Applied, 'kind'>>): Applied {
    const [applied, ...rest] = this.#applied;
    if (!applied)
      throw new Error(
        `expected an update with ${written(expected)}, got none by the end of the run at ${this.#end} s`,
      );
    mustMatch('the next update', applied, expected);
    this.#applied = rest;
    this.#time = Math.max(this.#time, applied.time);
    return applied;
  }

  /** Numbers of the dispatches that have arrived at an agent by now and that it has not looked at. */
  mailbox(agent: number): readonly number[] {
    const unread: number[] = [];
    for (const event of this.events) {
      if (!('agent' in event) || event.agent !== agent) continue;
      if (event.kind === 'message' && event.from === 'server' && !event.lost) {
        if (event.arrives <= this.#time && event.dispatch !== undefined) unread.push(event.dispatch);
      } else if (event.kind === 'taken' || (event.kind === 'unused' && event.from === 'server')) {
        const at = event.time <= this.#time ? unread.indexOf(event.dispatch ?? -1) : -1;
        if (at >= 0) unread.splice(at, 1);
      }
    }
    return unread;
  }

  /**
   * An agent's mailbox must hold exactly these dispatches now, in this order.
   *
   * @throws Error where it does not
   */
  expectMailbox(agent: number, dispatches: readonly number[]): void {
    const found = this.mailbox(agent);
    if (difference({ found }, { found: dispatches }, 0))
      throw new Error(
        `expected dispatches ${written(dispatches)} in the mailbox of agent ${agent} at ${this.#time} s, got ${written(found)}`,
      );
  }

  /** What an agent is at now; at the moment of a change, what it changes to. */
  activity(agent: number): Activity | undefined {
    const now = this.#time;
    const activities = this.events
      .filter((event) => event.kind === 'activity')
      .filter((event) => event.agent === agent);
    return activities.find(({ from, to }) => from <= now && now < to)?.activity;
  }

  /** The messages that have come to nothing by now, in order of time. */
  deadLetters(): readonly DeadLetter[] {
    return this.#deadLetters.filter(({ time }) => time <= this.#time);
  }

  /**
   * There must be one more dead letter of this reason, now or later; it is taken, and the time is at least its own.
   *
   * @param expected - what else must hold of it
   * @returns the dead letter
   * @throws Error where there is none
   */
  expectDeadLetter(
    reason: DeadLetter['reason'],
    expected: Partial<Omit<DeadLetter, 'reason'>> = {},
  ): DeadLetter {
    const wanted = { reason, ...expected };
    const left = this.#deadLetters.filter((letter) => !this.#deadLettersTaken.has(letter));
    const letter = left.find((other) => difference(other, wanted, ROUNDING) === undefined);
    if (!letter)
      throw new Error(
        `expected a dead letter with ${written(wanted)}, got ${left.length === 0 ? 'none' : written(left.map((other) => other.reason))}`,
      );
    this.#deadLettersTaken.add(letter);
    this.#time = Math.max(this.#time, letter.time);
    return letter;
  }

  /**
   * The run must have ended like this.
   *
   * @throws Error where it has not
   */
  expectOutcome(expected: Expected<Outcome>): void {
    mustMatch('an outcome', this.outcome, expected);
  }
}

/**
 * Runs a small timed system to its end and gives a probe to walk through it, at 0 s.
 *
 * @throws Error for settings that make no system, and for a run without an end; InvariantFailure where
 *   an update is lost or applied twice
 */
export async function probeSystem(settings: SystemSettings): Promise<SystemProbe> {
  return new SystemProbe(await timedLog(settings));
}
