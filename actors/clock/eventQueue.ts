/**
 * Queue of events in virtual time: a binary heap, ordered by time, priority, depth, tie, and then by the order in
 * which they were scheduled. That order is part of a run's definition: two events at the same time must not depend on
 * which thread was faster.
 */
import type { Ties } from './ties.ts';

/** Something that will happen. */
export interface QueuedEvent {
  /** of virtual time; of other queues a number that grows */
  readonly time: number;
  /** of two events at the same time the lower goes first */
  readonly priority: number;
  /** of two events of the same priority the lower goes first, see {@link Clock.messageAt} */
  readonly depth: number;
  /** number of the agent it is about; −1 for the server */
  readonly agent: number;
  readonly act: () => void;
  /** a cancelled event is dropped when its time comes */
  cancelled: boolean;
}

interface Entry extends QueuedEvent {
  /** NaN until it is asked for */
  tie: number;
  readonly sequence: number;
}

/** Events that there is room for at first. */
const ROOM = 64;

/** Events in order. */
export class EventQueue {
  /**
   * The next event, where it was that already when it was pushed: a message that takes no time comes
   * and goes here. What is in the heap comes after it.
   */
  #front: Entry | undefined;
  /** the events of the heap, each at a place of its own */
  readonly #events: (Entry | undefined)[] = [];
  /** the places as a heap; those from `#size` on are free */
  #heap = countedFrom0(ROOM);
  /** times of the heap's events, in the heap's order: a comparison reads the events only where they tie */
  #times = new Float64Array(ROOM);
  #size = 0;
  readonly #ties: Ties | undefined;
  #sequence = 0;

  /** @param ties - order of agents at the same time; without it they go by number */
  constructor(ties?: Ties) {
    this.#ties = ties;
  }

  get size(): number {
    return this.#size + (this.#front === undefined ? 0 : 1);
  }

  /** Time of the next event; Infinity where there is none. */
  get nextTime(): number {
    return this.#next()?.time ?? Infinity;
  }

  /**
   * @param time - finite
   * @returns a handle by which the event can be cancelled
   * @throws RangeError for a time that is none
   */
  // eslint-disable-next-line @typescript-eslint/max-params -- once an event: a value of these would be made for each
  push(time: number, priority: number, agent: number, act: () => void, depth = 0): QueuedEvent {
    if (!Number.isFinite(time)) throw new RangeError(`an event at time ${time}`);
    const sequence = this.#sequence++;
    const entry: Entry = { time, priority, depth, agent, act, cancelled: false, tie: NaN, sequence };
    const next = this.#next();
    if (next !== undefined && !this.#isBefore(entry, next)) {
      this.#insert(entry);
      return entry;
    }
    if (this.#front) this.#insert(this.#front);
    this.#front = entry;
    return entry;
  }

  /** Takes out the next event, cancelled or not; `undefined` where there is none. */
  pop(): QueuedEvent | undefined {
    const front = this.#front;
    if (front === undefined) return this.#size === 0 ? undefined : this.#takeFirst();
    this.#front = undefined;
    return front;
  }

  #next(): Entry | undefined {
    if (this.#front) return this.#front;
    return this.#size === 0 ? undefined : this.#events[this.#heap[0]!];
  }

  #insert(entry: Entry): void {
    if (this.#size === this.#heap.length) this.#grow();
    const heap = this.#heap;
    const times = this.#times;
    const { time } = entry;
    let at = this.#size++;
    const place = heap[at]!;
    this.#events[place] = entry;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = times[parent]!;
      if (time > other || (time === other && !this.#isBefore(entry, this.#events[heap[parent]!]!))) break;
      heap[at] = heap[parent]!;
      times[at] = other;
      at = parent;
    }
    heap[at] = place;
    times[at] = time;
  }

  #takeFirst(): Entry {
    const heap = this.#heap;
    const times = this.#times;
    const events = this.#events;
    const freed = heap[0]!;
    const first = events[freed]!;
    events[freed] = undefined;
    const size = --this.#size;
    const moved = heap[size]!;
    const time = times[size]!;
    heap[size] = freed;
    if (size === 0) return first;
    const last = events[moved]!;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      let earlier = times[child]!;
      if (child + 1 < size) {
        const other = times[child + 1]!;
        if (
          other < earlier ||
          (other === earlier && this.#isBefore(events[heap[child + 1]!]!, events[heap[child]!]!))
        ) {
          child++;
          earlier = other;
        }
      }
      if (time < earlier || (time === earlier && this.#isBefore(last, events[heap[child]!]!))) break;
      heap[at] = heap[child]!;
      times[at] = earlier;
      at = child;
    }
    heap[at] = moved;
    times[at] = time;
    return first;
  }

  #isBefore(a: Entry, b: Entry): boolean {
    if (a.time !== b.time) return a.time < b.time;
    if (a.priority !== b.priority) return a.priority < b.priority;
    if (a.depth !== b.depth) return a.depth < b.depth;
    if (a.agent !== b.agent) {
      const tie = this.#tieOf(a);
      const other = this.#tieOf(b);
      if (tie !== other) return tie < other;
    }
    return a.sequence < b.sequence;
  }

  /** Most events are alone at their time, and need none. */
  #tieOf(entry: Entry): number {
    if (Number.isNaN(entry.tie)) {
      const { agent, time, depth } = entry;
      entry.tie = this.#ties === undefined ? agent : this.#ties(agent, time, depth);
    }
    return entry.tie;
  }

  #grow(): void {
    const room = 2 * this.#heap.length;
    const heap = countedFrom0(room);
    heap.set(this.#heap);
    this.#heap = heap;
    const times = new Float64Array(room);
    times.set(this.#times);
    this.#times = times;
  }
}

/** 0, 1, …, count − 1. */
function countedFrom0(count: number): Int32Array {
  return Int32Array.from({ length: count }, (_, k) => k);
}
