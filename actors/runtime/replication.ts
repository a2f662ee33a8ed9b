/** One algorithm with one seed: passes messages between the server actor and its agents. */
import { Subject } from 'rxjs';
import { serverBehaviour } from '../../src/behaviours/cast.ts';
import { allFinite, type Vector } from '../../src/maths/vector.ts';
import { recordingSchedule } from '../../src/measurement/recordingSchedule.ts';
import { type KnownAnswer, RoundMeter } from '../../src/measurement/roundMeter.ts';
import type { Budget, RecordingChoice } from '../../src/protocol/configuration.ts';
import type { Outcome, RoundRecord } from '../../src/protocol/inspection.ts';
import type { Downlink } from '../../src/protocol/messages.ts';
import type { AgentsConfiguration } from '../agent/agentHost.ts';
import { serverActor } from '../server/serverActor.ts';
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
  const { trigger, budget, seed, averageFrom } = plan;
  const rounds = totalRounds(trigger, budget, seed);
  const isRecorded = recordingSchedule(plan.recording, rounds);
  const averageAfter = averageFrom === undefined ? undefined : Math.floor(averageFrom * rounds);
  const meter = new RoundMeter(plan.dimension, answer, cohort.traffic, averageAfter);
  const initial = Float64Array.from(plan.initial);
  observer.recorded(meter.start(initial), initial, undefined);

  const deliveries = new Subject<Delivery>();
  const outbox: Downlink[] = [];
  let outcome: Outcome | undefined;
  let done = { rounds: 0, steps: 0 };
  const subscription = deliveries
    .pipe(
      serverActor({
        behaviour: serverBehaviour(plan.algorithm),
        initial,
        agents: plan.agents,
        trigger,
        budget,
        seed,
      }),
    )
    .subscribe((output) => {
      switch (output.kind) {
        case 'broadcast':
          outbox.push(output.message);
          break;
        case 'roundCompleted': {
          const { completed, step } = output;
          if (!allFinite(completed.theta)) {
            outcome ??= { kind: 'diverged', round: completed.round, steps: step };
            break;
          }
          done = { rounds: completed.round, steps: step };
          meter.add(completed.round, completed.theta);
          if (isRecorded(completed.round)) {
            observer.recorded(
              meter.measure(completed, step),
              Float64Array.from(completed.theta),
              meter.average(),
            );
          }
          observer.roundCompleted();
          break;
        }
        case 'finished':
          outcome ??= { kind: 'completed', ...done };
      }
    });
  try {
    for (let message = outbox.shift(); message && !hasEnded(); message = outbox.shift()) {
      const stopping = observer.stopping();
      if (stopping !== false && (await stopping)) break;
      const exchanged = cohort.exchange(message);
      const answers = exchanged instanceof Promise ? await exchanged : exchanged;
      if (!answers) break;
      for (const delivery of answers) deliveries.next(delivery);
    }
  } finally {
    subscription.unsubscribe();
  }
  return outcome ?? { kind: 'interrupted', ...done };

  // A function, since the compiler does not see that the subscription sets the outcome.
  function hasEnded(): boolean {
    return outcome !== undefined;
  }
}
