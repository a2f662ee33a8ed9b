/** Time that passes on demand. */
import type { SchedulerAction, SchedulerLike, Subscription } from 'rxjs';
import { VirtualClock } from '../../actors/clock/virtualClock.ts';
import type { QueuedEvent } from '../../actors/clock/eventQueue.ts';
import { randomTies } from '../../actors/clock/ties.ts';
import { secondsOf, type Ticks, ticksOf } from '../values/ticks.ts';

/** More events than a test has; one that has more would never end. */
const MOST_EVENTS = 1_000_000;

/** A virtual clock that knows which of its events are still to come. */
class CountedClock extends VirtualClock {
  readonly #events = new Set<QueuedEvent>();

  /** Events to come, without those that were cancelled. */
  override get pending(): number {
    for (const event of this.#events) if (event.cancelled) this.#events.delete(event);
    return this.#events.size;
  }

  override at(time: Ticks, priority: number, agent: number, act: () => void): QueuedEvent {
    const event = super.at(time, priority, agent, () => {
      this.#events.delete(event);
      act();
    });
    this.#events.add(event);
    return event;
  }

  /** Calls back after all else of a time, whenever it is scheduled. */
  afterAllOf(time: Ticks, act: () => void): void {
    super.at(time, Infinity, Infinity, act);
  }
}

/**
 * A virtual clock and RxJS scheduler that is moved by hand. Of events at the same time those of lower
 * priority go first, then those of lower agent numbers, then those scheduled earlier.
 */
export class ManualClock implements SchedulerLike {
  readonly #clock: CountedClock;

  constructor(ties?: ConstructorParameters<typeof VirtualClock>[0]) {
    this.#clock = new CountedClock(ties);
  }

  /** Seconds since the start. */
  get time(): number {
    return this.#clock.time;
  }

  /** The same in ticks, by which actors go. */
  get ticks(): Ticks {
    return this.#clock.ticks;
  }

  /** Events to come, without those that were cancelled. */
  get pending(): number {
    return this.#clock.pending;
  }

  /** The time in milliseconds, for RxJS. */
  now(): number {
    return this.#clock.now();
  }

  schedule<State>(
    work: (this: SchedulerAction<State>, state?: State) => void,
    delay?: number,
    state?: State,
  ): Subscription {
    return this.#clock.schedule(work, delay, state);
  }

  /**
   * Schedules an event.
   *
   * @param time - in seconds; what lies in the past happens now
   */
  at(time: number, priority: number, agent: number, act: () => void): QueuedEvent {
    return this.#clock.at(ticksOf(time), priority, agent, act);
  }

  /**
   * Does the next event.
   *
   * @returns whether there was one
   */
  step(): boolean {
    return this.#clock.step();
  }

  /**
   * Lets so many seconds pass, with all that happens in them and at their end.
   *
   * @throws Error for a number below 0, or where more than a million events happen
   */
  advance(seconds: number): void {
    if (!(seconds >= 0 && seconds < Infinity))
      throw new Error(`expected seconds of at least 0, got ${seconds}`);
    this.#advanceTo(this.ticks + ticksOf(seconds));
  }

  /**
   * Goes on to a time, with all that happens until then and then.
   *
   * @param time - in seconds
   * @throws Error for a time that has passed, or where more than a million events happen
   */
  advanceTo(time: number): void {
    if (!(time < Infinity && ticksOf(time) >= this.ticks))
      throw new Error(`expected a time from ${this.time} on, got ${time}`);
    this.#advanceTo(ticksOf(time));
  }

  #advanceTo(time: Ticks): void {
    let reached = false;
    this.#clock.afterAllOf(time, () => {
      reached = true;
    });
    for (let events = 0; this.step(); events++) {
      if (hasBeen(reached)) return;
      if (events === MOST_EVENTS)
        throw new Error(
          `expected to reach ${secondsOf(time)} s, got ${MOST_EVENTS} events by ${this.time} s`,
        );
    }
  }

  /**
   * Does all that is to come, and what comes of it.
   *
   * @returns the number of events
   * @throws Error where there are more than a million
   */
  runAll(): number {
    let events = 0;
    while (this.step()) {
      if (++events > MOST_EVENTS)
        throw new Error(`expected an end, got more than ${MOST_EVENTS} events by ${this.time} s`);
    }
    return events;
  }
}

// The compiler does not see that an event sets it.
const hasBeen = (flag: boolean): boolean => flag;

/**
 * A clock at 0 s that is moved by hand.
 *
 * @param tieSeed - puts agents at the same time in random order; without it they go by number
 */
export function manualClock(tieSeed?: number): ManualClock {
  return new ManualClock(tieSeed === undefined ? undefined : randomTies(tieSeed));
}
