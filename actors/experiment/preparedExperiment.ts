/** An experiment, and the additions with which its runners are given it. */
import type { BehaviorSubject, Subscriber } from 'rxjs';
import type { PeriodicPause } from './pause.ts';
import type { Progress } from './progress.ts';
import type { MeasuringBasis } from '../../src/measurement/metrics/knownAnswer.ts';
import type { ThreadKernels } from '../agent/threadResources.ts';
import type { RemoteHost } from '../cluster/remoteAgents.ts';
import type { Problem } from '../../src/problems/operator.ts';
import type { ProblemSpecification } from '../../src/problems/specification.ts';
import type { RunConfiguration, ScheduledAlgorithm } from '../../src/configuration/configuration.ts';
import type { Inspection, RecordedEvent, ResolvedPlacement, StopRule } from '../../src/events/inspection.ts';
import type { Replication } from '../../src/configuration/replications.ts';
import type { Intervention } from '../../src/configuration/intervention.ts';
import type { ActivityRing } from '../replication/activityRing.ts';
import type { Stepping } from '../replication/stepping.ts';
import type { Replications } from '../../src/configuration/replications.ts';

export interface Experiment {
  readonly specification: ProblemSpecification;
  /** built from the specification */
  readonly problem: Problem;
  readonly answer: MeasuringBasis;
  readonly configuration: RunConfiguration;
  /** replications that are done already, from an earlier run of the same experiment */
  readonly done?: readonly Replications[];
  /** the events of replications on the wall clock, which are to happen again as they did */
  readonly record?: (replication: Replication) => Iterable<RecordedEvent>;
  /** kernels that stay from one inline experiment to the next, for callers that run many of one problem, one after another */
  readonly threadKernels?: ThreadKernels | undefined;
  /** where agents live under placement `cluster` */
  readonly hosts?: readonly RemoteHost[] | undefined;
  /** steps through replications on the virtual clock, one by one in this thread */
  readonly stepper?: Stepper | undefined;
  /** shows what agents are at: a ring is put here for each replication that goes by a clock, or for several one after the other */
  readonly activities?: { ring: ActivityRing } | undefined;
  /** holds the run up while it is true, between two rounds or events; not on the wall clock */
  readonly held?: BehaviorSubject<boolean> | undefined;
  /** may end a replication early; it stays in this thread, with the servers */
  readonly stopWhen?: StopRule | undefined;
  /** ends the run early: what is under way ends as `interrupted`, and the stream completes */
  readonly signal?: AbortSignal;
}

/** Observers of an experiment: they watch it, pause it or step through it. */
export type Watch = Pick<Experiment, 'stepper' | 'activities' | 'held'>;

/** Steps through the replications of an experiment. */
export interface Stepper extends Stepping {
  /**
   * A replication begins, or begins again.
   *
   * @param before - what an earlier session has done to messages by hand, if anything
   * @returns what is to be done to them now, in all replications so far, if anything
   */
  begin(
    replication: Replication,
    before: readonly Intervention[] | undefined,
  ): readonly Intervention[] | undefined;
}

/** An experiment with everything its runners need. */
export interface PreparedExperiment extends Experiment {
  readonly placement: ResolvedPlacement;
  /** by algorithm, and by seed within each */
  readonly replications: readonly PreparedReplications[];
  /** the program of the kernels; `undefined` where operators are to do without */
  readonly kernels: WebAssembly.Module | undefined;
  readonly signal: AbortSignal;
}

/** The replications of one algorithm: one with each of these seeds. */
export interface PreparedReplications {
  readonly configuration: ScheduledAlgorithm;
  readonly seeds: readonly number[];
}

/** Outlets of an experiment's runner: for its events, its progress and its pauses. */
export interface Surroundings {
  readonly subscriber: Subscriber<Inspection>;
  readonly progress: Progress;
  readonly pause: PeriodicPause;
}
