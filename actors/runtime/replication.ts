/** One algorithm with one seed: passes messages between the server actor and its agents. */
import { Subject, tap } from 'rxjs';
import type { Message } from '../../src/algorithms/message.ts';
import { serverPart } from '../../src/algorithms/parts.ts';
import type { Vector } from '../../src/maths/vector.ts';
import { burnIn } from '../../src/measurement/burnIn.ts';
import { DivergenceRule } from '../../src/measurement/divergence.ts';
import { recordingSchedule } from '../../src/measurement/recordingSchedule.ts';
import { RoundMeter } from '../../src/measurement/roundMeter.ts';
import type { KnownAnswer } from '../../src/metrics/knownAnswer.ts';
import type { Traffic } from '../../src/metrics/measuredRound.ts';
import type { RoundRecord } from '../../src/metrics/roundRecord.ts';
import type { Budget, ClockName, RecordingChoice } from '../../src/protocol/configuration.ts';
import type { ClockEvent, Outcome, TimedEvent } from '../../src/protocol/inspection.ts';
import type { PolicyConfiguration } from '../../src/policies/index.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';
import { wireOf } from '../../src/protocol/wire.ts';
import type { AgentsConfiguration } from '../agent/agentsConfiguration.ts';
import { serverActor } from '../server/serverActor.ts';
import { ServerRounds } from '../server/serverRounds.ts';
import type { Delivery } from '../server/synchronous.ts';
import { totalRounds } from '../server/trigger.ts';
import type { Cohort } from './cohort.ts';

/** A replication in full; plain data. */
export interface ReplicationPlan extends AgentsConfiguration {
  readonly agents: number;
  readonly dimension: number;
  readonly budget: Budget;
  /** θ̄ at the start `[d]` */
  readonly initial: readonly number[];
  readonly recording: RecordingChoice;
  readonly averageFrom: number | undefined;
  readonly drawn: boolean;
  readonly lyapunov: boolean;
  readonly policy: PolicyConfiguration;
  readonly timing: TimingModel | undefined;
  readonly clock: ClockName;
  readonly tieSeed: number | undefined;
  readonly verify: boolean;
  readonly trace: boolean;
  readonly updates: boolean;
}

/** Who watches a replication, and may end it. */
export interface ReplicationObserver {
  /** A round is over, recorded or not. */
  roundCompleted(): void;
  /** @param theta - θ̄, the observer's to keep */
  recorded(record: RoundRecord, theta: Vector, average: Vector | undefined): void;
  /**
   * Asked before each exchange.
   *
   * @returns whether to stop; a promise lets other work of the thread go first
   */
  stopping(): boolean | Promise<boolean>;
  /** What happens between the actors, where the plan asks for it. */
  happened?(event: TimedEvent): void;
  /** What happens on the wall clock, before anything comes of it. */
  clocked?(event: ClockEvent): void;
}

/**
 * Runs a replication to its end, or until it diverges or is stopped. The cohort stays open.
 *
 * @throws ActorFailure when an agent, or the thread it lives in, has failed
 */
export async function runReplication(
  plan: ReplicationPlan,
  cohort: Cohort,
  answer: KnownAnswer,
  observer: ReplicationObserver,
): Promise<Outcome> {
  const { trigger, budget, seed } = plan;
  const isRecorded = recordingSchedule(plan.recording, totalRounds(trigger, budget, plan.agents, seed));
  const meter = meterOf(plan, answer, cohort.traffic);
  const initial = Float64Array.from(plan.initial);
  const rule = new DivergenceRule(initial, answer.root);
  const start = meter.start(initial);
  if (rule.hasOverflowed(start)) return { kind: 'diverged', round: 0, steps: 0 };
  observer.recorded(start, initial, undefined);

  const wire = wireOf(plan.algorithm);
  const deliveries = new Subject<Delivery>();
  const outbox: Message[] = [];
  let outcome: Outcome | undefined;
  let fault: { readonly thrown: unknown } | undefined;
  let done = { rounds: 0, steps: 0 };
  const subscription = deliveries
    .pipe(
      serverActor({
        server: new ServerRounds(serverPart(plan.algorithm, { ...plan, initial }), wire),
        agents: plan.agents,
        trigger,
        budget,
        seed,
      }),
      tap((output) => {
        switch (output.kind) {
          case 'broadcast':
            outbox.push(output.message);
            break;
          case 'roundCompleted': {
            const { completed, step } = output;
            const diverged = { kind: 'diverged', round: completed.round, steps: step } as const;
            if (rule.isBeyond(completed.theta)) {
              outcome ??= diverged;
              break;
            }
            meter.add(completed, step);
            if (isRecorded(completed.round)) {
              const record = meter.measure(completed, step);
              if (rule.hasOverflowed(record)) {
                outcome ??= diverged;
                break;
              }
              observer.recorded(record, Float64Array.from(completed.theta), meter.average());
            }
            done = { rounds: completed.round, steps: step };
            meter.close(completed.theta);
            observer.roundCompleted();
            break;
          }
          case 'finished':
            outcome ??= { kind: 'completed', ...done };
        }
      }),
    )
    .subscribe({
      // What is measured may be a user's code; an error in the subscriber itself would go astray.
      error: (thrown: unknown) => {
        fault = { thrown };
      },
    });
  try {
    // The first round is opened as the server is subscribed to.
    throwFault();
    for (let message = outbox.shift(); message && !hasEnded(); message = outbox.shift()) {
      const stopping = observer.stopping();
      if (stopping !== false && (await stopping)) break;
      const exchanged = cohort.exchange(message);
      const answers = exchanged instanceof Promise ? await exchanged : exchanged;
      if (!answers) break;
      for (const delivery of answers) deliveries.next(delivery);
      throwFault();
    }
  } finally {
    subscription.unsubscribe();
  }
  return outcome ?? { kind: 'interrupted', ...done };

  // Functions, since the compiler does not see that the subscription sets these.
  function hasEnded(): boolean {
    return outcome !== undefined;
  }
  function throwFault(): void {
    if (fault !== undefined) throw fault.thrown;
  }
}

/** What measures a replication. */
export function meterOf(plan: ReplicationPlan, answer: KnownAnswer, traffic: Traffic): RoundMeter {
  const { trigger, budget, seed, averageFrom } = plan;
  const averageAfter =
    averageFrom === undefined
      ? undefined
      : burnIn(averageFrom, totalRounds(trigger, budget, plan.agents, seed));
  return new RoundMeter({ ...plan, answer }, traffic, averageAfter);
}
