/** Activity of an agent, its beginning, and the time waited so far: all of its time is accounted for. */
import type { AgentSeconds } from '../../src/protocol/agentAccount.ts';
import type { Activity, TimedEvent } from '../../src/protocol/inspection.ts';
import type { AgentTiming } from '../../src/timing/agentTiming.ts';
import type { Absence } from '../../src/timing/absences.ts';
import { NO_ABSENCES, timeAway } from '../../src/timing/availability.ts';
import { secondsOf, type Ticks } from '../../src/values/ticks.ts';
import type { Clock } from '../clock/clock.ts';
import type { Dispatch } from '../server/dispatch.ts';

/**
 * The server step that was over last, where it may be asked later how long agents had waited by then: each notes it when
 * it becomes something else, since to ask all of them at every step would cost more than the step.
 */
export interface LastStep {
  /** 1, 2, …; 0 before the first */
  number: number;
  time: Ticks;
}

/** One agent's activity; it waits at the start. */
export class AgentActivity {
  readonly #agent: number;
  readonly #timing: AgentTiming;
  readonly #clock: Clock;
  readonly #observe: ((event: TimedEvent) => void) | undefined;
  #state: Activity = 'waiting';
  #work: Dispatch | undefined;
  /** when the state began */
  #since: Ticks = 0;
  /** time spent waiting, up to the last time it stopped waiting */
  #waited: Ticks = 0;
  /** the same of the others; off times are `away` whatever it was at */
  #computed: Ticks = 0;
  #sent: Ticks = 0;
  #away: Ticks = 0;
  /** of the waiting, while a dispatch was under way; and when one was in the waiting under way */
  #received: Ticks = 0;
  readonly #receiving: Absence[] = [];
  readonly #lastStep: LastStep | undefined;
  /** the step by which it had waited so long */
  #noted = { number: 0, waited: 0 };

  /**
   * @param observe - is called with each activity when it ends; `undefined` without observers
   * @param lastStep - that {@link waited} is asked about; without it, it is asked about the present
   */
  constructor(
    agent: number,
    timing: AgentTiming,
    clock: Clock,
    observe: ((event: TimedEvent) => void) | undefined,
    lastStep?: LastStep,
  ) {
    this.#agent = agent;
    this.#timing = timing;
    this.#clock = clock;
    this.#observe = observe;
    this.#lastStep = lastStep;
  }

  get state(): Activity {
    return this.#state;
  }

  /** When it began to be at that. */
  get since(): Ticks {
    return this.#since;
  }

  /** What is being computed or sent. */
  get work(): Dispatch | undefined {
    return this.#work;
  }

  /** Time spent waiting so far, or by the last step, being there. */
  waited(): Ticks {
    const last = this.#lastStep;
    if (last === undefined) return this.#waitedBy(this.#clock.ticks);
    return this.#noted.number === last.number ? this.#noted.waited : this.#waitedBy(last.time);
  }

  /** @returns when the agent was off in the activity that ends */
  become(state: Activity, work: Dispatch | undefined): readonly Absence[] {
    const time = this.#clock.ticks;
    const last = this.#lastStep;
    if (last !== undefined && this.#noted.number !== last.number) {
      this.#noted.waited = this.#waitedBy(last.time);
      this.#noted.number = last.number;
    }
    const absences = this.#settle(time);
    if (this.#observe) this.report();
    this.#state = state;
    this.#since = time;
    this.#work = work;
    return absences;
  }

  /** A dispatch has come that was sent at this time: what of the waiting since then is receiving. */
  received(sent: Ticks): void {
    const time = this.#clock.ticks;
    if (this.#state !== 'waiting' || time === sent) return;
    // Reckoned when the waiting ends: absences are asked for in the order of time. Every arrival ends the waiting before it.
    this.#receiving.push({ from: Math.max(sent, this.#since), to: time });
  }

  /** Seconds by what they were spent on, up to now; the agent's last activity ends with it. */
  account(): AgentSeconds {
    const time = this.#clock.ticks;
    this.#settle(time);
    this.#since = time;
    return {
      computing: secondsOf(this.#computed),
      sending: secondsOf(this.#sent),
      receiving: secondsOf(this.#received),
      waiting: secondsOf(this.#waited - this.#received),
      away: secondsOf(this.#away),
    };
  }

  /** Reports the activity that ends now, with the absences that it rested in. */
  report(): void {
    const observe = this.#observe;
    const to = this.#clock.ticks;
    if (!observe || to === this.#since) return;
    const agent = this.#agent;
    const dispatch = this.#work?.number;
    let from = this.#since;
    const rests = this.#state === 'waiting' || this.#state === 'computing';
    const was = (activity: Activity, begin: Ticks, end: Ticks): void => {
      observe({ kind: 'activity', agent, activity, dispatch, from: secondsOf(begin), to: secondsOf(end) });
    };
    for (const absence of rests ? this.#timing.absences(from, to) : []) {
      if (absence.from > from) was(this.#state, from, absence.from);
      was('away', absence.from, absence.to);
      from = absence.to;
    }
    if (to > from) was(this.#state, from, to);
  }

  /** Adds the activity up to a time to what has been spent on it; returns when the agent was off in it. */
  #settle(time: Ticks): readonly Absence[] {
    const spent = time - this.#since;
    if (spent === 0) return NO_ABSENCES;
    if (this.#state === 'sending') {
      this.#sent += spent;
      return NO_ABSENCES;
    }
    if (this.#state === 'away') {
      this.#away += spent;
      return NO_ABSENCES;
    }
    if (this.#state === 'waiting') this.#waited = this.#waitedBy(time);
    const absences = this.#timing.absences(this.#since, time);
    const off = timeAway(absences, this.#since, time);
    if (this.#state === 'computing') this.#computed += spent - off;
    this.#away += off;
    for (const { from, to } of this.#receiving) {
      this.#received += to - from - timeAway(absences, from, to);
    }
    this.#receiving.length = 0;
    return absences;
  }

  /** Time spent waiting up to a time in the present activity, less those off. */
  #waitedBy(time: Ticks): Ticks {
    if (this.#state !== 'waiting') return this.#waited;
    let waited = time - this.#since;
    for (const { from, to } of this.#timing.absences(this.#since, time)) waited -= to - from;
    return this.#waited + waited;
  }
}
