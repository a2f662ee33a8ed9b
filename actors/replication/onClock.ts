/**
 * Driver of any policy on a clock: the server actor, an agent actor each, and the messages between them, each at its
 * time. What the agents compute does not affect when things happen.
 */
import { Subject, type Subscription, tap } from 'rxjs';
import { MessageInvariants } from '../../src/measurement/messageInvariants.ts';
import type { KnownAnswer } from '../../src/metrics/knownAnswer.ts';
import type { RoundTiming, Traffic } from '../../src/metrics/measuredRound.ts';
import { policyOf } from '../../src/policies/index.ts';
import { HostFailure, InvariantFailure } from '../../src/protocol/failure.ts';
import type { Outcome, TimedEvent } from '../../src/protocol/inspection.ts';
import { interventionsIn } from '../../src/protocol/intervention.ts';
import { totalWork, type WorkDone } from '../../src/protocol/workDone.ts';
import type { ServerPart } from '../../src/algorithms/algorithm.ts';
import { algorithmOf, keyOf, serverPart } from '../../src/algorithms/parts.ts';
import { type Wire, wireOf } from '../../src/protocol/wire.ts';
import { meanGap, workSeconds } from '../../src/triggers/index.ts';
import { isTimed } from '../../src/timing/isTimed.ts';
import { type AgentTiming, agentTiming, serverComputing } from '../../src/timing/agentTiming.ts';
import { meanCycle } from '../../src/timing/expected.ts';
import type { Clock } from '../clock/clock.ts';
import { type RecordedEvent, RecordedClock } from '../clock/recordedClock.ts';
import type { AgentState } from '../agent/hostedActors.ts';
import type { AgentsOnClock } from '../cohort/cohort.ts';
import type { AppliedUpdate, Incoming, ServerOutput } from '../server/conduct.ts';
import { DispatchBook } from '../server/dispatch.ts';
import { serverActor } from '../server/serverActor.ts';
import { Accounts } from './accounts.ts';
import type { LastStep } from './agentActivity.ts';
import { MOST_AGENTS } from './activityRing.ts';
import { AgentActor, type AgentContext } from './agentActor.ts';
import { clockFor, timingModelOf } from './clockOf.ts';
import { Measurement } from './measurement.ts';
import type { ReplicationObserver, ReplicationPlan } from './replication.ts';
import { SharedLink } from './sharedLink.ts';
import type { ReplicationView } from './stepping.ts';

const BYTES_PER_DOUBLE = 8;

/** As of {@link AgentActor}. */
const OF_MESSAGES = 0;
const SERVER = -1;

/** What is known of agents that live in other threads. */
const NOT_HERE: AgentState = { iterate: new Float64Array(), states: {}, observation: undefined };

/** Events between two questions whether to stop. */
const EVENTS_PER_TURN = 64;

/**
 * Runs a replication on its plan's clock to its end, or until it diverges, is stopped, or nothing can
 * happen any more. The cohort stays open.
 *
 * @param record - events of the same replication on the wall clock, to be gone through again
 * @param timings - an agent's delays and faults; as a rule drawn from the plan's timing model
 * @throws ActorFailure when an agent, or the thread it lives in, has failed; InvariantFailure where an
 *   invariant that the plan asks to verify does not hold
 */
export async function runOnClock(
  plan: ReplicationPlan,
  cohort: AgentsOnClock,
  answer: KnownAnswer,
  observer: ReplicationObserver,
  record?: Iterable<RecordedEvent>,
  timings: (agent: number) => AgentTiming = (agent) => agentTiming(timingModelOf(plan), agent, plan.seed),
): Promise<Outcome> {
  const clock = clockFor(plan, observer, record);
  const actors = new Actors(plan, clock, cohort, answer, observer, timings);
  let events = 0;
  const look = (): ReplicationView => ({ events, ...actors.look() });
  try {
    actors.start();
    // Threads that are still starting would use up time in which agents compute and messages wait.
    if (plan.clock === 'wall') await cohort.ready?.();
    const outcome = await untilItEnds();
    if (outcome.kind !== 'interrupted') await observer.stepping?.ended(outcome, events, look);
    actors.verify();
    actors.isOver = true;
    return { ...outcome, work: actors.work() };
  } catch (error) {
    // It may begin again elsewhere, and what agents are at is then no end of anything.
    if (error instanceof HostFailure) actors.isCutOff = true;
    throw error;
  } finally {
    actors.close();
  }

  async function untilItEnds(): Promise<Outcome> {
    for (;;) {
      const may = observer.stepping?.allowed(events, look) ?? EVENTS_PER_TURN;
      const stepped = turn(typeof may === 'number' ? may : await may);
      const more = stepped instanceof Promise ? await stepped : stepped;
      if (actors.fault !== undefined) throw actors.fault;
      if (actors.outcome) return actors.outcome;
      if (!more) {
        if (clock.isOver) return actors.ended();
        const isCut = clock instanceof RecordedClock && clock.isCut;
        return isCut ? actors.interrupted() : actors.stalled();
      }
      await actors.pending;
      actors.pending = undefined;
      const stopping = observer.stopping();
      if (stopping !== false && (await stopping)) return actors.interrupted();
    }
  }

  /**
   * Does events, until something has to be waited for or others may want a turn.
   *
   * @param most - how many
   * @returns whether there is, or may be, more to come
   */
  function turn(most: number): boolean | Promise<boolean> {
    for (let done = 0; done < most && !actors.isHeld; done++) {
      const stepped = clock.step();
      if (stepped !== true) return stepped;
      events++;
    }
    return true;
  }
}

/** The actors of one replication, and what has come of it. */
class Actors {
  outcome: Outcome | undefined;
  /** whether agents were lost with their host */
  isCutOff = false;
  /** whether it has come to an end, and nothing has failed */
  isOver = false;
  /** what the server actor threw; undefined while it has thrown nothing */
  fault: Error | undefined;
  /** work on a thread that all further events wait for */
  pending: Promise<void> | undefined;
  readonly #plan: ReplicationPlan;
  readonly #clock: Clock;
  readonly #cohort: AgentsOnClock;
  readonly #invariants: MessageInvariants | undefined;
  readonly #observe: ((event: TimedEvent) => void) | undefined;
  /** of updates alone where nobody wants to know more */
  readonly #tellApplied: ((event: TimedEvent) => void) | undefined;
  readonly #observer: ReplicationObserver;
  readonly #measurement: Measurement;
  readonly #lastStep: LastStep | undefined;
  readonly #agents: readonly AgentActor[];
  readonly #accounts: Accounts;
  readonly #incoming = new Subject<Incoming>();
  readonly #book: DispatchBook;
  readonly #wire: Wire;
  #server: Subscription | undefined;
  #part: ServerPart | undefined;
  /** what the last server step took in */
  #updates: readonly AppliedUpdate[] = [];

  constructor(
    plan: ReplicationPlan,
    clock: Clock,
    cohort: AgentsOnClock,
    answer: KnownAnswer,
    observer: ReplicationObserver,
    timings: (agent: number) => AgentTiming,
  ) {
    const { agents, dimension, algorithm, policy } = plan;
    const traffic: Traffic = { uplinkVectors: 0, downlinkVectors: 0 };
    this.#plan = plan;
    this.#cohort = cohort;
    this.#clock = clock;
    this.#invariants = plan.verify ? new MessageInvariants(algorithmOf(algorithm), policy) : undefined;
    const { watched } = observer;
    this.#observe =
      plan.trace || plan.verify || watched !== undefined
        ? (event) => {
            this.#invariants?.add(event);
            watched?.(event);
            if (plan.trace || (plan.updates && event.kind === 'applied')) observer.happened?.(event);
          }
        : undefined;
    this.#tellApplied = plan.updates
      ? (this.#observe ?? ((event) => observer.happened?.(event)))
      : this.#observe;
    this.#observer = observer;
    this.#measurement = new Measurement(plan, answer, traffic, observer);
    this.#lastStep = this.#measurement.holds ? { number: 0, time: 0 } : undefined;
    this.#book = new DispatchBook(agents);
    this.#wire = wireOf(algorithm);
    const shared = (bytesPerSecond: number | undefined): SharedLink | undefined =>
      bytesPerSecond === undefined ? undefined : new SharedLink(clock, bytesPerSecond);
    const context: AgentContext = {
      clock,
      cohort,
      traffic,
      wire: this.#wire,
      vectorBytes: BYTES_PER_DOUBLE * dimension,
      workSeconds: workSeconds(plan.trigger),
      uplink: shared(plan.timing?.serverUplinkBandwidth),
      downlink: shared(plan.timing?.serverDownlinkBandwidth),
      lastStep: this.#lastStep,
      toServer: (incoming) => {
        this.#incoming.next(incoming);
      },
      waitFor: (work) => {
        this.pending = work;
      },
      observe: this.#observe,
      observeActivity: this.#activityObserver(observer.activities?.heard),
      watched,
      interventions: interventionsIn(plan.interventions, {
        algorithm: keyOf(plan.algorithm),
        seed: plan.seed,
      }),
    };
    this.#accounts = new Accounts(agents, policyOf(policy).free === undefined);
    this.#agents = Array.from(
      { length: agents },
      (_, agent) => new AgentActor(agent, timings(agent), context),
    );
  }

  #activityObserver(ring: AgentContext['observe']): AgentContext['observe'] {
    const observe = this.#observe;
    if (ring === undefined || observe === undefined) return ring ?? observe;
    return (event) => {
      observe(event);
      ring(event);
    };
  }

  /** Whether no further event may happen: at the end, or while {@link pending} is waited for. */
  get isHeld(): boolean {
    return this.outcome !== undefined || this.pending !== undefined || this.fault !== undefined;
  }

  start(): void {
    this.outcome = this.#measurement.start();
    if (this.outcome) return;
    const { algorithm, agents, trigger, seed } = this.#plan;
    const initial = Float64Array.from(this.#plan.initial);
    const part = serverPart(algorithm, { agents, initial, trigger, seed });
    this.#part = part;
    const server = serverActor({
      ...this.#plan,
      part: this.#observer.serverPart?.(part) ?? part,
      wire: this.#wire,
      policy: policyOf(this.#plan.policy),
      clock: this.#clock,
      book: this.#book,
      whenWorked: this.#whenWorked(),
      isThere: (agent) => this.#agents[agent]!.isThere(),
      seconds: (agent) => meanCycle({ ...this.#plan, localSteps: meanGap(trigger) ?? 1 }, agent),
    });
    // What is measured may be a user's code; an error in the subscriber itself would go astray.
    const heeded = tap((output: ServerOutput) => {
      this.#heed(output);
    });
    this.#server = this.#incoming.pipe(server, heeded).subscribe({
      error: (thrown: unknown) => {
        this.fault = thrown instanceof Error ? thrown : new Error(String(thrown));
      },
      complete: () => {
        this.outcome ??= this.#measurement.end();
      },
    });
  }

  /** Lets something happen when the server has worked so long as its next piece of work takes. */
  #whenWorked(): ((act: () => void) => void) | undefined {
    const seconds = serverComputing(this.#plan.timing, this.#plan.seed);
    if (seconds === undefined) return undefined;
    const clock = this.#clock;
    return (act) => {
      clock.at(clock.time + seconds(), OF_MESSAGES, SERVER, act);
    };
  }

  /** @throws InvariantFailure where an invariant that was to be checked does not hold */
  verify(): void {
    const [first, ...others] = this.#invariants?.faults ?? [];
    if (first === undefined) return;
    const { algorithm, seed } = this.#plan;
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    throw new InvariantFailure(`${keyOf(algorithm)} with seed ${seed} breaks an invariant: ${first}${more}`);
  }

  work(): WorkDone {
    return totalWork(this.#agents.map((agent) => agent.work));
  }

  /** The time is used up. */
  ended(): Outcome {
    return this.#measurement.end();
  }

  interrupted(): Outcome {
    return { kind: 'interrupted', ...this.#measurement.done };
  }

  stalled(): Outcome {
    return { kind: 'stalled', ...this.#measurement.done, waitingFor: this.#book.awaited() };
  }

  /** The actors that are shown, as they are between two events. */
  look(): Omit<ReplicationView, 'events'> {
    const agents = this.#agents.slice(0, MOST_AGENTS).map((actor, agent) => ({
      ...actor.inspect(),
      ...(this.#cohort.inspect?.(agent) ?? NOT_HERE),
    }));
    const model = this.#part?.model() ?? NOT_HERE.iterate;
    return { time: this.#clock.time, model, agents, allAgents: this.#agents.length };
  }

  close(): void {
    if (this.#observe && !this.isCutOff) for (const agent of this.#agents) agent.close();
    this.#server?.unsubscribe();
    if (this.isOver && isTimed(this.#plan)) this.#account();
  }

  #account(): void {
    const { time } = this.#clock;
    const staleness = this.#accounts.staleness();
    const agents = this.#agents.map((actor, agent) => ({
      agent,
      ...actor.account(),
      ...this.#accounts.of(agent),
    }));
    this.#observer.happened?.({ kind: 'account', agents, staleness, time });
  }

  #heed(output: ServerOutput): void {
    if (this.outcome) return;
    switch (output.kind) {
      case 'dispatch':
      case 'notice':
        this.#agents[output.agent]!.send(output);
        break;
      case 'exchanged':
        this.#accounts.exchanged(output.dispatches, this.#clock.time, output.byAnswer);
        break;
      case 'discarded': {
        const { agent, number: dispatch } = output.dispatch;
        if (output.reason === 'late') this.#agents[agent]!.discarded(output.dispatch, output.answer);
        const { time } = this.#clock;
        this.#observe?.({ kind: 'unused', from: 'agent', agent, dispatch, reason: output.reason, time });
        break;
      }
      case 'stepped':
        this.#stepped(output);
    }
  }

  #stepped({ completed, updates, step, byAnswer }: Extract<ServerOutput, { kind: 'stepped' }>): void {
    const { time } = this.#clock;
    if (this.#measurement.isBeyond(time)) {
      this.outcome = this.#measurement.end();
      return;
    }
    this.#accounts.stepped(updates, time, byAnswer);
    for (const { weight, dispatch, answer } of updates)
      if (weight === 0) this.#agents[dispatch.agent]!.discarded(dispatch, answer);
    if (this.#tellApplied) {
      for (const update of updates) this.#tellApplied(this.#applied(update, completed.round));
    }
    // What has come waits, perhaps for several steps, where the server's work takes time.
    this.#invariants?.stepped(this.#plan.timing?.serverCompute === undefined ? time : 0, completed.theta);
    this.#updates = updates;
    this.outcome = this.#measurement.roundOver(completed, step, time, this.#timingOfStep);
  }

  /** Of the server step under way, where it is asked for: one function for all of them. */
  readonly #timingOfStep = (): (() => RoundTiming) => {
    const { time } = this.#clock;
    const updates = this.#updates;
    const staleness = updates.reduce((sum, update) => sum + update.staleness, 0) / updates.length;
    if (this.#lastStep) {
      this.#lastStep.number++;
      this.#lastStep.time = time;
    }
    return () => ({ time, staleness, idle: this.#idle(time) });
  };

  #applied({ dispatch, answer, staleness, weight }: AppliedUpdate, round: number): TimedEvent {
    const { agent, number, sent, takenUp, arrived, message } = dispatch;
    return {
      kind: 'applied',
      agent,
      dispatch: number,
      sent,
      takenUp,
      arrived,
      localSteps: message.localSteps,
      bytes: BYTES_PER_DOUBLE * this.#plan.dimension * this.#wire.vectorCount(answer),
      staleness,
      weight,
      version: round - 1,
      time: this.#clock.time,
    };
  }

  /** Share of the agents' time so far that they waited; NaN at the start. */
  #idle(time: number): number {
    let waited = 0;
    for (const agent of this.#agents) waited += agent.waited();
    return waited / (this.#agents.length * time);
  }
}
