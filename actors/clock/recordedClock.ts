/**
 * Recorded time: the events of a run on the wall clock happen again in the order and at the times of
 * the record. Nothing is waited for; when they were due is compared where the record says it.
 */
import type { RecordedEvent } from '../../src/events/inspection.ts';
import { secondsOf, type Ticks, ticksOf } from '../../src/values/ticks.ts';
import type { RunningClock, Scheduled } from './clock.ts';
import { SchedulingClock } from './schedulingClock.ts';

/** A record that names an event which the run does not come to. */
export class RecordMismatch extends Error {}

interface Waiting extends Scheduled {
  readonly agent: number;
  readonly due: Ticks;
  /** a promise where the event waits for work on a thread */
  readonly act: () => void | Promise<void>;
}

/** A clock that goes by a record. */
export class RecordedClock extends SchedulingClock implements RunningClock {
  readonly #record: Iterator<RecordedEvent>;
  readonly #waiting = new Map<number, Waiting>();
  /** messages take their real time */
  readonly depth = 0;
  #ticks: Ticks = 0;
  #scheduled = 0;
  readonly #until: Ticks;
  #isAtEnd = false;

  /**
   * @param record - the events in the order in which they happened
   * @param until - a record of a run that stopped then need not come to anything else
   */
  constructor(record: Iterable<RecordedEvent>, until: Ticks = Infinity) {
    super();
    this.#record = record[Symbol.iterator]();
    this.#until = until;
  }

  /** Whether the record has come to its end, which is that of the time. */
  get isOver(): boolean {
    return this.#isAtEnd && this.#until < Infinity;
  }

  get ticks(): Ticks {
    return this.#ticks;
  }

  at(time: Ticks, _priority: number, agent: number, act: () => void): Scheduled {
    return this.#put(agent, act, Math.max(time, this.#ticks));
  }

  whenThere<T>(result: T | Promise<T | undefined>, agent: number, act: (result: T) => void): Scheduled {
    if (!(result instanceof Promise))
      return this.#put(agent, () => {
        act(result);
      });
    // Whether it failed is of interest when its turn comes.
    result.catch(() => undefined);
    return this.#put(agent, async () => {
      const settled = await result;
      if (settled !== undefined) act(settled);
    });
  }

  /** Whether something could still happen. */
  get isCut(): boolean {
    return [...this.#waiting.values()].some(({ cancelled }) => !cancelled);
  }

  /** @throws RecordMismatch for an event that is not waiting to happen, or is due at another time, or a time that goes back */
  step(): boolean | Promise<boolean> {
    const next = this.#record.next();
    if (next.done) {
      this.#isAtEnd = true;
      if (this.isOver) this.#ticks = Math.max(this.#ticks, this.#until);
      return false;
    }
    const { event, time, due, agent } = next.value;
    const waiting = this.#waiting.get(event);
    if (!waiting || waiting.cancelled || waiting.agent !== agent) {
      throw new RecordMismatch(`event ${event} of agent ${agent} does not come up in the run`);
    }
    if (due !== undefined && due !== secondsOf(waiting.due))
      throw new RecordMismatch(
        `event ${event} is due at ${due} s there and ${secondsOf(waiting.due)} s in the run`,
      );
    const ticks = ticksOf(time);
    if (!(ticks >= this.#ticks)) {
      throw new RecordMismatch(`event ${event} is at ${time} s, after one at ${secondsOf(this.#ticks)} s`);
    }
    this.#waiting.delete(event);
    this.#ticks = ticks;
    const acting = waiting.act();
    return acting instanceof Promise ? acting.then(() => true) : true;
  }

  #put(agent: number, act: Waiting['act'], due = this.#ticks): Scheduled {
    const waiting = { agent, due, act, cancelled: false };
    this.#waiting.set(this.#scheduled++, waiting);
    return waiting;
  }
}
