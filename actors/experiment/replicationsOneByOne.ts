/** Replications one after another, their agents in threads of their own, packed, or inline. */
import type { Subscriber } from 'rxjs';
import { keyOf } from '../../src/algorithms/parts.ts';
import type { Inspection } from '../../src/protocol/inspection.ts';
import { hosting, threadKernels } from '../agent/hosting.ts';
import type { Cohort } from '../cohort/cohort.ts';
import { InlineCohort } from '../cohort/inlineCohort.ts';
import { ThreadCohort } from '../cohort/threadCohort.ts';
import { WorkerPool } from '../cohort/workerPool.ts';
import { needsClock } from '../replication/clockOf.ts';
import type { ReplicationObserver, ReplicationPlan } from '../replication/replication.ts';
import { runReplication } from '../replication/runReplication.ts';
import type { PeriodicPause } from './pause.ts';
import type { PreparedExperiment } from './preparedExperiment.ts';
import { partsDone, type Progress } from './progress.ts';
import { serverHosts } from './serverHosts.ts';

/** Makes the cohort of a replication. */
type Assembly = (plan: ReplicationPlan) => Cohort;

/** Runs the replications in order; threads are started once and serve them all. */
export async function runOneByOne(
  experiment: PreparedExperiment,
  subscriber: Subscriber<Inspection>,
  progress: Progress,
  pause: PeriodicPause,
): Promise<void> {
  const { placement, problem, signal, kernels } = experiment;
  const isInline = placement.name === 'inline';
  const here =
    isInline || serverHosts(experiment)
      ? hosting(problem, experiment.threadKernels ?? threadKernels(kernels))
      : undefined;
  if (isInline) {
    await runAll(experiment, (plan) => new InlineCohort(here!, plan), subscriber, progress, pause);
    return;
  }
  const workers = placement.threads - (here ? 1 : 0);
  const pool = await WorkerPool.start('cohort/hostWorker', workers, experiment);
  const inThreads: Assembly = (plan) => new ThreadCohort(pool, plan, !needsClock(plan), signal, here);
  try {
    await runAll(experiment, inThreads, subscriber, progress, pause);
  } finally {
    await pool.destroy();
  }
}

async function runAll(
  experiment: PreparedExperiment,
  assemble: Assembly,
  subscriber: Subscriber<Inspection>,
  progress: Progress,
  pause: PeriodicPause,
): Promise<void> {
  const { agents, dimension } = experiment.problem;
  const all = experiment.replications.flatMap(({ configuration, seeds }) =>
    seeds.map((seed) => ({ configuration, seed })),
  );
  for (const { configuration, seed } of all) {
    const replication = { algorithm: keyOf(configuration), seed };
    const plan: ReplicationPlan = {
      ...experiment.configuration,
      algorithm: configuration,
      seed,
      agents,
      dimension,
    };
    subscriber.next({ kind: 'replicationStarted', replication });
    const done = partsDone((parts) => (progress.parts += parts));
    const observer: ReplicationObserver = {
      roundCompleted: (share) => {
        progress.rounds++;
        if (share !== undefined) done(share);
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
    const record = experiment.record?.(replication);
    const outcome = await runReplication(plan, assemble(plan), experiment.answer, observer, record);
    done(1);
    subscriber.next({ kind: 'replicationEnded', replication, outcome });
    if (outcome.kind === 'interrupted') return;
  }
}
