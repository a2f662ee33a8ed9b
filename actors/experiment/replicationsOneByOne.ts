/** Replications one after another, their agents in threads of their own, packed, or inline. */
import type { Subscriber } from 'rxjs';
import { keyOf } from '../../src/algorithms/parts.ts';
import { HostFailure } from '../../src/values/failure.ts';
import type { Inspection, Outcome } from '../../src/events/inspection.ts';
import type { Replication } from '../../src/configuration/replications.ts';
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
import type { PreparedExperiment, Surroundings } from './preparedExperiment.ts';
import { partsDone } from './progress.ts';
import { areTeamed } from './teamed.ts';

/** Makes the agents of a replication. */
type Assembly = (plan: ReplicationPlan) => AgentGroup;

/** Runs the replications in order; threads are started once and serve them all. */
export async function runOneByOne(experiment: PreparedExperiment, surroundings: Surroundings): Promise<void> {
  const { placement, problem, signal, kernels } = experiment;
  const { progress } = surroundings;
  const all = (assemble: Assembly): Promise<void> => new OneByOne(experiment, surroundings, assemble).run();
  if (placement.name === 'inline' || areTeamed(experiment)) {
    const threadWide = experiment.threadKernels ?? threadKernels(kernels);
    const team = placement.name === 'inline' ? undefined : new Team(kernels!, threadWide!, placement.threads);
    const here = threadResources(problem, team?.kernels ?? threadWide);
    try {
      await all((plan) => new InlineAgents(here, plan));
    } finally {
      await team?.close();
    }
    return;
  }
  if (placement.name === 'cluster') {
    await all(onHosts(experiment));
    return;
  }
  const pool = await WorkerPool.start('hostWorker', placement.threads, {
    ...experiment,
    started: (started) => (progress.threads = { started, all: placement.threads }),
  });
  if (!signal.aborted) progress.threads = undefined;
  const inThreads: Assembly = (plan) =>
    new ThreadAgents(pool, plan, { atBarrier: !needsClock(plan), signal });
  try {
    // Interrupted while threads start: its agents would start the others.
    if (!signal.aborted) await all(inThreads);
  } finally {
    await pool.destroy();
  }
}

/** Publishes the events of a replication, each once though it may begin again. */
class Publication {
  readonly #subscriber: Subscriber<Inspection>;
  /** of a replication that is stepped through, until its end: it may yet come to something else */
  #held: Inspection[] | undefined;
  #published = 0;
  #happened = 0;

  constructor(subscriber: Subscriber<Inspection>, isHeld: boolean) {
    this.#subscriber = subscriber;
    if (isHeld) this.#held = [];
  }

  /** The replication begins, perhaps again. */
  begin(): void {
    this.#happened = 0;
    if (this.#held) this.#held = [];
  }

  add(event: Inspection): void {
    if (this.#held) this.#held.push(event);
    else if (this.#happened++ >= this.#published) {
      this.#published++;
      this.#subscriber.next(event);
    }
  }

  end(): void {
    for (const event of this.#held ?? []) this.#subscriber.next(event);
  }
}

/** Replications of an experiment in this thread. */
class OneByOne {
  readonly #experiment: PreparedExperiment;
  readonly #surroundings: Surroundings;
  readonly #assemble: Assembly;

  constructor(experiment: PreparedExperiment, surroundings: Surroundings, assemble: Assembly) {
    this.#experiment = experiment;
    this.#surroundings = surroundings;
    this.#assemble = assemble;
  }

  async run(): Promise<void> {
    const { replications, configuration, problem } = this.#experiment;
    const { agents, dimension } = problem;
    for (const { configuration: algorithm, seeds } of replications)
      for (const seed of seeds) {
        const outcome = await this.#replicate({ ...configuration, algorithm, seed, agents, dimension });
        if (outcome.kind === 'interrupted') return;
      }
  }

  async #replicate(plan: ReplicationPlan): Promise<Outcome> {
    const { stepper } = this.#experiment;
    const { subscriber, progress } = this.#surroundings;
    const replication = { algorithm: keyOf(plan.algorithm), seed: plan.seed };
    subscriber.next({ kind: 'replicationStarted', replication });
    const done = partsDone((parts) => (progress.parts += parts));
    const before = progress.rounds;
    const publication = new Publication(subscriber, stepper !== undefined);
    const observer = this.#observer(replication, publication, done);
    let { interventions } = plan;
    const go = (): Promise<Outcome> => {
      progress.rounds = before;
      publication.begin();
      if (stepper) interventions = stepper.begin(replication, plan.interventions);
      return this.#go(interventions === undefined ? plan : { ...plan, interventions }, replication, observer);
    };
    let outcome: Outcome;
    try {
      outcome = await untilHosted(go, this.#experiment, (why) => {
        subscriber.next({ kind: 'hostLost', replication, why });
      });
    } finally {
      if (stepper && interventions !== undefined) subscriber.next({ kind: 'intervened', interventions });
      publication.end();
    }
    done(1);
    subscriber.next({ kind: 'replicationEnded', replication, outcome });
    return outcome;
  }

  /** One go at a replication. */
  #go(plan: ReplicationPlan, replication: Replication, observer: ReplicationObserver): Promise<Outcome> {
    const { answer, stepper, activities, record, stopWhen } = this.#experiment;
    activities?.ring.clear();
    return runReplication(
      {
        ...{ plan, answer, observer },
        record: record?.(replication),
        stepping: stepper,
        stopWhen,
        activities: activities?.ring,
      },
      this.#assemble(plan),
    );
  }

  #observer(
    replication: Replication,
    publication: Publication,
    done: (share: number) => void,
  ): ReplicationObserver {
    const { stepper } = this.#experiment;
    const { progress, pause } = this.#surroundings;
    return {
      observe: (event) => {
        switch (event.kind) {
          case 'roundCompleted':
            progress.rounds++;
            if (event.share !== undefined) done(event.share);
            break;
          case 'recorded': {
            const { record, theta, average } = event;
            progress.error = record.error;
            stepper?.recorded(record);
            publication.add({ kind: 'roundRecorded', replication, record, theta, average });
            break;
          }
          case 'timed':
            publication.add({ kind: 'timed', replication, event: event.event });
            break;
          case 'clocked':
            publication.add({ kind: 'clocked', replication, event: event.event });
        }
      },
      stopping: () => pause.stopping(),
    };
  }
}

const alive = (hosts: readonly RemoteHost[]): Requests[] =>
  hosts.flatMap(({ requests }) => (requests.failure ? [] : [requests]));

/** Agents live with the hosts that are there as a replication begins. */
const onHosts =
  ({ hosts = [], signal }: PreparedExperiment): Assembly =>
  (plan) =>
    new RemoteAgents(alive(hosts), plan, {
      ...{ atBarrier: !needsClock(plan), signal },
      gathers: plan.clock === 'virtual',
    });

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
