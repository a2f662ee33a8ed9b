/**
 * One replication's events as trace events in Chrome's format: a process, with the server and each agent
 * as its threads. An activity is reported when it ends and a message when it is sent, so each thread's
 * events are held until all that comes before them is known; then they are written in ascending order.
 */
import type { TimedEvent } from '../events/inspection.ts';
import type { Replication } from '../configuration/replications.ts';

/** The server's thread; agent i has i + 1. */
const SERVER_THREAD = 0;

/** A thread that is silent for so many events (an agent that never returns) no longer holds them back. */
const MOST_HELD = 4_096;

/** A trace event: `ts` and `dur` in microseconds. */
export type TraceEvent = Readonly<Record<string, unknown>> & { readonly ph: string; readonly ts?: number };

/** What is held of a thread, ascending in time. */
interface Thread {
  readonly held: { readonly nanoseconds: number; readonly event: TraceEvent }[];
}

interface UnderWay {
  readonly message: Extract<TimedEvent, { kind: 'message' }>;
  readonly id: string;
}

/** A server step: the updates that went into it. */
interface Step {
  readonly version: number;
  time: number;
  updates: number;
  staleness: number;
}

/** A replication as a process of the trace. */
interface TracedProcess extends Replication {
  /** its number */
  readonly process: number;
  /** of the algorithm */
  readonly title: string;
  /** M: the threads are one more */
  readonly agents: number;
  /** a hexadecimal number that no other message of the file has */
  readonly nextId: () => string;
}

/** Turns the events of one replication, in the stream's order, into trace events. */
export class ReplicationTrace {
  readonly #process: number;
  readonly #write: (event: TraceEvent) => void;
  readonly #nextId: () => string;
  readonly #threads: Thread[];
  /** messages under way, the next to arrive last */
  readonly #underWay: UnderWay[] = [];
  #now = 0;
  #step: Step | undefined;
  /** since when the server has had its present model */
  #since = 0;

  /** @param write - takes the events, ascending in `ts` on each thread but for messages that were long on a shared link */
  constructor(
    { process, algorithm, seed, title, agents, nextId }: TracedProcess,
    write: (event: TraceEvent) => void,
  ) {
    this.#process = process;
    this.#nextId = nextId;
    this.#write = write;
    this.#threads = Array.from({ length: agents + 1 }, () => ({ held: [] }));
    const name = `${title}, seed ${seed}`;
    this.#name('process', 0, { name, algorithm, seed }, process);
    for (let thread = 0; thread <= agents; thread++) {
      this.#name(
        'thread',
        thread,
        { name: thread === SERVER_THREAD ? 'server' : `agent ${thread - 1}` },
        thread,
      );
    }
  }

  add(event: TimedEvent): void {
    this.#advance(timeOf(event));
    switch (event.kind) {
      case 'message':
        this.#send(event);
        break;
      case 'activity': {
        const { activity, agent, dispatch, from, to } = event;
        this.#slice(
          agent + 1,
          { name: activity, cat: 'activity', from, to },
          dispatch === undefined ? {} : { dispatch },
        );
        break;
      }
      case 'unused': {
        const { from, agent, dispatch, reason, time } = event;
        const thread = from === 'server' ? agent + 1 : SERVER_THREAD;
        this.#instant(thread, `unused: ${reason}`, time, {
          agent,
          ...(dispatch !== undefined && { dispatch }),
        });
        break;
      }
      case 'crashed':
      case 'returned':
        this.#instant(event.agent + 1, event.kind, event.time, {});
        break;
      case 'applied':
        this.#apply(event);
        break;
      case 'taken':
      case 'account':
        // The activities say the same.
        break;
    }
  }

  /** Nothing more will come: messages under way end here, marked, and all that is held is written. */
  close(): void {
    for (let message = this.#underWay.pop(); message; message = this.#underWay.pop()) {
      this.#arrive(message, this.#now, true);
    }
    const version = this.#step === undefined ? 0 : this.#step.version + 1;
    this.#closeStep();
    if (this.#now > this.#since) {
      this.#serverSlice(version, this.#now);
    }
    for (const { held } of this.#threads) for (const { event } of held.splice(0)) this.#write(event);
  }

  #name(row: 'process' | 'thread', tid: number, args: Record<string, unknown>, place: number): void {
    const at = { ph: 'M', pid: this.#process, tid };
    this.#write({ ...at, name: `${row}_name`, args });
    this.#write({ ...at, name: `${row}_sort_index`, args: { sort_index: place } });
  }

  /** Lets arrive what has arrived by now. */
  #advance(time: number): void {
    if (time > this.#now) this.#now = time;
    for (
      let next = this.#underWay.at(-1);
      next && next.message.arrives <= this.#now;
      next = this.#underWay.at(-1)
    ) {
      this.#underWay.pop();
      this.#arrive(next, next.message.arrives, false);
    }
  }

  #send(message: UnderWay['message']): void {
    const { from, agent, dispatch, content, sent, arrives, lost, copy, bytes } = message;
    const sending = { message, id: this.#nextId() };
    const thread = from === 'server' ? SERVER_THREAD : agent + 1;
    const args = {
      from,
      agent,
      ...(dispatch !== undefined && { dispatch }),
      bytes,
      ...(lost && { lost }),
      ...(copy && { copy }),
    };
    this.#hold(thread, 'b', sent, { cat: 'message', id: sending.id, name: content.kind, args });
    if (!lost) this.#hold(thread, 's', sent, { cat: 'flow', id: sending.id, name: content.kind });
    let place = this.#underWay.length;
    while (place > 0 && this.#underWay[place - 1]!.message.arrives <= arrives) place--;
    this.#underWay.splice(place, 0, sending);
  }

  #arrive({ message, id }: UnderWay, time: number, early: boolean): void {
    const { from, agent, content, lost } = message;
    const thread = from === 'server' ? agent + 1 : SERVER_THREAD;
    const args = { ...(lost && { lost }), ...(early && { underWayAtTheEnd: true }) };
    this.#hold(thread, 'e', time, { cat: 'message', id, name: content.kind, args });
    if (!lost) this.#hold(thread, 'f', time, { cat: 'flow', id, name: content.kind, bp: 'e' });
  }

  #instant(thread: number, name: string, time: number, args: Record<string, unknown>): void {
    this.#hold(thread, 'i', time, { name, s: 't', args });
  }

  #apply(update: Extract<TimedEvent, { kind: 'applied' }>): void {
    const { agent, dispatch, version, staleness, weight, time } = update;
    const [sent, arrived] = [update.sent, update.arrived].map((at) => nanosecondsOf(at) / 1e9);
    const args = { agent, dispatch, step: version + 1, sent, arrived, staleness, weight };
    this.#instant(SERVER_THREAD, 'update', time, args);
    if (this.#step?.version !== version) {
      this.#closeStep();
      this.#step = { version, time, updates: 0, staleness: 0 };
    }
    this.#step.time = time;
    this.#step.updates++;
    this.#step.staleness += staleness;
  }

  /** The server's model was this version until the step. */
  #closeStep(): void {
    if (this.#step === undefined) return;
    const { version, time, updates, staleness } = this.#step;
    this.#serverSlice(version, time);
    const mean = staleness / updates;
    const counters = { version: version + 1, staleness: mean };
    for (const [name, value] of Object.entries(counters)) {
      this.#write({ ...this.#at(SERVER_THREAD, 'C', nanosecondsOf(time)), name, args: { [name]: value } });
    }
    this.#since = time;
    this.#step = undefined;
  }

  /** Writes the stretch of the server's time with a version of the model. */
  #serverSlice(version: number, to: number): void {
    const stretch = { name: `version ${version}`, cat: 'server', from: this.#since, to };
    this.#slice(SERVER_THREAD, stretch, { version });
  }

  /** Writes a stretch of a thread's time, with what was held of it. */
  #slice(
    thread: number,
    {
      name,
      cat,
      from,
      to,
    }: { readonly name: string; readonly cat: string; readonly from: number; readonly to: number },
    args: Record<string, unknown>,
  ): void {
    const start = nanosecondsOf(from);
    const end = nanosecondsOf(to);
    this.#release(thread, start);
    const dur = lengthWithin(start, end);
    this.#write({ ...this.#at(thread, 'X', start), dur, name, cat, args });
    this.#release(thread, end);
  }

  #release(thread: number, before: number): void {
    const { held } = this.#threads[thread]!;
    const count = held.findIndex(({ nanoseconds }) => nanoseconds >= before);
    for (const { event } of held.splice(0, count < 0 ? held.length : count)) this.#write(event);
  }

  #hold(thread: number, ph: string, time: number, rest: Record<string, unknown>): void {
    const { held } = this.#threads[thread]!;
    const nanoseconds = nanosecondsOf(time);
    // On a shared link a message is reported when it is known when it arrives, not when it is sent.
    let place = held.length;
    while (place > 0 && held[place - 1]!.nanoseconds > nanoseconds) place--;
    held.splice(place, 0, { nanoseconds, event: { ...this.#at(thread, ph, nanoseconds), ...rest } });
    if (held.length > MOST_HELD) for (const { event } of held.splice(0)) this.#write(event);
  }

  #at(tid: number, ph: string, nanoseconds: number): TraceEvent {
    return { ph, pid: this.#process, tid, ts: nanoseconds / 1_000 };
  }
}

/** Whole nanoseconds, so that an activity's end is the next one's start in every reader's arithmetic. */
const nanosecondsOf = (seconds: number): number => Math.round(seconds * 1e9);

/** When an event is reported. */
function timeOf(event: TimedEvent): number {
  if (event.kind === 'message') return event.sent;
  return event.kind === 'activity' ? event.to : event.time;
}

/**
 * The length of a slice in microseconds, such that its start and length, added in doubles, do not pass
 * its end: viewers take slices that overlap by a rounding for nested ones.
 *
 * @param start - and `end` in whole nanoseconds
 */
function lengthWithin(start: number, end: number): number {
  const from = start / 1_000;
  const to = end / 1_000;
  let length = (end - start) / 1_000;
  while (from + length > to) length -= Number.EPSILON * to;
  return length;
}
