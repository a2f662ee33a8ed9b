/** One algorithm with one seed: what it is, and who watches it. */
import type { ServerLogic } from '../../src/algorithms/algorithm.ts';
import { keyOf } from '../../src/algorithms/parts.ts';
import type { Vector } from '../../src/maths/vector.ts';
import type { RoundRecord } from '../../src/measurement/metrics/roundRecord.ts';
import type { PolicyConfiguration } from '../../src/policies/index.ts';
import type { Budget, ClockName, RunConfiguration } from '../../src/configuration/configuration.ts';
import type { RecordingChoice } from '../../src/measurement/recordingSchedule.ts';
import type { ClockEvent, TimedEvent } from '../../src/events/inspection.ts';
import type { Replication } from '../../src/configuration/replications.ts';
import type { Intervention } from '../../src/configuration/intervention.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';
import type { AgentsConfiguration } from '../agent/agentsConfiguration.ts';
import type { ActivityRing } from './activityRing.ts';
import type { Stepping, Watching } from './stepping.ts';

/** A replication in full; plain data. */
export interface ReplicationPlan extends AgentsConfiguration {
  readonly budget: Budget;
  /** θ̄ at the start `[d]` */
  readonly initial: readonly number[];
  readonly recording: RecordingChoice;
  readonly averageFrom: number | undefined;
  readonly drawn: boolean;
  readonly lyapunov: boolean;
  readonly agentErrors?: boolean | undefined;
  readonly bits?: true;
  readonly policy: PolicyConfiguration;
  readonly timing: TimingModel | undefined;
  readonly clock: ClockName;
  /** of the order of agents at equal times; they go by number in calculations by hand */
  readonly tieSeed: number | 'by-number' | undefined;
  readonly verify: boolean;
  readonly trace: boolean;
  readonly updates: boolean;
  /** of all replications */
  readonly interventions?: readonly Intervention[];
}

/** One replication of a run, as a plan that reports nothing but its rounds. */
export const plainPlan = (
  configuration: RunConfiguration,
  { agents, dimension }: Pick<ReplicationPlan, 'agents' | 'dimension'>,
  { algorithm, seed }: Replication,
): ReplicationPlan => ({
  ...configuration,
  ...{ verify: false, trace: false, updates: false },
  ...{ seed, agents, dimension },
  algorithm: configuration.algorithms.find((candidate) => keyOf(candidate) === algorithm)!,
});

/** Observer of a replication; it may end the replication. */
export interface ReplicationObserver {
  /**
   * A round is over, recorded or not.
   *
   * @param share - how much of the replication is done; only of runs with limits
   */
  roundCompleted(share?: number): void;
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
  /** Receives every event between the actors of a run on a clock. */
  readonly watched?: Watching | undefined;
  /** Takes down what the agents of a run on a clock are at, and nothing else. */
  readonly activities?: ActivityRing | undefined;
  /** Steps through the replication; it then goes by a clock. */
  readonly stepping?: Stepping | undefined;
  /** Replaces the server's part, for an observer of the calls to it. */
  serverLogic?(part: ServerLogic): ServerLogic;
}
