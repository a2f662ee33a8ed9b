/**
 * Queue of events in virtual time: a binary heap, ordered by time, then priority, then
 * agent, then the order in which they were scheduled. That order is part of a run's definition: two
 * events at the same time must not depend on which thread was faster.
 */
import type { Generator } from '../../src/maths/generator.ts';

/** Something that will happen. */
export interface QueuedEvent {
  /** of virtual time; of other queues a number that grows */
  readonly time: number;
  /** of two events at the same time the lower goes first */
  readonly priority: number;
  /** number of the agent it is about; −1 for the server */
  readonly agent: number;
  readonly act: () => void;
  /** a cancelled event is dropped when its time comes */
  cancelled: boolean;
}

interface Entry extends QueuedEvent {
  /** the agent's number, or a random one where ties are shuffled */
  readonly tie: number;
  readonly sequence: number;
}

function before(a: Entry, b: Entry): boolean {
  if (a.time !== b.time) return a.time < b.time;
  if (a.priority !== b.priority) return a.priority < b.priority;
  if (a.tie !== b.tie) return a.tie < b.tie;
  return a.sequence < b.sequence;
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
  readonly #shuffle: Generator | undefined;
  #sequence = 0;

  /**
   * @param shuffle - puts events of the same time and priority in random order, to show what depends on
   *   it; without it they go by agent
   */
  constructor(shuffle?: Generator) {
    this.#shuffle = shuffle;
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
  push(time: number, priority: number, agent: number, act: () => void): QueuedEvent {
    if (!Number.isFinite(time)) throw new RangeError(`an event at time ${time}`);
    const tie = this.#shuffle === undefined ? agent : this.#shuffle.uint32();
    const entry: Entry = { time, priority, agent, act, cancelled: false, tie, sequence: this.#sequence++ };
    const next = this.#next();
    if (next !== undefined && !before(entry, next)) {
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
      if (time > other || (time === other && !before(entry, this.#events[heap[parent]!]!))) break;
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
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      let earlier = times[child]!;
      if (child + 1 < size) {
        const other = times[child + 1]!;
        if (other < earlier || (other === earlier && this.#isBefore(heap[child + 1]!, heap[child]!))) {
          child++;
          earlier = other;
        }
      }
      if (time < earlier || (time === earlier && this.#isBefore(moved, heap[child]!))) break;
      heap[at] = heap[child]!;
      times[at] = earlier;
      at = child;
    }
    heap[at] = moved;
    times[at] = time;
    return first;
  }

  /** Whether the event at place a comes before that at place b. */
  #isBefore(a: number, b: number): boolean {
    return before(this.#events[a]!, this.#events[b]!);
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
