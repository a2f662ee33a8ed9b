/** Replications one after another, their agents in threads of their own, packed, or inline. */
import type { Subscriber } from 'rxjs';
import type { KnownAnswer } from '../../src/metrics/knownAnswer.ts';
import type { ScheduledAlgorithm } from '../../src/protocol/configuration.ts';
import type { Inspection, Outcome } from '../../src/protocol/inspection.ts';
import { keyOf } from '../../src/algorithms/parts.ts';
import { wireOf } from '../../src/protocol/wire.ts';
import { builtAgents } from '../agent/builtAgents.ts';
import { threadKernels } from '../agent/threadKernels.ts';
import type { RecordedEvent } from '../clock/recordedClock.ts';
import { needsClock } from '../replication/clockOf.ts';
import { runInStep } from '../replication/inStep.ts';
import { runOnClock } from '../replication/onClock.ts';
import type { ReplicationObserver, ReplicationPlan } from '../replication/replication.ts';
import { InlineTimedCohort } from '../timed/inlineTimedCohort.ts';
import { ThreadTimedCohort } from '../timed/threadTimedCohort.ts';
import type { TimedCohort } from '../timed/timedCohort.ts';
import type { Cohort } from './cohort.ts';
import type { PreparedExperiment } from './preparedExperiment.ts';
import type { Progress } from './progress.ts';
import { InlineCohort } from './inlineCohort.ts';
import type { PeriodicPause } from './pause.ts';
import { allocateSlots } from './slots.ts';
import { serverHosts } from './serverHosts.ts';
import { type ServersShare, ThreadCohort } from './threadCohort.ts';
import { WorkerPool } from './workerPool.ts';

/** Makes the cohort of a replication. */
interface Assembly {
  inStep(plan: ReplicationPlan): Cohort;
  timed(plan: ReplicationPlan): TimedCohort;
}

/** Runs the replications in order; threads are started once and serve them all. */
export async function runOneByOne(
  experiment: PreparedExperiment,
  subscriber: Subscriber<Inspection>,
  progress: Progress,
  pause: PeriodicPause,
): Promise<void> {
  const { placement, specification, signal, kernels } = experiment;
  if (placement.name === 'inline') {
    await runAll(experiment, assembleInline(experiment), subscriber, progress, pause);
    return;
  }
  const serversShare: ServersShare | undefined = serverHosts(experiment)
    ? { agentProblem: builtAgents(experiment.problem), kernels: threadKernels(kernels) }
    : undefined;
  const workers = placement.threads - (serversShare ? 1 : 0);
  const pool = await WorkerPool.start(
    'hostWorker',
    workers,
    specification,
    kernels,
    experiment.configuration.algorithms,
  );
  const inThreads: Assembly = {
    inStep: (plan) => new ThreadCohort(pool, plan.agents, plan.dimension, plan, signal, serversShare),
    timed: (plan) => new ThreadTimedCohort(pool, plan.agents, plan.dimension, plan, signal),
  };
  try {
    await runAll(experiment, inThreads, subscriber, progress, pause);
  } finally {
    await pool.destroy();
  }
}

function assembleInline(experiment: PreparedExperiment): Assembly {
  const agentProblem = builtAgents(experiment.problem);
  const kernels = experiment.threadKernels ?? threadKernels(experiment.kernels);
  return {
    inStep: (plan) => {
      const { agents, dimension, algorithm } = plan;
      const { vectors } = wireOf(algorithm);
      const memory = allocateSlots({ agents, dimension, vectors, hosts: 1 }, false);
      return new InlineCohort(agentProblem, plan, memory, kernels);
    },
    timed: (plan) => new InlineTimedCohort(agentProblem, plan, plan, kernels),
  };
}

async function runAll(
  experiment: PreparedExperiment,
  assembly: Assembly,
  subscriber: Subscriber<Inspection>,
  progress: Progress,
  pause: PeriodicPause,
): Promise<void> {
  const { agents, dimension } = experiment.problem;
  for (const { configuration, seed } of oneByOne(experiment)) {
    const replication = { algorithm: keyOf(configuration), seed };
    const plan: ReplicationPlan = {
      ...experiment.configuration,
      algorithm: configuration,
      seed,
      agents,
      dimension,
    };
    subscriber.next({ kind: 'replicationStarted', replication });
    const observer: ReplicationObserver = {
      roundCompleted: () => {
        progress.rounds++;
      },
      recorded: (record, theta, average) => {
        progress.error = record.error;
        subscriber.next({ kind: 'roundRecorded', replication, record, theta, average });
      },
      stopping: () => pause.stopping(),
      happened: (event) => {
        subscriber.next({ kind: 'timed', replication, event });
      },
      clocked: (event) => {
        subscriber.next({ kind: 'clocked', replication, event });
      },
    };
    const outcome = await runWith(
      assembly,
      plan,
      experiment.answer,
      observer,
      experiment.record?.(replication),
    );
    subscriber.next({ kind: 'replicationEnded', replication, outcome });
    if (outcome.kind === 'interrupted') return;
  }
}

/** The replications in their order. */
function* oneByOne({ replications }: PreparedExperiment): Generator<{
  readonly configuration: ScheduledAlgorithm;
  readonly seed: number;
}> {
  for (const { configuration, seeds } of replications)
    for (const seed of seeds) yield { configuration, seed };
}

async function runWith(
  assembly: Assembly,
  plan: ReplicationPlan,
  answer: KnownAnswer,
  observer: ReplicationObserver,
  record: Iterable<RecordedEvent> | undefined,
): Promise<Outcome> {
  if (needsClock(plan)) {
    const cohort = assembly.timed(plan);
    try {
      return await runOnClock(plan, cohort, answer, observer, record);
    } finally {
      await cohort.close();
    }
  }
  const cohort = assembly.inStep(plan);
  try {
    return await runInStep(plan, cohort, answer, observer);
  } finally {
    await cohort.close();
  }
}
