/** Replications one after another, their agents in threads of their own, packed, or inline. */
import type { Subscriber } from 'rxjs';
import type { Inspection } from '../../src/protocol/inspection.ts';
import { builtAgents } from '../agent/builtAgents.ts';
import type { Cohort } from './cohort.ts';
import type { PreparedExperiment } from './preparedExperiment.ts';
import type { Progress } from './progress.ts';
import { InlineCohort } from './inlineCohort.ts';
import type { PeriodicPause } from './pause.ts';
import { type ReplicationPlan, runReplication } from './replication.ts';
import { allocateSlots } from './slots.ts';
import { ThreadCohort } from './threadCohort.ts';
import { WorkerPool } from './workerPool.ts';

/** Makes the cohort of a replication. */
type Assemble = (plan: ReplicationPlan) => Cohort;

/** Runs the replications in order; threads are started once and serve them all. */
export async function runOneByOne(
  experiment: PreparedExperiment,
  subscriber: Subscriber<Inspection>,
  progress: Progress,
  pause: PeriodicPause,
): Promise<void> {
  const { placement, specification, signal } = experiment;
  if (placement.name === 'inline') {
    await runAll(experiment, assembleInline(experiment), subscriber, progress, pause);
    return;
  }
  const pool = await WorkerPool.start('hostWorker', placement.threads, specification);
  const inThreads: Assemble = (plan) => new ThreadCohort(pool, plan.agents, plan.dimension, plan, signal);
  try {
    await runAll(experiment, inThreads, subscriber, progress, pause);
  } finally {
    await pool.destroy();
  }
}

function assembleInline({ problem }: PreparedExperiment): Assemble {
  const agentProblem = builtAgents(problem);
  return (plan) => {
    const memory = allocateSlots({ agents: plan.agents, dimension: plan.dimension, hosts: 1 }, false);
    return new InlineCohort(agentProblem, plan, memory);
  };
}

async function runAll(
  experiment: PreparedExperiment,
  assemble: Assemble,
  subscriber: Subscriber<Inspection>,
  progress: Progress,
  pause: PeriodicPause,
): Promise<void> {
  const { agents, dimension } = experiment.problem;
  for (const { algorithm, seed, configuration } of experiment.replications) {
    const replication = { algorithm, seed };
    const plan: ReplicationPlan = {
      ...experiment.configuration,
      algorithm: configuration,
      seed,
      agents,
      dimension,
    };
    subscriber.next({ kind: 'replicationStarted', replication });
    const cohort = assemble(plan);
    try {
      const outcome = await runReplication(plan, cohort, experiment.answer, {
        roundCompleted: () => {
          progress.rounds++;
        },
        recorded: (record, theta, average) => {
          progress.error = record.error;
          subscriber.next({ kind: 'roundRecorded', replication, record, theta, average });
        },
        stopping: () => pause.stopping(),
      });
      subscriber.next({ kind: 'replicationEnded', replication, outcome });
      if (outcome.kind === 'interrupted') return;
    } finally {
      await cohort.close();
    }
  }
}
