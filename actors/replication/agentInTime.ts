/**
 * An agent in time, in the server's thread: a mailbox, one thing done at a time, and the delays and faults that its timing
 * draws. Its actor, which computes, lives where its group does.
 *
 *     waiting ─ takes a dispatch ─▶ computing ─▶ sending ─▶ waiting      away: off, or crashed
 */
import type { Traffic } from '../../src/measurement/metrics/measuredRound.ts';
import type { Intervention, interventionsIn } from '../../src/configuration/intervention.ts';
import type { Message } from '../../src/algorithms/message.ts';
import { isSilent } from '../../src/algorithms/silence.ts';
import { BITS_PER_BYTE, wholeBytes } from '../../src/measurement/metrics/messageSize.ts';
import type { AgentTiming } from '../../src/timing/agentTiming.ts';
import type { Absence } from '../../src/timing/absences.ts';
import { secondsOf, type Ticks, ticksOf } from '../../src/values/ticks.ts';
import { OF_AGENTS, type Scheduled } from '../clock/clock.ts';
import type { AgentState } from '../agent/agentActors.ts';
import type { AgentsOnClock } from '../hosting/agentGroup.ts';
import type { Incoming } from '../server/serverProtocol.ts';
import type { Dispatch } from '../server/dispatch.ts';
import { AgentLedger, type LedgerContext } from './agentLedger.ts';
import { AgentReports, numberOf, type Passage, type ReportContext } from './agentReports.ts';
import type { SharedLink } from './sharedLink.ts';
import type { AgentView } from './stepping.ts';

/** Environment of an agent. */
export interface AgentContext extends LedgerContext, ReportContext {
  readonly group: AgentsOnClock;
  readonly traffic: Traffic;
  /** Δ, where the trigger has agents work for so long */
  readonly workSeconds: number | undefined;
  /** the server's links, where they are shared: when a message has come is then known when it comes */
  readonly uplink: SharedLink | undefined;
  readonly downlink: SharedLink | undefined;
  toServer(incoming: Incoming): void;
  /** Holds all further events back until this is done. */
  waitFor(work: Promise<void>): void;
  /** what was done to a message by hand; `undefined` where nothing was done to any */
  readonly interventions: ReturnType<typeof interventionsIn>;
}

/** An agent of a replication on a clock. */
export class AgentInTime {
  readonly ledger: AgentLedger;
  readonly #agent: number;
  readonly #timing: AgentTiming;
  readonly #context: AgentContext;
  readonly #reports: AgentReports;
  #mailbox: Dispatch[] = [];
  /** what it took up last */
  #last: Dispatch | undefined;
  /** the end of the computation, or of an absence with mail in the box */
  #next: Scheduled | undefined;
  /** what it was asked last, and to what it sent its last answer while that is under way, lost or not */
  #asked: Dispatch | undefined;
  #answering: Dispatch | undefined;
  /** messages keep their order */
  #lastArrival: Ticks = 0;
  /** how often the agent has returned: what was sent to an earlier life does not reach it */
  #life = 0;

  constructor(agent: number, timing: AgentTiming, context: AgentContext) {
    this.ledger = new AgentLedger(agent, timing, context);
    this.#agent = agent;
    this.#timing = timing;
    this.#context = context;
    this.#reports = new AgentReports(agent, context);
    const { crashes } = timing;
    if (!crashes) return;
    const { clock } = context;
    clock.at(crashes.at, OF_AGENTS, agent, () => {
      this.#crash();
      if (crashes.returns === undefined) return;
      clock.at(crashes.returns, OF_AGENTS, agent, () => {
        this.#return();
      });
    });
  }

  /** The server sends the agent something: it passes the server's link, and then its own way. */
  send(dispatch: Dispatch): void {
    const { clock, traffic, layout, downlink, interventions } = this.#context;
    const { message, number, isNotice } = dispatch;
    const bits = layout.bits(message);
    traffic.downlinkVectors += layout.vectorCount(message);
    traffic.downlinkBits += bits;
    dispatch.sent = clock.ticks;
    if (!isNotice) this.#asked = dispatch;
    const bytes = bits / BITS_PER_BYTE;
    const drawn = this.#timing.downlink(bytes);
    const isLost = this.#timing.losesDownlink();
    const done = isNotice ? undefined : interventions?.('server', this.#agent, number);
    const delay = drawn + delayBy(done);
    const lost = isLost || done?.kind === 'drop';
    // Bound where it has to wait: to hold these in a closure would cost every dispatch.
    if (downlink === undefined) this.#goes(dispatch, delay, lost, this.#life);
    else downlink.carry(bytes, this.#agent, this.#goes.bind(this, dispatch, delay, lost, this.#life));
  }

  /** A message to the agent has left the server, and has its own way before it. */
  #goes(dispatch: Dispatch, delay: Ticks, lost: boolean, life: number): void {
    const { clock, observe } = this.#context;
    const arrives = Math.max(clock.ticks + delay, this.#lastArrival);
    if (!lost) this.#lastArrival = arrives;
    const { sent, message } = dispatch;
    if (observe) this.#reports.message('server', dispatch, message, { sent, arrives, lost, copy: false });
    clock.messageAt(arrives, this.#agent, () => {
      this.#reports.arrival('server', dispatch, lost, false);
      if (!lost) this.#receive(dispatch, life);
      else if (!dispatch.isNotice) this.#miss(dispatch);
    });
  }

  /** The agent's activity, and its mailbox. */
  inspect(): Omit<AgentView, keyof AgentState> {
    const { state: activity, since, work } = this.ledger;
    const mailbox = this.#mailbox.map((mail) => ({ kind: mail.message.kind, dispatch: numberOf(mail) }));
    return { activity, since: secondsOf(since), dispatch: work?.number, mailbox };
  }

  /** True while the agent is neither off nor crashed. */
  isThere(): boolean {
    return this.ledger.state !== 'away' && this.#timing.isThere(this.#context.clock.ticks);
  }

  /** The server has no use for an answer that came. */
  discarded({ message }: Dispatch, answer: Message): void {
    this.ledger.wasted('late', message.localSteps, this.#bytes(answer));
  }

  #receive(dispatch: Dispatch, life: number): void {
    if (this.ledger.state === 'away' || life !== this.#life) {
      this.#reports.unused(dispatch, 'undeliverable');
      return;
    }
    if (!dispatch.isNotice) {
      dispatch.received = this.#context.clock.ticks;
      this.ledger.received(dispatch.sent);
      if (dispatch.abandon && this.ledger.work) {
        if (this.#next) this.#next.cancelled = true;
        this.#stopComputing();
        this.ledger.become('waiting', undefined);
      }
    }
    this.#mailbox.push(dispatch);
    this.#proceed();
  }

  /** Takes up what lies in the mailbox, where the agent is free to. */
  #proceed(): void {
    if (this.ledger.state !== 'waiting' || this.#mailbox.length === 0) return;
    const { clock, group } = this.#context;
    let newest = -1;
    for (const mail of this.#mailbox) if (!mail.isNotice) newest = mail.version;
    for (let mail = this.#mailbox[0]; mail; mail = this.#mailbox[0]) {
      if (mail.isNotice) {
        group.note(this.#agent, mail.message);
        this.#mailbox.shift();
        continue;
      }
      if (mail.version < newest) {
        this.#mailbox.shift();
        this.#reports.unused(mail, 'unread');
        // It is not computed from, but its notice of the last round still holds.
        if (mail.notice && this.#last?.accepted) group.note(this.#agent, mail.notice);
        continue;
      }
      // The waiting so far is settled first: absences are asked for in the order of time.
      addAbsences(mail, this.ledger.become('waiting', undefined));
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
    this.ledger.become('computing', dispatch);
    dispatch.takenUp = clock.ticks;
    this.#reports.taken(dispatch);
    const duration = this.#durationOf(dispatch);
    this.ledger.tookUp(dispatch.message.localSteps);
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
    this.ledger.become('waiting', undefined);
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
    this.ledger.answered(wholeBytes(bits));
    const done = this.#context.interventions?.('agent', this.#agent, dispatch.number);
    const says = !isSilent(answer);
    // Drawn of each answer, so that silence changes no later delay of the agent: that it is done is known at once, and never lost.
    const [uplink, isLost, isDoubled] = [
      this.#timing.uplink(bytes),
      this.#timing.losesUplink(),
      this.#timing.duplicates(),
    ];
    const arrives = sent + (says ? uplink : 0) + delayBy(done);
    const lost = (says && isLost) || done?.kind === 'drop';
    const twice = says && isDoubled && !lost;
    addAbsences(dispatch, this.ledger.become('sending', dispatch));
    dispatch.finished = clock.ticks;
    this.#answering = dispatch;
    this.#goesBack(dispatch, answer, { sent, arrives, lost, copy: false });
    if (!twice) return;
    const second = sent + this.#timing.secondUplink(bytes);
    this.#goesBack(dispatch, answer, { sent, arrives: second, lost, copy: true });
  }

  /** An answer, or its second copy, goes its own way, and passes the server's link, where it may wait for others. */
  #goesBack(dispatch: Dispatch, answer: Message, passage: Passage): void {
    const { clock, layout } = this.#context;
    const uplink = isSilent(answer) ? undefined : this.#context.uplink;
    if (uplink === undefined) this.#reports.message('agent', dispatch, answer, passage);
    clock.at(passage.arrives, OF_AGENTS, this.#agent, () => {
      if (uplink === undefined) this.#arrived(dispatch, answer, passage);
      else
        uplink.carry(layout.bits(answer) / BITS_PER_BYTE, this.#agent, () => {
          // Of several that come at one time each is an event of its own.
          clock.at(clock.ticks, OF_AGENTS, this.#agent, () => {
            const { ticks: arrives } = clock;
            this.#reports.message('agent', dispatch, answer, { ...passage, arrives });
            this.#arrived(dispatch, answer, passage);
          });
        });
    });
  }

  #arrived(dispatch: Dispatch, answer: Message, { lost, copy }: Passage): void {
    this.#reports.arrival('agent', dispatch, lost, copy);
    if (copy) {
      this.#answerComes(dispatch, answer);
      return;
    }
    if (this.#answering === dispatch) this.#answering = undefined;
    if (this.ledger.work === dispatch) this.ledger.become('waiting', undefined);
    if (lost) {
      this.ledger.wasted('lost', dispatch.message.localSteps, this.#bytes(answer));
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

  /** The computation under way is given up. */
  #stopComputing(): void {
    const { state, work } = this.ledger;
    if (state === 'computing' && work) this.ledger.gaveUp(work.message.localSteps);
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
    this.ledger.become('away', undefined);
    for (const mail of this.#mailbox) this.#reports.unused(mail, 'unread');
    this.#mailbox = [];
    this.#reports.life('crashed');
  }

  #return(): void {
    this.#life++;
    this.#lastArrival = 0;
    this.#last = undefined;
    this.#context.group.restart(this.#agent);
    this.ledger.become('waiting', undefined);
    this.#reports.life('returned');
    const asked = this.#asked;
    const answers = asked !== undefined && asked === this.#answering;
    this.#context.toServer({ kind: 'returned', agent: this.#agent, asked, answers });
  }
}

/** By how much a message is later than it would have been. */
const delayBy = (done: Intervention | undefined): Ticks =>
  done?.kind === 'delay' ? ticksOf(done.seconds) : 0;

function addAbsences(dispatch: Dispatch, absences: readonly Absence[]): void {
  if (absences.length > 0) dispatch.absences = [...dispatch.absences, ...absences];
}
