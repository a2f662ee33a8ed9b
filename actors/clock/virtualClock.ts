/**
 * Virtual time as an RxJS scheduler: work is done in the order of an {@link EventQueue}, and the time
 * is that of the event under way. RxJS's own VirtualTimeScheduler sorts its whole queue at each call.
 */
import { ClockFailure } from '../../src/values/failure.ts';
import { LONGEST_RUN, type Ticks } from '../../src/values/ticks.ts';
import { OF_AGENTS } from './clock.ts';
import { EventQueue, type QueuedEvent } from './eventQueue.ts';
import { SchedulingClock } from './schedulingClock.ts';
import type { Ties } from './ties.ts';

/** A clock that jumps from event to event. */
export class VirtualClock extends SchedulingClock {
  readonly #queue: EventQueue;
  readonly #until: Ticks;
  #ticks: Ticks = 0;
  #depth = 0;
  #isOver = false;

  /**
   * @param ties - see {@link EventQueue}
   * @param until - what would happen later does not
   */
  constructor(ties?: Ties, until: Ticks = Infinity) {
    super();
    this.#queue = new EventQueue(ties);
    this.#until = until;
  }

  /** Whether it has come to something that would be later. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** From the start to the event under way; at the end to the time at which it stops. */
  get ticks(): Ticks {
    return this.#ticks;
  }

  /** Events to come, cancelled ones included. */
  get pending(): number {
    return this.#queue.size;
  }

  get depth(): number {
    return this.#depth;
  }

  at(time: Ticks, priority: number, agent: number, act: () => void): QueuedEvent {
    const isLater = time > this.#ticks;
    return this.#queue.push(isLater ? time : this.#ticks, priority, agent, act, isLater ? 0 : this.#depth);
  }

  override messageAt(time: Ticks, agent: number, act: () => void): QueuedEvent {
    if (time > this.#ticks) return this.#queue.push(time, OF_AGENTS, agent, act);
    return this.#queue.push(this.#ticks, OF_AGENTS, agent, act, this.#depth + 1);
  }

  /**
   * Does the next event.
   *
   * @returns whether there was one
   * @throws ClockFailure where it would be later than any run lasts
   */
  step(): boolean {
    for (;;) {
      const event = this.#queue.pop();
      if (event === undefined) return false;
      if (event.cancelled) continue;
      if (event.time > this.#until) {
        this.#isOver = true;
        this.#ticks = this.#until;
        return false;
      }
      if (event.time > LONGEST_RUN) throw tooLong();
      this.#ticks = event.time;
      this.#depth = event.depth;
      event.act();
      return true;
    }
  }
}

const tooLong = (): ClockFailure =>
  new ClockFailure(
    'the virtual clock passes 4.6e9 s (2^62 ticks), which is as long as a run lasts: the timing model’s times, bytes over its bandwidths, or times between arrivals should be shorter',
  );
