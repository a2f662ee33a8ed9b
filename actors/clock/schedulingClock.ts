/** Adapter that makes a clock of events an RxJS scheduler. */
import type { SchedulerAction, Subscription } from 'rxjs';
import type { Clock, Scheduled } from './clock.ts';
import { ClockAction } from './clockAction.ts';

/** A clock whose events RxJS operators may schedule, too. */
export abstract class SchedulingClock implements Clock {
  abstract get time(): number;

  abstract at(time: number, priority: number, agent: number, act: () => void): Scheduled;

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
