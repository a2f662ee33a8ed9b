/** A unit of RxJS's work on a clock of ours. */
import { type SchedulerAction, Subscription } from 'rxjs';
import { ticksOf } from '../../src/values/ticks.ts';
import { type Clock, OF_OPERATORS, type Scheduled, SERVER } from './clock.ts';

/** A piece of work, which may schedule itself again. */
export class ClockAction<State> extends Subscription implements SchedulerAction<State> {
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
