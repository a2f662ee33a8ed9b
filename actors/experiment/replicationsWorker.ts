/** A worker thread that runs whole replications, each with all its actors in this thread. */
import '../agent/ownOutput.ts';
import type { Vector } from '../../src/maths/vector.ts';
import type { KnownAnswer } from '../../src/metrics/knownAnswer.ts';
import type { LinearMean } from '../../src/problems/operator.ts';
import { solveProblem } from '../../src/problems/root.ts';
import { ActorFailure, type FailurePlace } from '../../src/protocol/failure.ts';
import type { Outcome, TimedEvent } from '../../src/protocol/inspection.ts';
import { Whereabouts } from '../agent/whereabouts.ts';
import { InlineCohort } from '../cohort/inlineCohort.ts';
import { asError, threadHosting, workerProblem } from '../cohort/workerProblem.ts';
import { ActivityRing } from '../replication/activityRing.ts';
import type { ReplicationObserver, ReplicationPlan } from '../replication/replication.ts';
import { runReplication } from '../replication/runReplication.ts';
import { importMetrics, type MetricSource } from '../agent/userMetrics.ts';
import { partsDone } from './progress.ts';
import { type PackedRounds, RoundPacker } from './packedRounds.ts';

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
  readonly whereabouts: Int32Array;
  /** shared: what the agents of the seed under way are at; `undefined` where nobody wants to know */
  readonly activities: SharedArrayBuffer | undefined;
}

/** What one replication left. */
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
}

/** Words of {@link ReplicationsTask.progress}. */
export const ROUNDS_DONE = 0;
export const WISH = 1;
export const PARTS_DONE = 2;
/** How many words these are. */
export const PROGRESS_WORDS = 3;

/** What is wished of all threads, in its word. */
export const GO_ON = 0;
export const STOP = 1;
export const HOLD = 2;

let answer: KnownAnswer | undefined;

/** Task: runs whole replications, all actors in this thread. */
export async function runReplications(task: ReplicationsTask): Promise<ReplicationsReport> {
  const { progress } = task;
  const hosting = await threadHosting();
  answer ??= {
    root: task.root,
    mean: task.linearMean ?? solveProblem(await workerProblem(), task.root).mean,
    pulls: task.pulls,
    metrics: (await importMetrics(task.metrics)).map((metric) => metric!),
  };
  const activities = task.activities && new ActivityRing(task.activities);
  const replications: ReplicationReport[] = [];
  for (const [index, seed] of task.seeds.entries()) {
    Atomics.store(task.seedUnderWay, 0, index);
    activities?.clear();
    const plan: ReplicationPlan = { ...task.plan, seed };
    const packer = new RoundPacker(plan.dimension, plan.averageFrom !== undefined, task.metrics.length);
    const events: { after: number; event: TimedEvent }[] = [];
    const done = partsDone((parts) => Atomics.add(progress, PARTS_DONE, parts));
    const observer: ReplicationObserver = {
      roundCompleted: (share) => {
        Atomics.add(progress, ROUNDS_DONE, 1);
        if (share !== undefined) done(share);
      },
      recorded: (record, theta, average) => {
        packer.add(record, theta, average);
      },
      stopping: () => {
        let wish = Atomics.load(progress, WISH);
        for (; wish === HOLD; wish = Atomics.load(progress, WISH)) Atomics.wait(progress, WISH, HOLD);
        return wish === STOP;
      },
      happened: (event) => {
        events.push({ after: packer.rows, event });
      },
      activities,
    };
    try {
      const cohort = new InlineCohort(hosting, plan, new Whereabouts(task.whereabouts));
      const outcome = await runReplication(plan, cohort, answer, observer);
      done(1);
      replications.push({ rounds: packer.packed(), events, outcome });
      if (outcome.kind === 'interrupted') break;
    } catch (error) {
      if (!(error instanceof ActorFailure)) throw asError(error);
      replications.push({ rounds: packer.packed(), events, outcome: undefined });
      return { replications, failure: { at: error.at, cause: asError(error.cause) } };
    }
  }
  return { replications, failure: undefined };
}
