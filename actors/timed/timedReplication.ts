/**
 * One algorithm with one seed on a clock: the server actor, an agent actor each, and the messages
 * between them, each at its time. What the agents compute has no part in when things happen.
 */
import { Subject, tap } from 'rxjs';
import { DivergenceRule } from '../../src/measurement/divergence.ts';
import { MessageInvariants } from '../../src/measurement/messageInvariants.ts';
import { recordingSchedule } from '../../src/measurement/recordingSchedule.ts';
import type { RoundMeter } from '../../src/measurement/roundMeter.ts';
import type { KnownAnswer } from '../../src/metrics/knownAnswer.ts';
import type { Traffic } from '../../src/metrics/measuredRound.ts';
import { policyOf } from '../../src/policies/index.ts';
import { InvariantFailure } from '../../src/protocol/failure.ts';
import type { Outcome, TimedEvent } from '../../src/protocol/inspection.ts';
import { algorithmOf, keyOf, serverPart } from '../../src/algorithms/parts.ts';
import { type Wire, wireOf } from '../../src/protocol/wire.ts';
import { type AgentTiming, agentTiming } from '../../src/timing/agentTiming.ts';
import type { Clock } from '../clock/clock.ts';
import { type RecordedEvent, RecordedClock } from '../clock/recordedClock.ts';
import { meterOf, type ReplicationObserver, type ReplicationPlan } from '../runtime/replication.ts';
import { freeServerActor } from '../server/freeServerActor.ts';
import { roundServerActor } from '../server/roundServerActor.ts';
import type { AppliedUpdate, Arrival, TimedServerOptions, TimedServerOutput } from '../server/timedServer.ts';
import { totalRounds } from '../server/trigger.ts';
import { clockFor, timingModelOf } from './timedClock.ts';
import { WaitingList } from './waitingList.ts';
import { type Surroundings, TimedAgent } from './timedAgent.ts';
import type { TimedCohort } from './timedCohort.ts';

const BYTES_PER_DOUBLE = 8;

/** Events between two questions whether to stop. */
const EVENTS_PER_TURN = 64;

/**
 * Runs a replication on its plan's clock to its end, or until it diverges, is stopped, or nothing can
 * happen any more. The cohort stays open.
 *
 * @param timings - an agent's delays and faults; as a rule drawn from the plan's timing model
 * @param record - events of the same replication on the wall clock, to be gone through again
 * @throws ActorFailure when an agent, or the thread it lives in, has failed; InvariantFailure where an
 *   invariant that the plan asks to verify does not hold
 */
export async function runTimedReplication(
  plan: ReplicationPlan,
  cohort: TimedCohort,
  answer: KnownAnswer,
  observer: ReplicationObserver,
  timings: (agent: number) => AgentTiming = (agent) => agentTiming(timingModelOf(plan), agent, plan.seed),
  record?: Iterable<RecordedEvent>,
): Promise<Outcome> {
  const clock = clockFor(plan, observer, record);
  const replication = new TimedReplication(plan, clock, cohort, answer, observer, timings);
  try {
    replication.start();
    const outcome = await untilItEnds();
    replication.verify();
    return outcome;
  } finally {
    replication.close();
  }

  async function untilItEnds(): Promise<Outcome> {
    for (;;) {
      const stepped = turn();
      const more = stepped instanceof Promise ? await stepped : stepped;
      if (replication.fault !== undefined) throw replication.fault;
      if (replication.outcome) return replication.outcome;
      if (!more) {
        const isCut = clock instanceof RecordedClock && clock.isCut;
        return isCut ? replication.interrupted() : replication.stalled();
      }
      await replication.pending;
      replication.pending = undefined;
      const stopping = observer.stopping();
      if (stopping !== false && (await stopping)) return replication.interrupted();
    }
  }

  /**
   * Does events, until something has to be waited for or others may want a turn.
   *
   * @returns whether there is, or may be, more to come
   */
  function turn(): boolean | Promise<boolean> {
    for (let events = 0; events < EVENTS_PER_TURN && !replication.isHeld; events++) {
      const stepped = clock.step();
      if (stepped !== true) return stepped;
    }
    return true;
  }
}

/** The actors of one replication, and what has come of it. */
class TimedReplication {
  outcome: Outcome | undefined;
  /** what the server actor threw; undefined while it has thrown nothing */
  fault: Error | undefined;
  /** work on a thread that all further events wait for */
  pending: Promise<void> | undefined;
  readonly #plan: ReplicationPlan;
  readonly #clock: Clock;
  readonly #observer: ReplicationObserver;
  readonly #invariants: MessageInvariants | undefined;
  readonly #observe: ((event: TimedEvent) => void) | undefined;
  /** of updates alone where nobody wants to know more */
  readonly #tellApplied: ((event: TimedEvent) => void) | undefined;
  readonly #meter: RoundMeter;
  readonly #rule: DivergenceRule;
  readonly #isRecorded: (round: number) => boolean;
  readonly #agents: readonly TimedAgent[];
  readonly #arrivals = new Subject<Arrival>();
  readonly #waiting: WaitingList;
  readonly #wire: Wire;
  #done = { rounds: 0, steps: 0 };

  constructor(
    plan: ReplicationPlan,
    clock: Clock,
    cohort: TimedCohort,
    answer: KnownAnswer,
    observer: ReplicationObserver,
    timings: (agent: number) => AgentTiming,
  ) {
    const { agents, seed, dimension, algorithm, policy } = plan;
    const traffic: Traffic = { uplinkVectors: 0, downlinkVectors: 0 };
    this.#plan = plan;
    this.#clock = clock;
    this.#observer = observer;
    this.#invariants = plan.verify ? new MessageInvariants(algorithmOf(algorithm), policy) : undefined;
    this.#observe =
      plan.trace || plan.verify
        ? (event) => {
            this.#invariants?.add(event);
            if (plan.trace || (plan.updates && event.kind === 'applied')) observer.happened?.(event);
          }
        : undefined;
    this.#tellApplied = plan.updates
      ? (this.#observe ?? ((event) => observer.happened?.(event)))
      : this.#observe;
    this.#meter = meterOf(plan, answer, traffic);
    this.#rule = new DivergenceRule(Float64Array.from(plan.initial), answer.root);
    this.#isRecorded = recordingSchedule(
      plan.recording,
      totalRounds(plan.trigger, plan.budget, agents, seed),
    );
    this.#waiting = new WaitingList(agents);
    this.#wire = wireOf(algorithm);
    const around: Surroundings = {
      clock,
      cohort,
      traffic,
      wire: this.#wire,
      vectorBytes: BYTES_PER_DOUBLE * dimension,
      deliver: (arrival) => {
        this.#arrivals.next(arrival);
      },
      waitFor: (work) => {
        this.pending = work;
      },
      observe: this.#observe,
    };
    this.#agents = Array.from(
      { length: agents },
      (_, agent) => new TimedAgent(agent, timings(agent), around),
    );
  }

  /** Whether no further event may happen: at the end, or while {@link pending} is waited for. */
  get isHeld(): boolean {
    return this.outcome !== undefined || this.pending !== undefined || this.fault !== undefined;
  }

  start(): void {
    const { algorithm, agents, trigger, budget, seed } = this.#plan;
    const policy = policyOf(this.#plan.policy);
    const initial = Float64Array.from(this.#plan.initial);
    const record = this.#meter.start(initial);
    if (this.#rule.hasOverflowed(record)) {
      this.outcome = { kind: 'diverged', round: 0, steps: 0 };
      return;
    }
    this.#observer.recorded(record, initial, undefined);
    const options: TimedServerOptions = {
      part: serverPart(algorithm, { agents, initial, trigger, seed }),
      wire: this.#wire,
      policy,
      agents,
      trigger,
      budget,
      seed,
      clock: this.#clock,
    };
    const server = policy.free ? freeServerActor(options) : roundServerActor(options);
    const heeded = tap((output: TimedServerOutput) => {
      this.#heed(output);
    });
    // What is measured may be a user's code; an error in the subscriber itself would go astray.
    this.#arrivals.pipe(server, heeded).subscribe({
      error: (thrown: unknown) => {
        this.fault = thrown instanceof Error ? thrown : new Error(String(thrown));
      },
    });
  }

  /** @throws InvariantFailure where an invariant that was to be checked does not hold */
  verify(): void {
    const [first, ...others] = this.#invariants?.faults ?? [];
    if (first === undefined) return;
    const { algorithm, seed } = this.#plan;
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    throw new InvariantFailure(`${keyOf(algorithm)} with seed ${seed} breaks an invariant: ${first}${more}`);
  }

  interrupted(): Outcome {
    return { kind: 'interrupted', ...this.#done };
  }

  stalled(): Outcome {
    return { kind: 'stalled', ...this.#done, waitingFor: this.#waiting.agents() };
  }

  close(): void {
    if (this.#observe) for (const agent of this.#agents) agent.close();
    this.#arrivals.complete();
  }

  #heed(output: TimedServerOutput): void {
    if (this.outcome) return;
    switch (output.kind) {
      case 'dispatch':
        this.#waiting.add(output.dispatch);
        this.#agents[output.dispatch.agent]!.send(output);
        break;
      case 'notice':
        this.#agents[output.agent]!.send(output);
        break;
      case 'discarded':
        this.#observe?.({
          kind: 'unused',
          from: 'agent',
          agent: output.dispatch.agent,
          dispatch: output.dispatch.number,
          reason: output.reason,
          time: this.#clock.time,
        });
        break;
      case 'stepped':
        this.#stepped(output);
        break;
      case 'finished':
        this.outcome = { kind: 'completed', ...this.#done };
    }
  }

  #stepped({ completed, updates, step }: Extract<TimedServerOutput, { kind: 'stepped' }>): void {
    const { round, theta } = completed;
    if (this.#tellApplied) for (const update of updates) this.#tellApplied(this.#applied(update, round));
    this.#invariants?.stepped(this.#clock.time, theta);
    const diverged = { kind: 'diverged', round, steps: step } as const;
    if (this.#rule.isBeyond(theta)) {
      this.outcome = diverged;
      return;
    }
    const { time } = this.#clock;
    this.#meter.add(completed, step, time);
    if (this.#isRecorded(round)) {
      const staleness = updates.reduce((sum, update) => sum + update.staleness, 0) / updates.length;
      const record = this.#meter.measure(completed, step, { time, staleness, idle: this.#idle(time) });
      if (this.#rule.hasOverflowed(record)) {
        this.outcome = diverged;
        return;
      }
      this.#observer.recorded(record, Float64Array.from(theta), this.#meter.average());
    }
    this.#done = { rounds: round, steps: step };
    this.#meter.close(theta);
    this.#observer.roundCompleted();
  }

  #applied(
    { dispatch, answer, staleness, weight }: AppliedUpdate,
    round: number,
  ): Extract<TimedEvent, { kind: 'applied' }> {
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
