/** Whole replications side by side, each with all its actors in one thread. */
import type { Subscriber } from 'rxjs';
import { ActorFailure } from '../../src/protocol/failure.ts';
import type { Inspection, Replication } from '../../src/protocol/inspection.ts';
import {
  type ReplicationsReport,
  type ReplicationsTask,
  ROUNDS_DONE,
  STOP_WISHED,
} from '../agent/replicationsWorker.ts';
import type { PreparedExperiment, PreparedReplication } from './preparedExperiment.ts';
import { unpackRound } from './packedRounds.ts';
import type { Progress } from './progress.ts';
import { allocateSlots, Slots } from './slots.ts';
import { WorkerPool } from './workerPool.ts';

/** Tasks a thread gets over the whole run, at least: few enough to be cheap, enough to share evenly. */
const TASKS_PER_THREAD = 8;
/** Most replications in a task: what an interruption or a crash may lose. */
const MOST_IN_A_TASK = 50;

/** How long, in ms, a thread may take to stop between two rounds; a longer round is not waited for. */
const GRACE = 300;

/** Replications of one algorithm that a thread runs in one task. */
interface Batch {
  readonly replications: readonly PreparedReplication[];
  readonly task: ReplicationsTask;
}

/** Runs the replications in batches over the threads and tells of them in order. */
export async function runByReplication(
  experiment: PreparedExperiment,
  subscriber: Subscriber<Inspection>,
  progress: Progress,
): Promise<void> {
  const { placement, signal, specification, kernels } = experiment;
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const watch = setInterval(() => {
    progress.rounds = Atomics.load(shared, ROUNDS_DONE);
  }, 50);
  const stopped = stopsThreads(signal, shared);
  const pool = await WorkerPool.start('replicationsWorker', placement.threads, specification, kernels);
  try {
    const running = batches(experiment, shared).map((batch) => ({
      batch,
      report: pool.runReplications(batch.task),
    }));
    // All are awaited in order below; until its turn comes, a failure must not count as unhandled.
    for (const { report } of running) report.catch(() => undefined);
    for (const { batch, report } of running) {
      const told = await Promise.race([
        report.catch((error: unknown) => {
          throw crashOf(batch, error);
        }),
        stopped,
      ]);
      if (!told) return;
      const finished = tell(batch, told, subscriber, progress);
      if (told.failure) throw new ActorFailure(told.failure.at, told.failure.cause);
      if (!finished) return;
    }
  } finally {
    clearInterval(watch);
    await pool.destroy();
  }
}

/**
 * Passes an abort on to the threads.
 *
 * @returns a promise that comes true when they have had time to stop after it, and may be destroyed
 */
function stopsThreads(signal: AbortSignal, progress: Int32Array): Promise<undefined> {
  return new Promise((resolve) => {
    const stop = (): void => {
      Atomics.store(progress, STOP_WISHED, 1);
      setTimeout(() => {
        resolve(undefined);
      }, GRACE).unref();
    };
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}

function batches(experiment: PreparedExperiment, progress: Int32Array): Batch[] {
  const { configuration, replications, placement, problem, answer } = experiment;
  const { agents, dimension } = problem;
  const size = Math.min(
    Math.max(1, Math.floor(replications.length / (placement.threads * TASKS_PER_THREAD))),
    MOST_IN_A_TASK,
  );
  const out: Batch[] = [];
  for (let from = 0; from < replications.length;) {
    const algorithm = replications[from]!.configuration;
    let to = from + 1;
    while (to < replications.length && to < from + size && replications[to]!.configuration === algorithm)
      to++;
    const chosen = replications.slice(from, to);
    out.push({
      replications: chosen,
      task: {
        plan: { ...configuration, algorithm, agents, dimension },
        seeds: chosen.map(({ seed }) => seed),
        root: answer.root,
        pulls: answer.pulls,
        linearMean: answer.mean?.kind === 'linear' ? answer.mean : undefined,
        memory: allocateSlots({ agents, dimension, hosts: 1 }, true),
        progress,
        whereabouts: new Int32Array(new SharedArrayBuffer(4)),
      },
    });
    from = to;
  }
  return out;
}

/** Tells a batch's events in order; false where it was interrupted. */
function tell(
  batch: Batch,
  report: ReplicationsReport,
  subscriber: Subscriber<Inspection>,
  progress: Progress,
): boolean {
  for (const [index, { rounds, events, outcome }] of report.replications.entries()) {
    const { algorithm, seed } = batch.replications[index]!;
    const replication: Replication = { algorithm, seed };
    subscriber.next({ kind: 'replicationStarted', replication });
    let next = 0;
    const tellEvents = (recorded: number): void => {
      for (; next < events.length && events[next]!.after <= recorded; next++) {
        subscriber.next({ kind: 'timed', replication, event: events[next]!.event });
      }
    };
    progress.error = NaN;
    for (let k = 0; k < rounds.rows; k++) {
      tellEvents(k);
      const recorded = unpackRound(rounds, k);
      subscriber.next({ kind: 'roundRecorded', replication, ...recorded });
      progress.error = recorded.record.error;
    }
    tellEvents(rounds.rows);
    if (!outcome) return false;
    subscriber.next({ kind: 'replicationEnded', replication, outcome });
    if (outcome.kind === 'interrupted') return false;
  }
  return report.replications.length === batch.replications.length;
}

/** A thread that died took its task along; what it was busy with stands in the shared memory. */
function crashOf({ task }: Batch, error: unknown): ActorFailure {
  const slots = new Slots(task.memory);
  const seed = task.seeds[Atomics.load(task.whereabouts, 0)]!;
  const { agent, stage } = slots.status(0);
  // The slots served the seeds before: a broadcast that lies there may be one of theirs.
  const round = stage === 'start' ? 0 : slots.readBroadcast().round;
  return new ActorFailure({ agent, stage, round, algorithm: task.plan.algorithm.name, seed }, error);
}
