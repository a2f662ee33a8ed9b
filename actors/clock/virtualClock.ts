/**
 * Virtual time as an RxJS scheduler: work is done in the order of an {@link EventQueue}, and the time
 * is that of the event under way. RxJS's own VirtualTimeScheduler sorts its whole queue at each call.
 */
import type { Generator } from '../../src/maths/generator.ts';
import { ClockFailure } from '../../src/protocol/failure.ts';
import { LONGEST_RUN, type Ticks } from '../../src/values/ticks.ts';
import { SchedulingClock } from './schedulingClock.ts';
import { EventQueue, type QueuedEvent } from './eventQueue.ts';

/** A clock that jumps from event to event. */
export class VirtualClock extends SchedulingClock {
  readonly #queue: EventQueue;
  readonly #until: Ticks;
  #ticks: Ticks = 0;
  #isOver = false;

  /**
   * @param shuffle - see {@link EventQueue}
   * @param until - what would happen later does not
   */
  constructor(shuffle?: Generator, until: Ticks = Infinity) {
    super();
    this.#queue = new EventQueue(shuffle);
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

  /**
   * Schedules an event.
   *
   * @param time - what lies in the past happens now
   * @param priority - of events at the same time the lowest goes first: 0 for messages
   * @param agent - breaks ties; −1 for the server
   */
  at(time: Ticks, priority: number, agent: number, act: () => void): QueuedEvent {
    return this.#queue.push(time > this.#ticks ? time : this.#ticks, priority, agent, act);
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
      event.act();
      return true;
    }
  }
}

const tooLong = (): ClockFailure =>
  new ClockFailure(
    'the virtual clock passes 4.6e9 s (2^62 ticks), which is as long as a run lasts: the timing model’s times, bytes over its bandwidths, or times between arrivals should be shorter',
  );
