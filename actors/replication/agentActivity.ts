/** Activity of an agent, its beginning, and the time waited so far: all of its time is accounted for. */
import type { AgentSeconds } from '../../src/protocol/agentAccount.ts';
import type { Activity, TimedEvent } from '../../src/protocol/inspection.ts';
import type { AgentTiming } from '../../src/timing/agentTiming.ts';
import type { Absence } from '../../src/timing/absences.ts';
import { NO_ABSENCES, secondsAway } from '../../src/timing/availability.ts';
import type { Clock } from '../clock/clock.ts';
import type { Dispatch } from '../server/dispatch.ts';

/**
 * The server step that was over last, where it may be asked later how long agents had waited by then: each notes it when
 * it becomes something else, since to ask all of them at every step would cost more than the step.
 */
export interface LastStep {
  /** 1, 2, …; 0 before the first */
  number: number;
  time: number;
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
  #since = 0;
  /** seconds spent waiting, up to the last time it stopped waiting */
  #waited = 0;
  /** the same of the others; off times are `away` whatever it was at */
  #computed = 0;
  #sent = 0;
  #away = 0;
  /** of the waiting, while a dispatch was under way; and when one was in the waiting under way */
  #received = 0;
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

  /** When it began to be at that, in seconds. */
  get since(): number {
    return this.#since;
  }

  /** What is being computed or sent. */
  get work(): Dispatch | undefined {
    return this.#work;
  }

  /** Seconds spent waiting so far, or by the last step, being there. */
  waited(): number {
    const last = this.#lastStep;
    if (last === undefined) return this.#waitedBy(this.#clock.time);
    return this.#noted.number === last.number ? this.#noted.waited : this.#waitedBy(last.time);
  }

  /** @returns when the agent was off in the activity that ends */
  become(state: Activity, work: Dispatch | undefined): readonly Absence[] {
    const { time } = this.#clock;
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
  received(sent: number): void {
    const { time } = this.#clock;
    if (this.#state !== 'waiting' || time === sent) return;
    // Reckoned when the waiting ends: absences are asked for in the order of time. Every arrival ends the waiting before it.
    this.#receiving.push({ from: Math.max(sent, this.#since), to: time });
  }

  /** Seconds by what they were spent on, up to now; the agent's last activity ends with it. */
  account(): AgentSeconds {
    const { time } = this.#clock;
    this.#settle(time);
    this.#since = time;
    const waiting = Math.max(0, this.#waited - this.#received);
    return {
      computing: this.#computed,
      sending: this.#sent,
      receiving: this.#received,
      waiting,
      away: this.#away,
    };
  }

  /** Reports the activity that ends now, with the absences that it rested in. */
  report(): void {
    const observe = this.#observe;
    const to = this.#clock.time;
    if (!observe || to === this.#since) return;
    const agent = this.#agent;
    const dispatch = this.#work?.number;
    let from = this.#since;
    const rests = this.#state === 'waiting' || this.#state === 'computing';
    for (const absence of rests ? this.#timing.absences(from, to) : []) {
      if (absence.from > from) {
        observe({ kind: 'activity', agent, activity: this.#state, dispatch, from, to: absence.from });
      }
      observe({ kind: 'activity', agent, activity: 'away', dispatch, ...absence });
      from = absence.to;
    }
    if (to > from) observe({ kind: 'activity', agent, activity: this.#state, dispatch, from, to });
  }

  /** Adds the activity up to a time to what has been spent on it; returns when the agent was off in it. */
  #settle(time: number): readonly Absence[] {
    const seconds = time - this.#since;
    if (seconds === 0) return NO_ABSENCES;
    if (this.#state === 'sending') {
      this.#sent += seconds;
      return NO_ABSENCES;
    }
    if (this.#state === 'away') {
      this.#away += seconds;
      return NO_ABSENCES;
    }
    if (this.#state === 'waiting') this.#waited = this.#waitedBy(time);
    const absences = this.#timing.absences(this.#since, time);
    const off = secondsAway(absences, this.#since, time);
    if (this.#state === 'computing') this.#computed += seconds - off;
    this.#away += off;
    for (const { from, to } of this.#receiving) {
      this.#received += to - from - secondsAway(absences, from, to);
    }
    this.#receiving.length = 0;
    return absences;
  }

  /** Seconds spent waiting up to a time in the present activity, less those off. */
  #waitedBy(time: number): number {
    if (this.#state !== 'waiting') return this.#waited;
    let seconds = time - this.#since;
    for (const { from, to } of this.#timing.absences(this.#since, time)) seconds -= to - from;
    return this.#waited + seconds;
  }
}
