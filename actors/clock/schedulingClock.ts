/** Adapter that makes a clock of events an RxJS scheduler. */
import type { SchedulerAction, Subscription } from 'rxjs';
import { secondsOf, type Ticks } from '../../src/values/ticks.ts';
import { type Clock, OF_AGENTS, type Scheduled } from './clock.ts';
import { ClockAction } from './clockAction.ts';

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
