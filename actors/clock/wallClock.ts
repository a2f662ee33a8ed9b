/**
 * Real time as an RxJS scheduler. Events wait for their time, and happen one after another, each at
 * the time at which it really happens, to the tick; what they read from the clock is that time, unmoved while they
 * last. Reported in order, event and time are all that a repetition needs.
 */
import type { ClockEvent } from '../../src/events/inspection.ts';
import { secondsOf, type Ticks, ticksOf } from '../../src/values/ticks.ts';
import { OF_AGENTS, type RunningClock, type Scheduled } from './clock.ts';
import { EventQueue } from './eventQueue.ts';
import { SchedulingClock } from './schedulingClock.ts';
import type { Ties } from './ties.ts';

/** After so long a caller that waits for an event may ask whether to stop. */
const LONGEST_WAIT = ticksOf(0.05);

/** Options of a wall clock. */
export interface WallClockOptions {
  /** is called with each event right before it happens */
  readonly report: (event: ClockEvent) => void;
  /** see {@link EventQueue} */
  readonly ties?: Ties | undefined;
  /** what has not happened by then does not */
  readonly until?: Ticks | undefined;
}

/** A clock that waits. It starts with its first step: what is scheduled before is scheduled at 0. */
export class WallClock extends SchedulingClock implements RunningClock {
  readonly #queue: EventQueue;
  readonly #report: (event: ClockEvent) => void;
  #start: number | undefined;
  readonly #until: Ticks;
  /** messages take their real time */
  readonly depth = 0;
  #ticks: Ticks = 0;
  #scheduled = 0;
  /** events whose results are not there yet */
  readonly #awaited = new Set<Scheduled>();
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor({ report, ties, until = Infinity }: WallClockOptions) {
    super();
    this.#report = report;
    this.#queue = new EventQueue(ties);
    this.#until = until;
  }

  /** Whether its time is used up. */
  get isOver(): boolean {
    return this.#elapsed() > this.#until;
  }

  /** From the start to the event under way, or the last one; at the end to the time at which it stops. */
  get ticks(): Ticks {
    return this.#ticks;
  }

  at(time: Ticks, priority: number, agent: number, act: () => void): Scheduled {
    const handle = { cancelled: false };
    const due = Math.max(time, this.#ticks);
    this.#push(
      { event: this.#scheduled++, due: secondsOf(due), agent },
      { from: due, priority },
      handle,
      act,
    );
    return handle;
  }

  whenThere<T>(result: T | Promise<T | undefined>, agent: number, act: (result: T) => void): Scheduled {
    const about = { event: this.#scheduled++, due: this.time, agent };
    const handle = { cancelled: false };
    const push = (settled: T): void => {
      this.#push(about, { from: this.#elapsed(), priority: OF_AGENTS }, handle, () => {
        act(settled);
      });
    };
    if (!(result instanceof Promise)) {
      push(result);
      return handle;
    }
    this.#awaited.add(handle);
    result.then(
      (settled) => {
        // A run that is being stopped keeps waiting until it is stopped.
        if (settled === undefined) return;
        this.#awaited.delete(handle);
        push(settled);
        this.#wake?.();
      },
      (error: unknown) => {
        this.#failure ??= { error };
        this.#wake?.();
      },
    );
    return handle;
  }

  /** @throws what a result that was waited for has failed with */
  step(): boolean | Promise<boolean> {
    if (this.#failure) throw this.#failure.error;
    if (this.isOver) {
      this.#ticks = Math.max(this.#ticks, this.#until);
      return false;
    }
    const left = this.#queue.nextTime - this.#elapsed();
    if (left <= 0) {
      this.#queue.pop()!.act();
      return true;
    }
    if (this.#queue.size === 0 && !this.#awaits()) return false;
    const wait = Math.min(left, LONGEST_WAIT, this.#until - this.#elapsed());
    return this.#wait(Math.max(0, secondsOf(wait)));
  }

  /** Whether a result is still to come; those of work that was given up may never. */
  #awaits(): boolean {
    for (const handle of this.#awaited) {
      if (!handle.cancelled) return true;
      this.#awaited.delete(handle);
    }
    return false;
  }

  /** Puts an event into the queue, from its earliest time on. */
  #push(
    about: Omit<ClockEvent, 'time'>,
    { from, priority }: { readonly from: Ticks; readonly priority: number },
    handle: Scheduled,
    act: () => void,
  ): void {
    this.#queue.push(from, priority, about.agent, () => {
      if (handle.cancelled) return;
      this.#ticks = this.#elapsed();
      this.#report({ ...about, time: this.time });
      act();
    });
  }

  async #wait(seconds: number): Promise<true> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.ceil(1000 * seconds));
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = undefined;
    return true;
  }

  #elapsed(): Ticks {
    const now = performance.now();
    this.#start ??= now;
    return ticksOf((now - this.#start) / 1000);
  }
}
