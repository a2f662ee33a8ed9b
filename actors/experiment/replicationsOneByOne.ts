/** Replications one after another, their agents in threads of their own, packed, or inline. */
import type { Subscriber } from 'rxjs';
import { keyOf } from '../../src/algorithms/parts.ts';
import { HostFailure } from '../../src/values/failure.ts';
import type { Inspection, Outcome } from '../../src/events/inspection.ts';
import { threadResources, threadKernels } from '../agent/threadResources.ts';
import { type RemoteHost, RemoteAgents } from '../cluster/remoteAgents.ts';
import type { Requests } from '../cluster/requests.ts';
import type { AgentGroup } from '../hosting/agentGroup.ts';
import { InlineAgents } from '../hosting/inlineAgents.ts';
import { Team } from '../hosting/team.ts';
import { ThreadAgents } from '../hosting/threadAgents.ts';
import { WorkerPool } from '../hosting/workerPool.ts';
import { needsClock } from '../replication/replicationClock.ts';
import type { ReplicationObserver, ReplicationPlan } from '../replication/replication.ts';
import { StepBack } from '../replication/stepping.ts';
import { runReplication } from '../replication/runReplication.ts';
import type { PeriodicPause } from './pause.ts';
import type { PreparedExperiment } from './preparedExperiment.ts';
import { partsDone, type Progress } from './progress.ts';
import { areTeamed } from './teamed.ts';

/** Makes the agents of a replication. */
type Assembly = (plan: ReplicationPlan) => AgentGroup;

/** Runs the replications in order; threads are started once and serve them all. */
export async function runOneByOne(
  experiment: PreparedExperiment,
  subscriber: Subscriber<Inspection>,
  progress: Progress,
  pause: PeriodicPause,
): Promise<void> {
  const { placement, problem, signal, kernels } = experiment;
  if (placement.name === 'inline' || areTeamed(experiment)) {
    const threadWide = experiment.threadKernels ?? threadKernels(kernels);
    const team = placement.name === 'inline' ? undefined : new Team(kernels!, threadWide!, placement.threads);
    const here = threadResources(problem, team?.kernels ?? threadWide);
    try {
      await runAll(experiment, (plan) => new InlineAgents(here, plan), subscriber, progress, pause);
    } finally {
      await team?.close();
    }
    return;
  }
  if (placement.name === 'cluster') {
    await runAll(experiment, onHosts(experiment), subscriber, progress, pause);
    return;
  }
  const pool = await WorkerPool.start('hostWorker', placement.threads, {
    ...experiment,
    started: (started) => (progress.threads = { started, all: placement.threads }),
  });
  if (!signal.aborted) progress.threads = undefined;
  const inThreads: Assembly = (plan) => new ThreadAgents(pool, plan, !needsClock(plan), signal);
  try {
    // Interrupted while threads start: its agents would start the others.
    if (!signal.aborted) await runAll(experiment, inThreads, subscriber, progress, pause);
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
    const before = progress.rounds;
    let published = 0;
    const { stepper, watched, activities } = experiment;
    let interventions = experiment.configuration.interventions;
    /** what a replication that is stepped through has come to: it may yet come to something else */
    let held: Inspection[] = [];
    /** One go: what was published in an earlier one comes again, and is not published twice. */
    const go = (): Promise<Outcome> => {
      progress.rounds = before;
      let happened = 0;
      held = [];
      activities?.ring.clear();
      if (stepper) interventions = stepper.begin(replication, experiment.configuration.interventions);
      const publish = (event: Inspection): void => {
        if (stepper) {
          held.push(event);
          return;
        }
        if (happened++ < published) return;
        published++;
        subscriber.next(event);
      };
      const observer: ReplicationObserver = {
        roundCompleted: (share) => {
          progress.rounds++;
          if (share !== undefined) done(share);
        },
        recorded: (record, theta, average) => {
          progress.error = record.error;
          stepper?.recorded(record);
          publish({ kind: 'roundRecorded', replication, record, theta, average });
        },
        stopping: () => pause.stopping(),
        happened: (event) => {
          publish({ kind: 'timed', replication, event });
        },
        clocked: (event) => {
          publish({ kind: 'clocked', replication, event });
        },
        stepping: stepper,
        watched,
        activities: activities?.ring,
      };
      const record = experiment.record?.(replication);
      const intervened = interventions === undefined ? plan : { ...plan, interventions };
      return runReplication(intervened, assemble(intervened), experiment.answer, observer, record);
    };
    let outcome: Outcome;
    try {
      outcome = await untilHosted(go, experiment, (why) => {
        subscriber.next({ kind: 'hostLost', replication, why });
      });
    } finally {
      if (stepper && interventions !== undefined) subscriber.next({ kind: 'intervened', interventions });
      for (const event of held) subscriber.next(event);
    }
    done(1);
    subscriber.next({ kind: 'replicationEnded', replication, outcome });
    if (outcome.kind === 'interrupted') return;
  }
}

const alive = (hosts: readonly RemoteHost[]): Requests[] =>
  hosts.flatMap(({ requests }) => (requests.failure ? [] : [requests]));

/** Agents live with the hosts that are there as a replication begins. */
const onHosts =
  ({ hosts = [], signal }: PreparedExperiment): Assembly =>
  (plan) =>
    new RemoteAgents(alive(hosts), plan, !needsClock(plan), plan.clock === 'virtual', signal);

/**
 * A replication that loses a host begins again on those that are left: agents’ states are lost with it. On the wall clock it
 * would be another replication, and it fails.
 */
async function untilHosted(
  go: () => Promise<Outcome>,
  { hosts = [], configuration }: PreparedExperiment,
  lost: (why: string) => void,
): Promise<Outcome> {
  for (;;) {
    try {
      return await go();
    } catch (error) {
      if (error instanceof StepBack) continue;
      const canGoOn = configuration.clock === 'virtual' && alive(hosts).length > 0;
      if (!(error instanceof HostFailure) || !canGoOn) throw error;
      lost(error.message);
    }
  }
}
