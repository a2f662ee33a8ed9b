/**
 * An agent in time: a mailbox, one thing done at a time, and the delays and faults that its timing
 * draws. What it computes is its part’s business, which the cohort runs.
 *
 *     waiting ─ takes a dispatch ─▶ computing ─▶ sending ─▶ waiting      away: off, or crashed
 */
import type { Traffic } from '../../src/metrics/measuredRound.ts';
import type { TimedEvent } from '../../src/protocol/inspection.ts';
import type { Message } from '../../src/algorithms/message.ts';
import type { Wire } from '../../src/protocol/wire.ts';
import type { AgentTiming } from '../../src/timing/agentTiming.ts';
import type { Clock, Scheduled } from '../clock/clock.ts';
import type { Arrival } from '../server/timedServer.ts';
import { AgentActivity } from './agentActivity.ts';
import { AgentReport } from './agentReport.ts';
import type { Dispatch, Letter } from './dispatch.ts';
import type { TimedCohort } from './timedCohort.ts';

/** Messages come first of what happens at one time. */
const OF_MESSAGES = 0;

/** What an agent has to do with. */
export interface Surroundings {
  readonly clock: Clock;
  readonly cohort: TimedCohort;
  readonly traffic: Traffic;
  readonly wire: Wire;
  /** 8 d */
  readonly vectorBytes: number;
  /** to the server */
  deliver(arrival: Arrival): void;
  /** Holds all further events back until this is done. */
  waitFor(work: Promise<void>): void;
  /** tells of what happens; `undefined` where nobody wants to know */
  readonly observe: ((event: TimedEvent) => void) | undefined;
}

/** One agent of a timed replication. */
export class TimedAgent {
  readonly #agent: number;
  readonly #timing: AgentTiming;
  readonly #around: Surroundings;
  readonly #activity: AgentActivity;
  readonly #report: AgentReport | undefined;
  #mailbox: Letter[] = [];
  /** what it took up last */
  #last: Dispatch | undefined;
  /** the end of the computation, or of an absence with mail in the box */
  #next: Scheduled | undefined;
  /** answers under way, lost ones too */
  #uploads = 0;
  /** messages keep their order */
  #lastArrival = 0;
  /** how often the agent has returned: what was sent to an earlier life does not reach it */
  #life = 0;

  constructor(agent: number, timing: AgentTiming, around: Surroundings) {
    this.#agent = agent;
    this.#timing = timing;
    this.#around = around;
    const { clock, wire, vectorBytes, observe } = around;
    this.#activity = new AgentActivity(agent, timing, clock, observe);
    this.#report = observe && new AgentReport(agent, clock, wire, vectorBytes, observe);
    const { crashes } = timing;
    if (!crashes) return;
    clock.at(crashes.at, OF_MESSAGES, agent, () => {
      this.#crash();
      if (crashes.returns === undefined) return;
      clock.at(crashes.returns, OF_MESSAGES, agent, () => {
        this.#return();
      });
    });
  }

  /** The server sends the agent something. */
  send(letter: Letter): void {
    const { clock, traffic, wire, vectorBytes } = this.#around;
    const vectors = wire.vectorCount(letter.kind === 'dispatch' ? letter.dispatch.message : letter.notice);
    traffic.downlinkVectors += vectors;
    if (letter.kind === 'dispatch') letter.dispatch.sent = clock.time;
    const arrives = Math.max(clock.time + this.#timing.downlink(vectors * vectorBytes), this.#lastArrival);
    const lost = this.#timing.losesDownlink();
    if (!lost) this.#lastArrival = arrives;
    this.#report?.sent(letter, { arrives, lost, copy: false });
    const life = this.#life;
    clock.at(arrives, OF_MESSAGES, this.#agent, () => {
      if (!lost) this.#receive(letter, life);
      else if (letter.kind === 'dispatch') this.#miss(letter.dispatch);
    });
  }

  /** Seconds spent waiting so far, being there. */
  waited(): number {
    return this.#activity.waited();
  }

  /** Tells what the agent is at when the run ends. */
  close(): void {
    this.#activity.tell();
  }

  #receive(letter: Letter, life: number): void {
    if (this.#activity.state === 'away' || life !== this.#life) {
      this.#report?.unused(letter, 'undeliverable');
      return;
    }
    if (letter.kind === 'dispatch' && letter.dispatch.abandon && this.#activity.work) {
      if (this.#next) this.#next.cancelled = true;
      this.#activity.become('waiting', undefined);
    }
    this.#mailbox.push(letter);
    this.#proceed();
  }

  /** Takes up what lies in the mailbox, where the agent is free to. */
  #proceed(): void {
    if (this.#activity.state !== 'waiting' || this.#mailbox.length === 0) return;
    const { clock, cohort } = this.#around;
    let newest = -1;
    for (const letter of this.#mailbox) {
      if (letter.kind === 'dispatch') newest = letter.dispatch.version;
    }
    for (let letter = this.#mailbox[0]; letter; letter = this.#mailbox[0]) {
      if (letter.kind === 'notice') {
        cohort.note(this.#agent, letter.notice);
        this.#mailbox.shift();
        continue;
      }
      const { dispatch } = letter;
      if (dispatch.version < newest) {
        this.#mailbox.shift();
        this.#report?.unused(letter, 'unread');
        // It is not computed from, but what it says of the round before still holds.
        if (dispatch.notice && this.#last?.accepted) cohort.note(this.#agent, dispatch.notice);
        continue;
      }
      // The waiting so far is settled first: absences are asked for in the order of time.
      this.#activity.become('waiting', undefined);
      const there = this.#timing.availableFrom(clock.time);
      if (there > clock.time) {
        if (this.#next) this.#next.cancelled = true;
        this.#next = clock.at(there, OF_MESSAGES, this.#agent, () => {
          this.#proceed();
        });
        return;
      }
      this.#mailbox.shift();
      this.#begin(dispatch);
      return;
    }
  }

  #begin(dispatch: Dispatch): void {
    const { clock, cohort } = this.#around;
    if (this.#next) this.#next.cancelled = true;
    this.#activity.become('computing', dispatch);
    dispatch.takenUp = clock.time;
    this.#report?.taken(dispatch);
    const duration = this.#timing.computing(dispatch.message.localSteps);
    const drops = this.#timing.drops();
    cohort.start(this.#agent, this.#headed(dispatch.message));
    this.#last = dispatch;
    this.#next = clock.at(
      this.#timing.endOfWork(clock.time, duration),
      OF_MESSAGES,
      this.#agent,
      drops
        ? () => {
            this.#giveUp(dispatch);
          }
        : () => {
            this.#finish(dispatch);
          },
    );
  }

  /**
   * A message, with what is known of the agent's last answer: an answer is acknowledged when it comes, and
   * the sender of a lost one hears of that. One that is still under way belongs to a round that is over.
   */
  #headed(message: Message): Message {
    return this.#last === undefined || this.#last.accepted ? message : { ...message, taken: false };
  }

  /** The agent drops out: the work is done and nobody hears of it. */
  #giveUp(dispatch: Dispatch): void {
    this.#next = undefined;
    this.#activity.become('waiting', undefined);
    this.#miss(dispatch);
    this.#proceed();
  }

  #finish(dispatch: Dispatch): void {
    this.#next = undefined;
    const { clock, cohort } = this.#around;
    const answer = cohort.take(this.#agent);
    if (clock.whenThere) {
      this.#next = clock.whenThere(answer, this.#agent, (taken) => {
        this.#next = undefined;
        this.#upload(dispatch, taken);
      });
      return;
    }
    if (!(answer instanceof Promise)) {
      this.#upload(dispatch, answer);
      return;
    }
    this.#around.waitFor(
      answer.then((taken) => {
        if (taken) this.#upload(dispatch, taken);
      }),
    );
  }

  #upload(dispatch: Dispatch, answer: Message): void {
    const { clock, traffic, wire, vectorBytes } = this.#around;
    const vectors = wire.vectorCount(answer);
    traffic.uplinkVectors += vectors;
    const bytes = vectors * vectorBytes;
    const arrives = clock.time + this.#timing.uplink(bytes);
    const lost = this.#timing.losesUplink();
    const twice = this.#timing.duplicates() && !lost;
    this.#activity.become('sending', dispatch);
    this.#uploads++;
    this.#report?.answered(dispatch, answer, { arrives, lost, copy: false });
    clock.at(arrives, OF_MESSAGES, this.#agent, () => {
      this.#uploads--;
      if (this.#activity.work === dispatch) this.#activity.become('waiting', undefined);
      if (lost) this.#miss(dispatch);
      else this.#deliver(dispatch, answer);
      this.#proceed();
    });
    if (!twice) return;
    const again = clock.time + this.#timing.secondUplink(bytes);
    this.#report?.answered(dispatch, answer, { arrives: again, lost: false, copy: true });
    clock.at(again, OF_MESSAGES, this.#agent, () => {
      this.#deliver(dispatch, answer);
    });
  }

  #deliver(dispatch: Dispatch, answer: Message): void {
    if (!dispatch.answered) dispatch.arrived = this.#around.clock.time;
    this.#around.deliver({ kind: 'answer', dispatch, answer });
  }

  #miss(dispatch: Dispatch): void {
    this.#around.deliver({ kind: 'missing', dispatch });
  }

  #crash(): void {
    if (this.#next) this.#next.cancelled = true;
    this.#next = undefined;
    this.#activity.become('away', undefined);
    for (const letter of this.#mailbox) this.#report?.unused(letter, 'unread');
    this.#mailbox = [];
    this.#report?.crashed();
  }

  #return(): void {
    this.#life++;
    this.#lastArrival = 0;
    this.#last = undefined;
    this.#around.cohort.restart(this.#agent);
    this.#activity.become('waiting', undefined);
    this.#report?.returned();
    this.#around.deliver({ kind: 'returned', agent: this.#agent, answering: this.#uploads > 0 });
  }
}
