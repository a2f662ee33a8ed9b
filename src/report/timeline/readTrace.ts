/**
 * The stretches of trace.json that a report shows: of the first traced replication of each algorithm, with all that happens in them.
 * The file may be far larger than memory, so it is read line by line and only these stretches are kept.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { InputError } from '../../values/failure.ts';
import type { Activity } from '../../events/inspection.ts';
import { LineReader } from '../../recording/lineReader.ts';
import { TRACE_END, TRACE_NAME } from '../../recording/traceWriter.ts';

/** More agents have no legible rows. */
export const MOST_AGENTS = 50;
/** Activities of all agents and replications of a page; more are cut off in time. Of each there are some, at least. */
const MOST_INTERVALS = 3_000;
const SOME_INTERVALS = 900;

/** Activities of one of several replications of a page. */
export const mostActivities = (among: number): number =>
  Math.max(SOME_INTERVALS, Math.floor(MOST_INTERVALS / among));
/** Of more moments to look around the first so many. */
const MOST_MOMENTS = 2;
/** How much of a stretch lies before its moment, in lengths of the first stretch. */
const BEFORE = 0.1;

/** Times in seconds, of one activity of one agent. */
export interface Interval {
  readonly agent: number;
  /** `receiving`: it waits, and a dispatch is under way to it; `at work`: it computes or sends */
  readonly activity: Activity | 'receiving' | 'at work';
  /** what is computed or sent */
  readonly dispatch: number | undefined;
  readonly from: number;
  readonly to: number;
}

/** An update that a server step took in; times in seconds. */
export interface TracedUpdate {
  readonly agent: number;
  readonly dispatch: number;
  /** number of the step, from 1: that of the model that it made */
  readonly step: number;
  /** when the dispatch was sent, its answer came, and the step took it in */
  readonly sent: number;
  readonly arrived: number;
  readonly taken: number;
  readonly staleness: number;
  readonly weight: number;
}

/** A message from the server to an agent, or an answer; times in seconds. */
interface TracedMessage {
  readonly from: 'server' | 'agent';
  readonly agent: number;
  readonly dispatch: number | undefined;
  readonly sent: number;
  /** when it arrives or would have; `undefined` where it is under way when the trace ends */
  arrives: number | undefined;
  readonly lost: boolean;
}

/** Seconds. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** What is shown of a replication. */
export interface TracedReplication {
  readonly algorithm: string;
  readonly seed: number;
  readonly agents: number;
  /** of these, the first so many have rows */
  readonly shownAgents: number;
  /** what of its time is there: ascending, the first from 0 on */
  readonly stretches: readonly Stretch[];
  /** whether more happened than is there */
  readonly cut: boolean;
  /** cut at the ends of the stretches; by time of their end for each agent */
  readonly intervals: readonly Interval[];
  /** server steps in the stretches, ascending; `version` is that of the model from then on */
  readonly steps: readonly { readonly version: number; readonly time: number }[];
  /** those that were taken in in a stretch, in that order */
  readonly updates: readonly TracedUpdate[];
  /** crashes and returns of all agents */
  readonly absences: readonly {
    readonly agent: number;
    readonly kind: 'crashed' | 'returned';
    readonly time: number;
  }[];
}

interface RawEvent {
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
  readonly id: string;
  readonly name: string;
  readonly cat: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/**
 * Reads `trace.json` of a run directory; an empty list where there is none.
 *
 * @param moments - seconds, besides the start, around which to look
 * @param among - replications on the same page
 * @throws InputError if a line of it is not a trace event as this program writes them, or its end is missing
 */
export function readTrace(
  directory: string,
  moments: readonly number[] = [],
  among = 1,
): TracedReplication[] {
  const path = join(directory, TRACE_NAME);
  if (!existsSync(path)) return [];
  const reader = new LineReader(path);
  try {
    const found = new Map<string, Gathering>();
    const skipped = new Set<string>();
    let current: Gathering | undefined;
    let end: string | undefined;
    reader.next();
    for (let line = reader.next(), number = 2; line !== undefined; line = reader.next(), number++) {
      const process = /"pid":(\d+)/.exec(line)?.[1];
      if (process === undefined) end = line;
      if (process === undefined || skipped.has(process)) continue;
      const event = eventIn(line, path, number);
      if (event.name === 'process_name') {
        const algorithm = String(event.args.algorithm);
        if (found.has(algorithm)) {
          skipped.add(process);
          continue;
        }
        const most = mostActivities(among);
        current = new Gathering(algorithm, Number(event.args.seed), moments.slice(0, MOST_MOMENTS), most);
        found.set(algorithm, current);
        continue;
      }
      current?.add(event);
      if (current?.complete) skipped.add(process);
    }
    if (end !== TRACE_END)
      throw new InputError(
        `${path}: ends before its last line, ${TRACE_END}; a trace is written whole, so copy it again, or remove it for a report without a timeline`,
      );
    return [...found.values()].map((gathering) => gathering.result());
  } finally {
    reader.close();
  }
}

function eventIn(line: string, path: string, number: number): RawEvent {
  try {
    return JSON.parse(line.startsWith(',') ? line.slice(1) : line) as RawEvent;
  } catch (cause) {
    throw new InputError(`${path}: line ${number} is not a trace event; a trace of fedsa is expected`, {
      cause,
    });
  }
}

/** A replication while its part of the file is read. */
class Gathering {
  readonly #algorithm: string;
  readonly #seed: number;
  readonly #moments: readonly number[];
  /** activities for each stretch */
  readonly #share: number;
  readonly #stretches = [{ from: 0, to: Infinity, count: 0 }];
  readonly #intervals: Interval[] = [];
  readonly #steps: { version: number; time: number }[] = [];
  readonly #updates: TracedUpdate[] = [];
  readonly #absences: TracedReplication['absences'][number][] = [];
  /** dispatches that reach into a stretch */
  readonly #dispatches: TracedMessage[] = [];
  readonly #open = new Map<string, TracedMessage>();
  /** arrivals that stand before their sending: threads are written each at its own pace */
  readonly #early = new Map<string, number | undefined>();
  readonly #beyond = new Set<number>();
  #latestStep = 0;
  #stepBefore = 0;
  #agents = 0;
  #end = 0;

  constructor(algorithm: string, seed: number, moments: readonly number[], most: number) {
    this.#algorithm = algorithm;
    this.#seed = seed;
    this.#moments = moments;
    this.#share = Math.floor(most / (1 + moments.length));
  }

  /** Whether nothing more of it is shown. */
  get complete(): boolean {
    const drawn = Math.min(this.#agents, MOST_AGENTS);
    return (
      // A step's updates are written with the step after it.
      this.#stepBefore > this.#last && this.#beyond.size === drawn && this.#open.size === 0
    );
  }

  /** Where the last stretch ends; Infinity while that is not known. */
  get #last(): number {
    return this.#stretches.reduce((most, { to }) => Math.max(most, to), 0);
  }

  add({ ph, tid, ts, dur, id, name, cat, args }: RawEvent): void {
    const time = ts / 1e6;
    if (name === 'thread_name') {
      this.#agents = Math.max(this.#agents, tid);
    } else if (ph === 'X' && cat === 'activity') {
      const dispatch = args.dispatch as number | undefined;
      const activity = name as Activity;
      this.#interval({ agent: tid - 1, activity, dispatch, from: time, to: (ts + dur) / 1e6 });
    } else if (ph === 'b') {
      this.#sent(id, time, args);
    } else if (ph === 'e') {
      this.#arrived(id, args.underWayAtTheEnd === true ? undefined : time);
    } else if (ph === 'C' && name === 'version') {
      [this.#stepBefore, this.#latestStep] = [this.#latestStep, time];
      if (this.#reaches(time, time)) this.#steps.push({ version: args.version as number, time });
    } else if (ph === 'i' && name === 'update') {
      const update = { ...(args as unknown as TracedUpdate), taken: time };
      // Traces of earlier versions do not say when the dispatch was sent.
      if (this.#reaches(time, time) && Number.isFinite(update.sent)) this.#updates.push(update);
    } else if (ph === 'i' && (name === 'crashed' || name === 'returned')) {
      this.#absences.push({ agent: tid - 1, kind: name, time });
    }
  }

  result(): TracedReplication {
    const ends = this.#stretches.map(({ to }) => to);
    const cut = ends.some((to) => to < Infinity);
    const stretches = this.#stretches
      .map(({ from, to }) => ({ from, to: Math.min(to, this.#end) }))
      .filter(({ from, to }, k) => from < to || k === 0);
    const shownAgents = Math.min(this.#agents, MOST_AGENTS);
    return {
      algorithm: this.#algorithm,
      seed: this.#seed,
      agents: this.#agents,
      shownAgents,
      stretches,
      cut,
      intervals: withReceiving(
        this.#intervals.flatMap((interval) => partsIn(interval, stretches)),
        this.#dispatches,
      ),
      steps: this.#steps,
      updates: this.#updates,
      absences: this.#absences,
    };
  }

  #reaches(from: number, to: number): boolean {
    return this.#stretches.some((stretch) => to >= stretch.from && from < stretch.to);
  }

  #interval(interval: Interval): void {
    const { agent, from, to } = interval;
    if (agent >= MOST_AGENTS) return;
    if (to >= this.#last) this.#beyond.add(agent);
    this.#end = Math.max(this.#end, to);
    if (!this.#reaches(from, to)) return;
    this.#intervals.push(interval);
    for (const stretch of this.#stretches) {
      if (to < stretch.from || from >= stretch.to || ++stretch.count !== this.#share) continue;
      stretch.to = Math.max(to, stretch.from);
      if (stretch === this.#stretches[0]) this.#lookAround(to);
    }
  }

  /** Once it is known how long the first stretch is: the others. */
  #lookAround(first: number): void {
    let end = first;
    for (const moment of this.#moments) {
      if (moment <= end) continue;
      this.#stretches.push({ from: Math.max(end, moment - BEFORE * first), to: Infinity, count: 0 });
      end = moment + first;
    }
  }

  #arrived(id: string, time: number | undefined): void {
    const message = this.#open.get(id);
    if (message) {
      message.arrives = time;
      this.#dispatched(message);
    } else this.#early.set(id, time);
    this.#open.delete(id);
  }

  #sent(id: string, sent: number, args: RawEvent['args']): void {
    const isEarly = this.#early.has(id);
    const arrives = this.#early.get(id);
    this.#early.delete(id);
    const message: TracedMessage = {
      from: args.from as TracedMessage['from'],
      agent: args.agent as number,
      dispatch: args.dispatch as number | undefined,
      sent,
      arrives,
      lost: args.lost === true,
    };
    if (isEarly) this.#dispatched(message);
    else if (message.from === 'server') this.#open.set(id, message);
  }

  #dispatched(message: TracedMessage): void {
    const { from, agent, sent, arrives = Infinity, lost } = message;
    if (from === 'server' && !lost && agent < MOST_AGENTS && this.#reaches(sent, arrives))
      this.#dispatches.push(message);
  }
}

/** What of an activity lies in stretches. */
function partsIn(interval: Interval, stretches: readonly Stretch[]): Interval[] {
  return stretches.flatMap((stretch) => {
    const from = Math.max(interval.from, stretch.from);
    const to = Math.min(interval.to, stretch.to);
    const isIn = from < to || (interval.from === interval.to && from === to);
    return isIn ? [from === interval.from && to === interval.to ? interval : { ...interval, from, to }] : [];
  });
}

/** Waiting while a dispatch is under way to the agent is receiving it. */
function withReceiving(intervals: readonly Interval[], dispatches: readonly TracedMessage[]): Interval[] {
  const under = new Map<number, TracedMessage[]>();
  for (const tracedMessage of dispatches)
    under.set(tracedMessage.agent, [...(under.get(tracedMessage.agent) ?? []), tracedMessage]);
  for (const tracedMessages of under.values()) tracedMessages.sort((a, b) => a.sent - b.sent);
  return intervals.flatMap((interval) => {
    if (interval.activity !== 'waiting') return [interval];
    const parts: Interval[] = [];
    let at = interval.from;
    const until = (to: number, activity: 'waiting' | 'receiving'): void => {
      const end = Math.min(to, interval.to);
      if (end <= at) return;
      parts.push({ ...interval, activity, from: at, to: end });
      at = end;
    };
    for (const { sent, arrives = Infinity } of under.get(interval.agent) ?? []) {
      if (sent >= interval.to) break;
      until(sent, 'waiting');
      until(arrives, 'receiving');
    }
    until(interval.to, 'waiting');
    return parts;
  });
}
