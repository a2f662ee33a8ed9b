/** Adapter that makes a clock of events an RxJS scheduler. */
import { type SchedulerAction, Subscription } from 'rxjs';
import { secondsOf, type Ticks, ticksOf } from '../../src/values/ticks.ts';
import { type Clock, OF_AGENTS, type Scheduled, OF_OPERATORS, SERVER } from './clock.ts';

/** A piece of work, which may schedule itself again. */
class ClockAction<State> extends Subscription implements SchedulerAction<State> {
  readonly #clock: Clock;
  readonly #work: (this: SchedulerAction<State>, state?: State) => void;
  #event: Scheduled | undefined;

  constructor(clock: Clock, work: (this: SchedulerAction<State>, state?: State) => void) {
    super(() => {
      if (this.#event) this.#event.cancelled = true;
    });
    this.#clock = clock;
    this.#work = work;
  }

  schedule(state?: State, delay = 0): Subscription {
    if (this.closed) return this;
    if (this.#event) this.#event.cancelled = true;
    // RxJS's delays are in milliseconds.
    const time = this.#clock.ticks + ticksOf(delay / 1000);
    this.#event = this.#clock.at(time, OF_OPERATORS, SERVER, () => {
      this.#event = undefined;
      this.#work.call(this, state);
    });
    return this;
  }
}

/** A clock whose events RxJS operators may schedule, too. */
export abstract class SchedulingClock implements Clock {
  abstract get ticks(): Ticks;
  abstract get depth(): number;

  /** Seconds. */
  get time(): number {
    return secondsOf(this.ticks);
  }

  abstract at(time: Ticks, priority: number, agent: number, act: () => void): Scheduled;

  messageAt(time: Ticks, agent: number, act: () => void): Scheduled {
    return this.at(time, OF_AGENTS, agent, act);
  }

  /** The time in milliseconds, for RxJS. */
  now(): number {
    return 1000 * this.time;
  }

  schedule<State>(
    work: (this: SchedulerAction<State>, state?: State) => void,
    delay = 0,
    state?: State,
  ): Subscription {
    return new ClockAction(this, work).schedule(state, delay);
  }
}
