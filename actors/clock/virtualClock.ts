/**
 * Virtual time as an RxJS scheduler: work is done in the order of an {@link EventQueue}, and the time
 * is that of the event under way. RxJS's own VirtualTimeScheduler sorts its whole queue at each call.
 */
import type { Generator } from '../../src/maths/generator.ts';
import { SchedulingClock } from './schedulingClock.ts';
import { EventQueue, type QueuedEvent } from './eventQueue.ts';

/** A clock that jumps from event to event. */
export class VirtualClock extends SchedulingClock {
  readonly #queue: EventQueue;
  readonly #until: number;
  #time = 0;
  #isOver = false;

  /**
   * @param shuffle - see {@link EventQueue}
   * @param until - seconds; what would happen later does not
   */
  constructor(shuffle?: Generator, until = Infinity) {
    super();
    this.#queue = new EventQueue(shuffle);
    this.#until = until;
  }

  /** Whether it has come to something that would be later. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Seconds from the start to the event under way; at the end to the time at which it stops. */
  get time(): number {
    return this.#time;
  }

  /** Events to come, cancelled ones included. */
  get pending(): number {
    return this.#queue.size;
  }

  /**
   * Schedules an event.
   *
   * @param time - in seconds; what lies in the past happens now
   * @param priority - of events at the same time the lowest goes first: 0 for messages
   * @param agent - breaks ties; −1 for the server
   */
  at(time: number, priority: number, agent: number, act: () => void): QueuedEvent {
    return this.#queue.push(time > this.#time ? time : this.#time, priority, agent, act);
  }

  /**
   * Does the next event.
   *
   * @returns whether there was one
   */
  step(): boolean {
    for (;;) {
      const event = this.#queue.pop();
      if (event === undefined) return false;
      if (event.cancelled) continue;
      if (event.time > this.#until) {
        this.#isOver = true;
        this.#time = this.#until;
        return false;
      }
      this.#time = event.time;
      event.act();
      return true;
    }
  }
}
