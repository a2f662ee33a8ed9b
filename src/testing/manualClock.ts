/** Time that passes on demand. */
import { VirtualClock } from '../../actors/clock/virtualClock.ts';
import type { QueuedEvent } from '../../actors/clock/eventQueue.ts';
import { generatorFor } from '../maths/generator.ts';

/** More events than a test has; one that has more would never end. */
const MOST_EVENTS = 1_000_000;

/**
 * A virtual clock and RxJS scheduler that is moved by hand. Of events at the same time those of lower
 * priority go first, then those of lower agent numbers, then those scheduled earlier.
 */
export class ManualClock extends VirtualClock {
  readonly #events = new Set<QueuedEvent>();

  /** Events to come, without those that were cancelled. */
  override get pending(): number {
    for (const event of this.#events) if (event.cancelled) this.#events.delete(event);
    return this.#events.size;
  }

  override at(time: number, priority: number, agent: number, act: () => void): QueuedEvent {
    const event = super.at(time, priority, agent, () => {
      this.#events.delete(event);
      act();
    });
    this.#events.add(event);
    return event;
  }

  /**
   * Lets so many seconds pass, with all that happens in them and at their end.
   *
   * @throws Error for a number below 0, or where more than a million events happen
   */
  advance(seconds: number): void {
    if (!(seconds >= 0 && seconds < Infinity))
      throw new Error(`expected seconds of at least 0, got ${seconds}`);
    this.advanceTo(this.time + seconds);
  }

  /**
   * Goes on to a time, with all that happens until then and then.
   *
   * @param time - in seconds
   * @throws Error for a time that has passed, or where more than a million events happen
   */
  advanceTo(time: number): void {
    if (!(time >= this.time && time < Infinity))
      throw new Error(`expected a time from ${this.time} on, got ${time}`);
    let reached = false;
    // After all else of that time, whenever it is scheduled.
    super.at(time, Infinity, Infinity, () => {
      reached = true;
    });
    for (let events = 0; this.step(); events++) {
      if (hasBeen(reached)) return;
      if (events === MOST_EVENTS)
        throw new Error(`expected to reach ${time} s, got ${MOST_EVENTS} events by ${this.time} s`);
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
 * @param tieSeed - shuffles events of the same time and priority; without it they go by agent
 */
export function manualClock(tieSeed?: number): ManualClock {
  return new ManualClock(tieSeed === undefined ? undefined : generatorFor(tieSeed, 'ties'));
}
