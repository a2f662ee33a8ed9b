/** What an agent is at, since when, and how long it has waited: its time, all of it accounted for. */
import type { Activity, TimedEvent } from '../../src/protocol/inspection.ts';
import type { AgentTiming } from '../../src/timing/agentTiming.ts';
import type { Clock } from '../clock/clock.ts';
import type { Dispatch } from '../server/dispatch.ts';

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

  /** @param observe - hears of each activity when it ends; `undefined` where nobody wants to know */
  constructor(
    agent: number,
    timing: AgentTiming,
    clock: Clock,
    observe: ((event: TimedEvent) => void) | undefined,
  ) {
    this.#agent = agent;
    this.#timing = timing;
    this.#clock = clock;
    this.#observe = observe;
  }

  get state(): Activity {
    return this.#state;
  }

  /** What is being computed or sent. */
  get work(): Dispatch | undefined {
    return this.#work;
  }

  /** Seconds spent waiting so far, being there. */
  waited(): number {
    return this.#waited + (this.#state === 'waiting' ? this.#waitedSince() : 0);
  }

  become(state: Activity, work: Dispatch | undefined): void {
    if (this.#state === 'waiting') this.#waited += this.#waitedSince();
    if (this.#observe) this.report();
    this.#state = state;
    this.#since = this.#clock.time;
    this.#work = work;
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

  /** Seconds of the present waiting, less those off. */
  #waitedSince(): number {
    const now = this.#clock.time;
    let seconds = now - this.#since;
    for (const { from, to } of this.#timing.absences(this.#since, now)) seconds -= to - from;
    return seconds;
  }
}
