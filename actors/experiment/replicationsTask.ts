/** Task of a thread that runs whole replications: its shared memory and its report. */
import type { Vector } from '../../src/maths/vector.ts';
import type { LinearMean } from '../../src/problems/operator.ts';
import type { FailurePlace } from '../../src/values/failure.ts';
import type { Outcome, TimedEvent } from '../../src/events/inspection.ts';
import type { MetricSource } from '../agent/userMetrics.ts';
import type { ReplicationPlan } from '../replication/replication.ts';
import type { PackedRounds } from './packedRounds.ts';

/** Run a plan with each of some seeds, one after another. */
export interface ReplicationsTask {
  readonly plan: Omit<ReplicationPlan, 'seed'>;
  readonly seeds: readonly number[];
  /** θ* and, where it is linear, Ḡ; a nonlinear Ḡ is built here */
  readonly root: Vector | undefined;
  readonly linearMean: LinearMean | undefined;
  readonly pulls: readonly Vector[] | undefined;
  /** metrics that the run has of its own */
  readonly metrics: readonly MetricSource[];
  /** shared words: rounds and parts of replications done by all threads, and whether to stop or to wait */
  readonly progress: Int32Array;
  /** shared: index of the seed under way, and where in it the agents are, so that a crash can be reported with them */
  readonly seedUnderWay: Int32Array;
  readonly hostStatus: Int32Array;
  /** shared: what the agents of the seed under way are at; `undefined` where nobody wants to know */
  readonly activities: SharedArrayBuffer | undefined;
}

/** Report of one replication. */
export interface ReplicationReport {
  readonly rounds: PackedRounds;
  /** what happened between the actors, each with the number of rounds recorded before it; empty unless asked for */
  readonly events: readonly { readonly after: number; readonly event: TimedEvent }[];
  /** `undefined` for the replication that failed */
  readonly outcome: Outcome | undefined;
}

export interface ReplicationsReport {
  readonly replications: readonly ReplicationReport[];
  readonly failure: { readonly at: FailurePlace; readonly cause: Error } | undefined;
  /** what a promise was rejected with in the last replication that nobody waits for */
  readonly stray?: Error;
}

/** Words of {@link ReplicationsTask.progress}. */
export const ROUNDS_DONE = 0;
export const COMMAND = 1;
export const PARTS_DONE = 2;
/** Number of these words. */
export const PROGRESS_WORDS = 3;

/** Commands to all threads, in the word for them. */
export const GO_ON = 0;
export const STOP = 1;
export const HOLD = 2;
