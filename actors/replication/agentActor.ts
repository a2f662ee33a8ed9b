/**
 * An agent in time: a mailbox, one thing done at a time, and the delays and faults that its timing
 * draws. Its part of the algorithm runs where its group lives.
 *
 *     waiting ─ takes a dispatch ─▶ computing ─▶ sending ─▶ waiting      away: off, or crashed
 */
import type { Traffic } from '../../src/metrics/measuredRound.ts';
import type { AgentSeconds } from '../../src/protocol/agentAccount.ts';
import { totalWork, type WorkDone } from '../../src/protocol/workDone.ts';
import type { TimedEvent } from '../../src/protocol/inspection.ts';
import type { Intervention, interventionsIn } from '../../src/protocol/intervention.ts';
import type { Message } from '../../src/algorithms/message.ts';
import type { MessageLayout } from '../../src/protocol/messageLayout.ts';
import { BITS_PER_BYTE, wholeBytes } from '../../src/metrics/messageSize.ts';
import type { AgentTiming } from '../../src/timing/agentTiming.ts';
import type { Absence } from '../../src/timing/absences.ts';
import { secondsOf, type Ticks, ticksOf } from '../../src/values/ticks.ts';
import { type Clock, OF_AGENTS, type Scheduled } from '../clock/clock.ts';
import type { AgentState } from '../agent/localAgents.ts';
import type { AgentsOnClock } from '../hosting/agentGroup.ts';
import type { Incoming } from '../server/serverProtocol.ts';
import type { Dispatch, Outgoing } from '../server/dispatch.ts';
import { AgentActivity, type LastStep } from './agentActivity.ts';
import { AgentReport, numberOf } from './agentReport.ts';
import { AgentWork } from './agentWork.ts';
import type { SharedLink } from './sharedLink.ts';
import type { AgentView, Watching } from './stepping.ts';

/** Environment of an agent. */
export interface AgentContext {
  readonly clock: Clock;
  readonly group: AgentsOnClock;
  readonly traffic: Traffic;
  readonly layout: MessageLayout;
  /** Δ, where the trigger has agents work for so long */
  readonly workSeconds: number | undefined;
  /** the server's links, where they are shared: when a message has come is then known when it comes */
  readonly uplink: SharedLink | undefined;
  readonly downlink: SharedLink | undefined;
  toServer(incoming: Incoming): void;
  /** Holds all further events back until this is done. */
  waitFor(work: Promise<void>): void;
  /** where waiting is asked about later */
  readonly lastStep: LastStep | undefined;
  /** is called with each event; `undefined` without observers */
  readonly observe: ((event: TimedEvent) => void) | undefined;
  /** is called with each activity */
  readonly observeActivity: ((event: TimedEvent) => void) | undefined;
  /** is called with events and arrivals */
  readonly watched: Watching | undefined;
  /** what was done to a message by hand; `undefined` where nothing was done to any */
  readonly interventions: ReturnType<typeof interventionsIn>;
}

/** One agent of a replication on a clock. */
export class AgentActor {
  readonly work = new AgentWork();
  readonly #agent: number;
  readonly #timing: AgentTiming;
  readonly #context: AgentContext;
  readonly #activity: AgentActivity;
  readonly #report: AgentReport | undefined;
  #mailbox: Outgoing[] = [];
  /** what it took up last */
  #last: Dispatch | undefined;
  /** the end of the computation, or of an absence with mail in the box */
  #next: Scheduled | undefined;
  /** answers under way, lost ones too */
  #answersInFlight = 0;
  /** messages keep their order */
  #lastArrival: Ticks = 0;
  /** how often the agent has returned: what was sent to an earlier life does not reach it */
  #life = 0;

  constructor(agent: number, timing: AgentTiming, context: AgentContext) {
    this.#agent = agent;
    this.#timing = timing;
    this.#context = context;
    const { clock, layout, observe, observeActivity, watched, lastStep } = context;
    this.#activity = new AgentActivity(agent, timing, clock, observeActivity, lastStep);
    this.#report = observe && new AgentReport(agent, clock, layout, observe, watched);
    const { crashes } = timing;
    if (!crashes) return;
    clock.at(crashes.at, OF_AGENTS, agent, () => {
      this.#crash();
      if (crashes.returns === undefined) return;
      clock.at(crashes.returns, OF_AGENTS, agent, () => {
        this.#return();
      });
    });
  }

  /** The server sends the agent something. */
  send(outgoing: Outgoing): void {
    const { clock, traffic, layout, downlink } = this.#context;
    const bits = layout.bits(outgoing.message);
    traffic.downlinkVectors += layout.vectorCount(outgoing.message);
    traffic.downlinkBits += bits;
    const { ticks } = clock;
    if (outgoing.kind === 'dispatch') outgoing.sent = ticks;
    const bytes = bits / BITS_PER_BYTE;
    let passage = this.#timing.downlink(bytes);
    let lost = this.#timing.losesDownlink();
    const { interventions } = this.#context;
    if (interventions !== undefined && outgoing.kind === 'dispatch') {
      const done = interventions('server', this.#agent, outgoing.number);
      lost ||= done?.kind === 'drop';
      passage += delayBy(done);
    }
    if (downlink === undefined) this.#goes(outgoing, ticks, passage, lost, this.#life);
    else this.#queuesDown(downlink, bytes, outgoing, ticks, passage, lost);
  }

  /** The message waits for its share of the server's link. */
  #queuesDown(
    downlink: SharedLink,
    bytes: number,
    outgoing: Outgoing,
    sent: Ticks,
    passage: Ticks,
    lost: boolean,
  ): void {
    const life = this.#life;
    downlink.carry(bytes, this.#agent, () => {
      this.#goes(outgoing, sent, passage, lost, life);
    });
  }

  /** A message that was sent to the agent has left the server, by which its way alone is still open. */
  #goes(outgoing: Outgoing, sent: Ticks, passage: Ticks, lost: boolean, life: number): void {
    const { clock } = this.#context;
    const arrives = Math.max(clock.ticks + passage, this.#lastArrival);
    if (!lost) this.#lastArrival = arrives;
    this.#report?.sent(outgoing, { sent, arrives, lost, copy: false });
    clock.messageAt(arrives, this.#agent, () => {
      this.#report?.arrived('server', numberOf(outgoing), lost, false);
      if (!lost) this.#receive(outgoing, life);
      else if (outgoing.kind === 'dispatch') this.#miss(outgoing);
    });
  }

  /** What it is at, and what has come. */
  inspect(): Omit<AgentView, keyof AgentState> {
    const { state: activity, since, work } = this.#activity;
    const mailbox = this.#mailbox.map((mail) => ({
      kind: mail.message.kind,
      dispatch: mail.kind === 'dispatch' ? mail.number : undefined,
    }));
    return { activity, since: secondsOf(since), dispatch: work?.number, mailbox };
  }

  /** Whether the agent is there: neither off nor crashed. */
  isThere(): boolean {
    return this.#activity.state !== 'away' && this.#timing.isThere(this.#context.clock.ticks);
  }

  /** Time spent waiting so far, or by the last step, being there. */
  waited(): Ticks {
    return this.#activity.waited();
  }

  /** The server has no use for an answer that came. */
  discarded({ message }: Dispatch, answer: Message): void {
    this.work.wasted('late', message.localSteps, this.#bytes(answer));
  }

  /** Reports what the agent is doing when the run ends. */
  close(): void {
    this.#activity.report();
  }

  /** Its time and its work up to now; what it was at ends with it. */
  account(): AgentSeconds & WorkDone {
    return { ...this.#activity.account(), ...totalWork([this.work]) };
  }

  #receive(outgoing: Outgoing, life: number): void {
    if (this.#activity.state === 'away' || life !== this.#life) {
      this.#report?.unused(outgoing, 'undeliverable');
      return;
    }
    if (outgoing.kind === 'dispatch') {
      outgoing.received = this.#context.clock.ticks;
      this.#activity.received(outgoing.sent);
      if (outgoing.abandon && this.#activity.work) {
        if (this.#next) this.#next.cancelled = true;
        this.#stopComputing();
        this.#activity.become('waiting', undefined);
      }
    }
    this.#mailbox.push(outgoing);
    this.#proceed();
  }

  /** Takes up what lies in the mailbox, where the agent is free to. */
  #proceed(): void {
    if (this.#activity.state !== 'waiting' || this.#mailbox.length === 0) return;
    const { clock, group } = this.#context;
    let newest = -1;
    for (const mail of this.#mailbox) if (mail.kind === 'dispatch') newest = mail.version;
    for (let mail = this.#mailbox[0]; mail; mail = this.#mailbox[0]) {
      if (mail.kind === 'notice') {
        group.note(this.#agent, mail.message);
        this.#mailbox.shift();
        continue;
      }
      if (mail.version < newest) {
        this.#mailbox.shift();
        this.#report?.unused(mail, 'unread');
        // It is not computed from, but its notice of the last round still holds.
        if (mail.notice && this.#last?.accepted) group.note(this.#agent, mail.notice);
        continue;
      }
      // The waiting so far is settled first: absences are asked for in the order of time.
      addAbsences(mail, this.#activity.become('waiting', undefined));
      const available = this.#timing.availableFrom(clock.ticks);
      if (available > clock.ticks) {
        if (this.#next) this.#next.cancelled = true;
        this.#next = this.#at(available, () => {
          this.#proceed();
        });
        return;
      }
      this.#mailbox.shift();
      this.#begin(mail);
      return;
    }
  }

  /** Schedules something of the agent's own; what is to happen at no time, since the agent does not come back, is not. */
  #at(time: Ticks, act: () => void): Scheduled | undefined {
    return time < Infinity ? this.#context.clock.at(time, OF_AGENTS, this.#agent, act) : undefined;
  }

  #begin(dispatch: Dispatch): void {
    const { clock, group } = this.#context;
    if (this.#next) this.#next.cancelled = true;
    this.#activity.become('computing', dispatch);
    dispatch.takenUp = clock.ticks;
    this.#report?.taken(dispatch);
    const duration = this.#durationOf(dispatch);
    this.work.taken(dispatch.message.localSteps);
    const drops = this.#timing.drops();
    group.start(this.#agent, this.#headed(dispatch.message));
    this.#last = dispatch;
    this.#next = this.#at(
      this.#timing.endOfWork(clock.ticks, duration),
      drops
        ? () => {
            this.#giveUp(dispatch);
          }
        : () => {
            this.#finish(dispatch);
          },
    );
  }

  /** Time of work on a dispatch that is taken up, whose local steps are then known. */
  #durationOf(dispatch: Dispatch): Ticks {
    const { workSeconds, layout } = this.#context;
    const { message } = dispatch;
    if (workSeconds === undefined || !layout.typeOf(message).asksForSteps)
      return this.#timing.computing(message.localSteps);
    const { localSteps, duration } = this.#timing.working(workSeconds);
    dispatch.message = { ...message, localSteps };
    return duration;
  }

  /**
   * A message, with what is known of the agent's last answer: an answer is acknowledged when it comes, and
   * the sender of a lost one is informed. One that is still in flight belongs to a round that is over.
   */
  #headed(message: Message): Message {
    return this.#last === undefined || this.#last.accepted ? message : { ...message, taken: false };
  }

  /** The agent drops out: the work is done, and no answer is sent. */
  #giveUp(dispatch: Dispatch): void {
    this.#next = undefined;
    this.#stopComputing();
    this.#activity.become('waiting', undefined);
    this.#miss(dispatch);
    this.#proceed();
  }

  #finish(dispatch: Dispatch): void {
    this.#next = undefined;
    const { clock, group } = this.#context;
    const answer = group.take(this.#agent);
    if (clock.whenThere) {
      this.#next = clock.whenThere(answer, this.#agent, (taken) => {
        this.#next = undefined;
        this.#answer(dispatch, taken);
      });
      return;
    }
    if (!(answer instanceof Promise)) {
      this.#answer(dispatch, answer);
      return;
    }
    this.#context.waitFor(
      answer.then((taken) => {
        if (taken) this.#answer(dispatch, taken);
      }),
    );
  }

  #answer(dispatch: Dispatch, answer: Message): void {
    const { clock, traffic, layout } = this.#context;
    const { ticks: sent } = clock;
    const bits = layout.bits(answer);
    traffic.uplinkVectors += layout.vectorCount(answer);
    traffic.uplinkBits += bits;
    const bytes = bits / BITS_PER_BYTE;
    this.work.bytes += wholeBytes(bits);
    const done = this.#context.interventions?.('agent', this.#agent, dispatch.number);
    const arrives = sent + this.#timing.uplink(bytes) + delayBy(done);
    const lost = this.#timing.losesUplink() || done?.kind === 'drop';
    const twice = this.#timing.duplicates() && !lost;
    addAbsences(dispatch, this.#activity.become('sending', dispatch));
    dispatch.finished = clock.ticks;
    this.#answersInFlight++;
    this.#goesBack(dispatch, answer, sent, arrives, lost, false);
    if (twice) this.#goesBack(dispatch, answer, sent, sent + this.#timing.secondUplink(bytes), lost, true);
  }

  /** An answer, or its second copy, goes to the server. */
  #goesBack(
    dispatch: Dispatch,
    answer: Message,
    sent: Ticks,
    arrives: Ticks,
    lost: boolean,
    copy: boolean,
  ): void {
    const { clock, uplink } = this.#context;
    if (uplink !== undefined) {
      this.#queuesUp(uplink, dispatch, answer, sent, arrives, lost, copy);
      return;
    }
    this.#report?.answered(dispatch, answer, { sent, arrives, lost, copy });
    clock.at(arrives, OF_AGENTS, this.#agent, () => {
      this.#arrived(dispatch, answer, lost, copy);
    });
  }

  /** The same where the server's link is shared. A method of its own: what its closures hold would else be allocated for every answer. */
  #queuesUp(
    uplink: SharedLink,
    dispatch: Dispatch,
    answer: Message,
    sent: Ticks,
    from: Ticks,
    lost: boolean,
    copy: boolean,
  ): void {
    const { clock, layout } = this.#context;
    clock.at(from, OF_AGENTS, this.#agent, () => {
      uplink.carry(layout.bits(answer) / BITS_PER_BYTE, this.#agent, () => {
        // Of several that come at one time each is an event of its own.
        clock.at(clock.ticks, OF_AGENTS, this.#agent, () => {
          this.#report?.answered(dispatch, answer, { sent, arrives: clock.ticks, lost, copy });
          this.#arrived(dispatch, answer, lost, copy);
        });
      });
    });
  }

  #arrived(dispatch: Dispatch, answer: Message, lost: boolean, copy: boolean): void {
    this.#report?.arrived('agent', dispatch.number, lost, copy);
    if (copy) {
      this.#answerComes(dispatch, answer);
      return;
    }
    this.#answersInFlight--;
    if (this.#activity.work === dispatch) this.#activity.become('waiting', undefined);
    if (lost) {
      this.work.wasted('lost', dispatch.message.localSteps, this.#bytes(answer));
      this.#miss(dispatch);
    } else this.#answerComes(dispatch, answer);
    this.#proceed();
  }

  #answerComes(dispatch: Dispatch, answer: Message): void {
    // The first copy counts, also while it waits for a server at work.
    if (Number.isNaN(dispatch.arrived)) {
      dispatch.arrived = this.#context.clock.ticks;
      dispatch.depth = this.#context.clock.depth;
    }
    this.#context.toServer({ kind: 'answer', dispatch, answer });
  }

  /** What is being computed is given up. */
  #stopComputing(): void {
    const { state, work } = this.#activity;
    if (state === 'computing' && work) this.work.gaveUp(work.message.localSteps);
  }

  /** Size of an answer, in whole bytes. */
  #bytes(answer: Message): number {
    return wholeBytes(this.#context.layout.bits(answer));
  }

  #miss(dispatch: Dispatch): void {
    this.#context.toServer({ kind: 'missing', dispatch });
  }

  #crash(): void {
    if (this.#next) this.#next.cancelled = true;
    this.#next = undefined;
    this.#stopComputing();
    this.#activity.become('away', undefined);
    for (const mail of this.#mailbox) this.#report?.unused(mail, 'unread');
    this.#mailbox = [];
    this.#report?.crashed();
  }

  #return(): void {
    this.#life++;
    this.#lastArrival = 0;
    this.#last = undefined;
    this.#context.group.restart(this.#agent);
    this.#activity.become('waiting', undefined);
    this.#report?.returned();
    this.#context.toServer({ kind: 'returned', agent: this.#agent, answering: this.#answersInFlight > 0 });
  }
}

/** By how much a message is later than it would have been. */
const delayBy = (done: Intervention | undefined): Ticks =>
  done?.kind === 'delay' ? ticksOf(done.seconds) : 0;

function addAbsences(dispatch: Dispatch, absences: readonly Absence[]): void {
  if (absences.length > 0) dispatch.absences = [...dispatch.absences, ...absences];
}
