/** Replication of a run: one algorithm with one seed, and its observers. */
import type { ServerLogic } from '../../src/algorithms/algorithm.ts';
import { keyOf } from '../../src/algorithms/parts.ts';
import type { MeasuringBasis } from '../../src/measurement/metrics/knownAnswer.ts';
import type { PolicyConfiguration } from '../../src/policies/index.ts';
import type { Budget, ClockName, RunConfiguration } from '../../src/configuration/configuration.ts';
import type { RecordingChoice } from '../../src/measurement/recordingSchedule.ts';
import type {
  ClockEvent,
  RecordedEvent,
  RecordedRound,
  StopRule,
  TimedEvent,
} from '../../src/events/inspection.ts';
import type { Replication } from '../../src/configuration/replications.ts';
import type { Intervention } from '../../src/configuration/intervention.ts';
import type { AgentTiming } from '../../src/timing/agentTiming.ts';
import type { TimingModel } from '../../src/timing/timingModel.ts';
import type { AgentsConfiguration } from '../agent/agentsConfiguration.ts';
import type { ActivityRing } from './activityRing.ts';
import type { Stepping } from './stepping.ts';

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

/** An event of a replication, for its observer. */
export type ReplicationEvent =
  /** A round is over, recorded or not; `share` of the replication is done, known only of runs with limits. */
  | { readonly kind: 'roundCompleted'; readonly share: number | undefined }
  /** θ̄ is the observer's to keep. */
  | ({ readonly kind: 'recorded' } & RecordedRound)
  /** Something has happened between the actors, where the plan asks for that. */
  | { readonly kind: 'timed'; readonly event: TimedEvent }
  /** Something happens on the wall clock; nothing has come of it yet. */
  | { readonly kind: 'clocked'; readonly event: ClockEvent };

/** Observer of a replication; it may end the replication. */
export interface ReplicationObserver {
  observe(event: ReplicationEvent): void;
  /**
   * Asked before each exchange.
   *
   * @returns whether to stop; a promise lets other work of the thread go first
   */
  stopping(): boolean | Promise<boolean>;
}

/** A replication to be run, and who watches it. */
export interface ReplicationRun {
  readonly plan: ReplicationPlan;
  readonly answer: MeasuringBasis;
  readonly observer: ReplicationObserver;
  /** events of the same replication on the wall clock, to be gone through again */
  readonly record?: Iterable<RecordedEvent> | undefined;
  /** an agent's delays and faults; as a rule drawn from the plan's timing model */
  readonly timings?: ((agent: number) => AgentTiming) | undefined;
  /** steps through the replication, which then goes by a clock */
  readonly stepping?: Stepping | undefined;
  /** takes down what the agents are at, in a run on a clock */
  readonly activities?: ActivityRing | undefined;
  /** may end it early */
  readonly stopWhen?: StopRule | undefined;
  /** replaces the server's part, to see the calls to it */
  readonly serverLogic?: (part: ServerLogic) => ServerLogic;
}
