/**
 * Transport on a clock: an agent actor each, which delays, loses and repeats messages as its timing draws. Numbers that agents
 * compute do not affect when events happen.
 */
import { type Observable, Subject } from 'rxjs';
import type { ServerLogic } from '../../src/algorithms/algorithm.ts';
import { MessageInvariants } from '../../src/events/messageInvariants.ts';
import { noTraffic, type RoundTiming } from '../../src/measurement/metrics/measuredRound.ts';
import { policyOf } from '../../src/policies/index.ts';
import { everyAgent } from '../../src/policies/machine.ts';
import { InvariantFailure } from '../../src/values/failure.ts';
import type { Outcome, TimedEvent } from '../../src/events/inspection.ts';
import { interventionsIn } from '../../src/configuration/intervention.ts';
import { totalWork } from '../../src/events/timedCounts.ts';
import { algorithmOf, keyOf } from '../../src/algorithms/parts.ts';
import { type MessageLayout, layoutOf } from '../../src/algorithms/messageLayout.ts';
import { wholeBytes } from '../../src/measurement/metrics/messageSize.ts';
import { meanGap, workSeconds } from '../../src/triggers/index.ts';
import { isTimed } from '../../src/timing/isTimed.ts';
import { agentTiming, serverComputing } from '../../src/timing/agentTiming.ts';
import { meanCycle } from '../../src/timing/expected.ts';
import { secondsOf, type Ticks } from '../../src/values/ticks.ts';
import { OF_SERVER, type RunningClock, SERVER } from '../clock/clock.ts';
import type { AgentState } from '../agent/agentActors.ts';
import type { AgentsOnClock } from '../hosting/agentGroup.ts';
import { DispatchBook } from '../server/dispatch.ts';
import { serverActor } from '../server/serverActor.ts';
import type { Incoming, ServerOutput, ServerUpdate, Stepped } from '../server/serverProtocol.ts';
import type { LastStep } from './agentLedger.ts';
import { MOST_AGENTS } from './activityRing.ts';
import { type AgentContext, AgentInTime } from './agentInTime.ts';
import { Ledger } from './ledger.ts';
import { holdsRounds } from './measurement.ts';
import type { ReplicationPlan, ReplicationRun } from './replication.ts';
import { timingModelOf } from './replicationClock.ts';
import { SharedLink } from './sharedLink.ts';
import type { ReplicationView } from './stepping.ts';
import type { Closing, Ending, Transport } from './transport.ts';

/** State of agents that live in other threads. */
const NOT_HERE: AgentState = { iterate: new Float64Array(), states: {}, observation: undefined };

/** Events between two questions whether to stop. */
const EVENTS_PER_TURN = 64;

/** Transport of a replication on a clock. */
export class TimedTransport implements Transport<Stepped, Exclude<ServerOutput, Stepped>> {
  readonly traffic = noTraffic();
  readonly eventsPerTurn = EVENTS_PER_TURN;
  pending: Promise<void> | undefined;
  readonly #run: ReplicationRun;
  readonly #plan: ReplicationPlan;
  readonly #clock: RunningClock;
  readonly #hosted: AgentsOnClock;
  readonly #invariants: MessageInvariants | undefined;
  readonly #observe: ((event: TimedEvent) => void) | undefined;
  /** of updates alone where no other event is asked for */
  readonly #observeApplied: ((event: TimedEvent) => void) | undefined;
  readonly #lastStep: LastStep | undefined;
  readonly #agents: readonly AgentInTime[];
  readonly #ledger: Ledger;
  readonly #layout: MessageLayout;
  readonly #incoming = new Subject<Incoming>();
  readonly #book: DispatchBook;
  /** of the last server step */
  #updates: readonly ServerUpdate[] = [];

  constructor(run: ReplicationRun, clock: RunningClock, hosted: AgentsOnClock) {
    const { plan } = run;
    const { algorithm, policy } = plan;
    this.#run = run;
    this.#plan = plan;
    this.#hosted = hosted;
    this.#clock = clock;
    this.#layout = layoutOf(algorithm, plan.dimension);
    this.#invariants = plan.verify ? new MessageInvariants(algorithmOf(algorithm), policy) : undefined;
    this.#observe = this.#eventObserver();
    this.#observeApplied = plan.updates ? (this.#observe ?? this.#report) : this.#observe;
    this.#lastStep = holdsRounds(plan) ? { number: 0, time: 0 } : undefined;
    const context = this.#context();
    const timings = run.timings ?? ((agent) => agentTiming(timingModelOf(plan), agent, plan.seed));
    this.#agents = everyAgent(plan.agents).map((agent) => new AgentInTime(agent, timings(agent), context));
    this.#ledger = new Ledger(
      this.#agents.map(({ ledger }) => ledger),
      policyOf(policy).free === undefined,
    );
    this.#book = new DispatchBook(plan.agents);
  }

  /** Surroundings that all agents have in common. */
  #context(): AgentContext {
    const { algorithm, timing, trigger, seed, interventions } = this.#plan;
    const { stepping, activities } = this.#run;
    const shared = (bytesPerSecond: number | undefined): SharedLink | undefined =>
      bytesPerSecond === undefined ? undefined : new SharedLink(this.#clock, bytesPerSecond);
    return {
      clock: this.#clock,
      group: this.#hosted,
      traffic: this.traffic,
      layout: this.#layout,
      workSeconds: workSeconds(trigger),
      uplink: shared(timing?.serverUplinkBandwidth),
      downlink: shared(timing?.serverDownlinkBandwidth),
      lastStep: this.#lastStep,
      toServer: (incoming) => {
        this.#incoming.next(incoming);
      },
      waitFor: (work) => {
        this.pending = work;
      },
      observe: this.#observe,
      observeActivity: this.#activityObserver(activities?.add),
      activities,
      heard: stepping && ((event) => stepping.heard(event)),
      interventions: interventionsIn(interventions, { algorithm: keyOf(algorithm), seed }),
    };
  }

  serve(part: ServerLogic): Observable<ServerOutput> {
    const { trigger, policy } = this.#plan;
    const server = serverActor({
      ...this.#plan,
      part,
      layout: this.#layout,
      policy: policyOf(policy),
      clock: this.#clock,
      book: this.#book,
      answered: this.#ledger.answered,
      whenWorked: this.#whenWorked(),
      isThere: (agent) => this.#agents[agent]!.isThere(),
      seconds: (agent) => meanCycle({ ...this.#plan, localSteps: meanGap(trigger) ?? 1 }, agent),
    });
    return this.#incoming.pipe(server);
  }

  get ending(): Ending {
    if (this.#clock.isOver) return { kind: 'over' };
    if (this.#clock.isCut) return { kind: 'cut' };
    return { kind: 'stalled', waitingFor: this.#book.awaited() };
  }

  /** Threads that are still starting would use up real time in which agents compute and messages wait. */
  ready(): Promise<void> | undefined {
    return this.#plan.clock === 'wall' ? this.#hosted.ready?.() : undefined;
  }

  event(): boolean | Promise<boolean> {
    return this.#clock.step();
  }

  carry(output: Exclude<ServerOutput, Stepped>): void {
    switch (output.kind) {
      case 'sent':
        for (const dispatch of output.dispatches) this.#agents[dispatch.agent]!.send(dispatch);
        break;
      case 'exchanged':
        this.#ledger.exchanged(output.updates, this.#clock.ticks, output.byAnswer);
        break;
      case 'discarded': {
        const { dispatch, answer, reason } = output;
        const { agent, number } = dispatch;
        if (reason === 'late') this.#agents[agent]!.discarded(dispatch, answer);
        const { time } = this.#clock;
        this.#observe?.({ kind: 'unused', from: 'agent', agent, dispatch: number, reason, time });
      }
    }
  }

  secondsAt(): number {
    return this.#clock.time;
  }

  report({ completed, updates, byAnswer }: Stepped): void {
    const { time } = this.#clock;
    this.#ledger.stepped(updates, this.#clock.ticks, byAnswer);
    for (const { weight, dispatch, answer } of updates)
      if (weight === 0) this.#agents[dispatch.agent]!.discarded(dispatch, answer);
    if (this.#observeApplied)
      for (const update of updates) this.#observeApplied(this.#applied(update, completed.round));
    // Answers wait, perhaps for several steps, where the server's work takes time.
    this.#invariants?.stepped(this.#plan.timing?.serverCompute === undefined ? time : 0, completed.theta);
    this.#updates = updates;
  }

  /** One function for all steps. */
  readonly timing = (): (() => RoundTiming) => {
    const { ticks, time } = this.#clock;
    const updates = this.#updates;
    const staleness = updates.reduce((sum, update) => sum + update.staleness, 0) / updates.length;
    if (this.#lastStep) {
      this.#lastStep.number++;
      this.#lastStep.time = ticks;
    }
    return () => ({ time, staleness, idle: this.#idle(ticks) });
  };

  look(): Omit<ReplicationView, 'events' | 'model'> {
    const agents = this.#agents.slice(0, MOST_AGENTS).map((actor, agent) => ({
      ...actor.inspect(),
      ...(this.#hosted.inspect?.(agent) ?? NOT_HERE),
    }));
    return { time: this.#clock.time, agents, allAgents: this.#agents.length };
  }

  completed(outcome: Outcome): Outcome {
    this.#verify();
    const work = totalWork(this.#agents.map(({ ledger }) => ledger.workDone));
    return { ...outcome, work, selections: this.#ledger.selections };
  }

  close(how: Closing): void {
    // A replication that has lost a host begins again: the last activity of its agents is the end of nothing.
    if (this.#observe && how !== 'lost') for (const { ledger } of this.#agents) ledger.report();
    if (how === 'completed' && isTimed(this.#plan)) this.#account();
  }

  /** Reports an event that the plan asks for. */
  readonly #report = (event: TimedEvent): void => {
    this.#run.observer.observe({ kind: 'timed', event });
  };

  #eventObserver(): ((event: TimedEvent) => void) | undefined {
    const { trace, verify, updates } = this.#plan;
    const { stepping } = this.#run;
    if (!trace && !verify && stepping === undefined) return undefined;
    return (event) => {
      this.#invariants?.add(event);
      stepping?.heard(event);
      if (trace || (updates && event.kind === 'applied')) this.#report(event);
    };
  }

  #activityObserver(ring: AgentContext['observe']): AgentContext['observe'] {
    const observe = this.#observe;
    if (ring === undefined || observe === undefined) return ring ?? observe;
    return (event) => {
      observe(event);
      ring(event);
    };
  }

  /** Calls back when the server has worked for as long as its next piece of work takes. */
  #whenWorked(): ((act: () => void) => void) | undefined {
    const time = serverComputing(this.#plan.timing, this.#plan.seed);
    if (time === undefined) return undefined;
    const clock = this.#clock;
    return (act) => {
      clock.at(clock.ticks + time(), OF_SERVER, SERVER, act);
    };
  }

  #verify(): void {
    const [first, ...others] = this.#invariants?.faults ?? [];
    if (first === undefined) return;
    const { algorithm, seed } = this.#plan;
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    throw new InvariantFailure(`${keyOf(algorithm)} with seed ${seed} breaks an invariant: ${first}${more}`);
  }

  #account(): void {
    const { time } = this.#clock;
    const staleness = this.#ledger.staleness();
    const agents = this.#agents.map(({ ledger }) => ledger.account());
    this.#report({ kind: 'account', agents, staleness, time });
  }

  #applied({ agent, dispatch, message, answer, staleness, weight }: ServerUpdate, round: number): TimedEvent {
    const { number, sent, takenUp, arrived } = dispatch;
    return {
      kind: 'applied',
      agent,
      dispatch: number,
      sent: secondsOf(sent),
      takenUp: secondsOf(takenUp),
      arrived: secondsOf(arrived),
      localSteps: message.localSteps,
      bytes: wholeBytes(this.#layout.bits(answer)),
      staleness,
      weight,
      version: round - 1,
      time: this.#clock.time,
    };
  }

  /** Share of the agents' time so far that they waited; NaN at the start. */
  #idle(time: Ticks): number {
    let waited = 0;
    for (const agent of this.#agents) waited += agent.ledger.waited();
    return waited / (this.#agents.length * time);
  }
}
