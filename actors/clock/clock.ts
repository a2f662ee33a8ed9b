/** Clock of timed actors, simulated or real. */
import type { SchedulerLike } from 'rxjs';
import type { Ticks } from '../../src/values/ticks.ts';

/** A handle of a scheduled event. */
export interface Scheduled {
  /** a cancelled event does not happen */
  cancelled: boolean;
}

/** Priorities of events at the same time: the server's links and the end of its work, agents, and what RxJS schedules. */
export const OF_SERVER = 0;
export const OF_AGENTS = 1;
export const OF_OPERATORS = 2;

/** Number of the server where others are agents. */
export const SERVER = -1;

/** A clock on which actors schedule what they do; RxJS operators may use it, too. */
export interface Clock extends SchedulerLike {
  /** since the start */
  readonly ticks: Ticks;
  /** the same in seconds */
  readonly time: number;
  /**
   * Schedules an event.
   *
   * @param time - what lies in the past happens now
   * @param priority - of events at the same time the lowest goes first
   * @param agent - of those of the same priority, the agents are in random order
   */
  at(time: Ticks, priority: number, agent: number, act: () => void): Scheduled;
  /**
   * Schedules that a message of the server comes to an agent. One that takes no time comes, with all that it leads to,
   * after what else happens at the moment: rounds without duration follow one another.
   */
  messageAt(time: Ticks, agent: number, act: () => void): Scheduled;
  /** how many messages of the server without duration led to the event under way, one by the other */
  readonly depth: number;
  /**
   * Only of clocks on which real work takes real time: schedules an event for when its result is there.
   * Elsewhere results are waited for at the moment at which the drawn work is done.
   *
   * @param result - `undefined` when the run is being stopped: the event then never happens
   */
  whenThere?<T>(result: T | Promise<T | undefined>, agent: number, act: (result: T) => void): Scheduled;
}

/** A clock that can be made to go. */
export interface RunningClock extends Clock {
  /** whether something would still happen, but after the time at which it stops */
  readonly isOver: boolean;
  /** Whether something could still happen, but its record ends; only of clocks that go by one. */
  readonly isCut?: boolean;
  /**
   * Does the next event, or waits for it for a while.
   *
   * @returns whether there is, or may be, more to come
   */
  step(): boolean | Promise<boolean>;
}
