/** Ledger of one agent: its present activity, and the sums of its account. All of its time is accounted for. */
import type { AgentAccount, WorkDone } from '../../src/events/agentAccount.ts';
import type { Activity, TimedEvent } from '../../src/events/inspection.ts';
import type { AgentTiming } from '../../src/timing/agentTiming.ts';
import type { Absence } from '../../src/timing/absences.ts';
import { NO_ABSENCES, timeAway } from '../../src/timing/availability.ts';
import { secondsOf, type Ticks } from '../../src/values/ticks.ts';
import type { Clock } from '../clock/clock.ts';
import type { Dispatch } from '../server/dispatch.ts';
import type { ActivityRing } from './activityRing.ts';

/**
 * The server step that was over last, where it may be asked later how long agents had waited by then: each notes it when
 * it becomes something else, since to ask all of them at every step would cost more than the step.
 */
export interface LastStep {
  /** 1, 2, …; 0 before the first */
  number: number;
  time: Ticks;
}

/** An account that is being kept, with times in ticks; waiting includes receiving. */
type Sums = { -readonly [Field in keyof Omit<AgentAccount, 'critical'>]: number } & {
  readonly critical: { -readonly [Activity in keyof AgentAccount['critical']]: number };
};

// Written out: V8 is slow on an object that is spread from others.
const noSums = (agent: number): Sums => ({
  agent,
  computing: 0,
  sending: 0,
  receiving: 0,
  waiting: 0,
  away: 0,
  dispatches: 0,
  localSteps: 0,
  bytes: 0,
  late: 0,
  lost: 0,
  givenUp: 0,
  wastedSteps: 0,
  wastedBytes: 0,
  taken: 0,
  contribution: 0,
  totalStaleness: 0,
  largestStaleness: 0,
  closed: 0,
  critical: { computing: 0, sending: 0, receiving: 0, away: 0 },
});

/** Environment of a ledger. */
export interface LedgerContext {
  readonly clock: Clock;
  /** where waiting is asked about later; else {@link AgentLedger.waited} is asked about the present */
  readonly lastStep: LastStep | undefined;
  /** is called with each activity when it ends; `undefined` without observers */
  readonly observeActivity: ((event: TimedEvent) => void) | undefined;
  /** hears what agents begin to be at; `undefined` where nobody watches */
  readonly activities?: Pick<ActivityRing, 'begin'> | undefined;
}

/** Ledger of one agent, which waits at the start. */
export class AgentLedger {
  readonly #sums: Sums;
  readonly #timing: Pick<AgentTiming, 'absences'>;
  readonly #clock: Clock;
  readonly #observe: ((event: TimedEvent) => void) | undefined;
  readonly #activities: LedgerContext['activities'];
  readonly #lastStep: LastStep | undefined;
  #state: Activity = 'waiting';
  #work: Dispatch | undefined;
  /** when the state began */
  #since: Ticks = 0;
  /** dispatches that came while it was waiting, by when they were under way */
  readonly #receiving: Absence[] = [];
  /** the step by which it had waited so long */
  #noted = { number: 0, waited: 0 };

  constructor(agent: number, timing: Pick<AgentTiming, 'absences'>, context: LedgerContext) {
    this.#sums = noSums(agent);
    this.#timing = timing;
    this.#clock = context.clock;
    this.#observe = context.observeActivity;
    this.#activities = context.activities;
    this.#lastStep = context.lastStep;
    this.#activities?.begin(agent, this.#state, 0);
  }

  /** Work of the agent so far. */
  get workDone(): WorkDone {
    return this.#sums;
  }

  get state(): Activity {
    return this.#state;
  }

  /** When it began to be at that. */
  get since(): Ticks {
    return this.#since;
  }

  /** The dispatch that is computed or answered. */
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
    if (this.#observe) {
      this.report();
      this.#activities?.begin(this.#sums.agent, state, secondsOf(time));
    }
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

  /** A dispatch is taken up. */
  tookUp(localSteps: number): void {
    this.#sums.dispatches++;
    this.#sums.localSteps += localSteps;
  }

  /** A dispatch is given up whose work was begun. */
  gaveUp(localSteps: number): void {
    this.#sums.givenUp++;
    this.#sums.wastedSteps += localSteps;
  }

  /** An answer is sent. */
  answered(bytes: number): void {
    this.#sums.bytes += bytes;
  }

  /** An answer did not come, or not in time. */
  wasted(how: 'late' | 'lost', localSteps: number, bytes: number): void {
    this.#sums[how]++;
    this.#sums.wastedSteps += localSteps;
    this.#sums.wastedBytes += bytes;
  }

  /**
   * An exchange has an answer of the agent, and perhaps a server step applies it.
   *
   * @param share - w/n
   */
  applied(share = 0, staleness = 0): void {
    this.#sums.taken++;
    this.#sums.contribution += share;
    this.#sums.totalStaleness += staleness;
    if (staleness > this.#sums.largestStaleness) this.#sums.largestStaleness = staleness;
  }

  /**
   * An answer of the agent has closed an exchange.
   *
   * @param from - since when the server has waited; `undefined` where it does not
   */
  closed(dispatch: Dispatch, from: Ticks | undefined): void {
    this.#sums.closed++;
    if (from === undefined) return;
    const { critical } = this.#sums;
    const { sent, received, takenUp, finished, arrived, absences } = dispatch;
    // Of an answer that was carried over, what lies in this round counts.
    const within = (begin: Ticks, end: Ticks): Ticks => Math.max(0, end - Math.max(begin, from));
    critical.receiving += within(sent, received);
    critical.computing += within(takenUp, finished) - timeAway(absences, Math.max(takenUp, from), finished);
    critical.away += timeAway(absences, Math.max(received, from), finished);
    critical.sending += within(finished, arrived);
  }

  /** The account up to now; the agent's last activity ends with it. */
  account(): AgentAccount {
    const time = this.#clock.ticks;
    this.#settle(time);
    this.#since = time;
    const { computing, sending, receiving, waiting, away, critical } = this.#sums;
    return {
      ...this.#sums,
      ...inSeconds({ computing, sending, receiving, waiting: waiting - receiving, away }),
      critical: inSeconds(critical),
    };
  }

  /** Reports the activity that ends now, with the absences that it rested in. */
  report(): void {
    const observe = this.#observe;
    const to = this.#clock.ticks;
    if (!observe || to === this.#since) return;
    const { agent } = this.#sums;
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
    const sums = this.#sums;
    const spent = time - this.#since;
    if (spent === 0) return NO_ABSENCES;
    if (this.#state === 'sending' || this.#state === 'away') {
      sums[this.#state] += spent;
      return NO_ABSENCES;
    }
    if (this.#state === 'waiting') sums.waiting = this.#waitedBy(time);
    const absences = this.#timing.absences(this.#since, time);
    const off = timeAway(absences, this.#since, time);
    if (this.#state === 'computing') sums.computing += spent - off;
    sums.away += off;
    for (const { from, to } of this.#receiving) sums.receiving += to - from - timeAway(absences, from, to);
    this.#receiving.length = 0;
    return absences;
  }

  /** Time spent waiting up to a time in the present activity, less those off. */
  #waitedBy(time: Ticks): Ticks {
    if (this.#state !== 'waiting') return this.#sums.waiting;
    let waited = time - this.#since;
    for (const { from, to } of this.#timing.absences(this.#since, time)) waited -= to - from;
    return this.#sums.waiting + waited;
  }
}

const inSeconds = <Activity extends string>(
  times: Readonly<Record<Activity, Ticks>>,
): Record<Activity, number> =>
  Object.fromEntries(
    Object.entries<Ticks>(times).map(([activity, time]) => [activity, secondsOf(time)]),
  ) as Record<Activity, number>;
