/** Whole replications side by side, each with all its actors in one thread. */
import type { Subscriber } from 'rxjs';
import { agentFields } from '../../src/measurement/agentValues.ts';
import { recordedCount } from '../../src/measurement/recordingSchedule.ts';
import { isLimited } from '../../src/configuration/budget.ts';
import { ActorFailure } from '../../src/values/failure.ts';
import type { Inspection } from '../../src/events/inspection.ts';
import type { Replication } from '../../src/configuration/replications.ts';
import {
  GO_ON,
  HOLD,
  PARTS_DONE,
  PROGRESS_WORDS,
  type ReplicationsReport,
  type ReplicationsTask,
  ROUNDS_DONE,
  STOP,
  COMMAND,
} from './replicationsTask.ts';
import { StrayFailure } from '../../src/values/strayFailure.ts';
import { keyOf } from '../../src/algorithms/parts.ts';
import { HostStatus, HOST_STATUS_LENGTH } from '../agent/hostStatus.ts';
import { WorkerPool } from '../hosting/workerPool.ts';
import { totalRounds } from '../server/trigger.ts';
import type { PreparedExperiment, Surroundings } from './preparedExperiment.ts';
import { ActivityRing } from '../replication/activityRing.ts';
import { bytesOfRound, unpackRound } from './packedRounds.ts';
import type { Progress } from './progress.ts';

/** Tasks a thread gets over the whole run, at least: few enough to be cheap, enough to share evenly. */
const TASKS_PER_THREAD = 8;
/** Most replications in a task: what an interruption or a crash may lose. */
const MOST_IN_A_TASK = 50;
/** Bytes that the rounds of a task's replications may take, where one alone does not take more. */
const MOST_BYTES = 8_000_000;
/** Tasks a thread that are under way or waiting to be published at once. */
const AHEAD = 4;

/** Interval, in ms, at which the rounds of all threads are counted. */
const COUNT_INTERVAL = 50;
/** Longest time, in ms, that a thread may take to stop between two rounds; a longer round is not waited for. */
const GRACE = 300;

/** Replications of one algorithm that a thread runs in one task. */
interface Batch {
  readonly task: ReplicationsTask;
  readonly report: Promise<ReplicationsReport>;
}

/**
 * Runs the replications in batches over the threads and publishes their events in order. A few batches are under
 * way at a time, and none is kept once it is published: memory does not grow with the number of seeds.
 */
export async function runByReplication(
  experiment: PreparedExperiment,
  { subscriber, progress }: Surroundings,
): Promise<void> {
  const { placement, signal } = experiment;
  const shared = sharedWords(PROGRESS_WORDS);
  const counting = setInterval(() => {
    // Taken out of the word, which could not hold the rounds of a long run.
    progress.rounds += Atomics.exchange(shared, ROUNDS_DONE, 0);
    progress.parts += Atomics.exchange(shared, PARTS_DONE, 0);
  }, COUNT_INTERVAL);
  const stop = new StopOfThreads(signal, shared);
  const holding = experiment.held?.subscribe((isHeld) => {
    stop.hold(isHeld);
  });
  const pool = await WorkerPool.start('replicationsWorker', placement.threads, {
    ...experiment,
    importsModules: (experiment.configuration.metrics ?? []).length > 0,
  });
  try {
    const tasks = tasksOf(experiment, shared);
    const underWay: Batch[] = [];
    const fill = (): void => {
      while (underWay.length < AHEAD * placement.threads) {
        const next = tasks.next();
        if (next.done) return;
        const report = pool.run('runReplications', next.value) as Promise<ReplicationsReport>;
        // Awaited when its turn comes; until then a failure must not count as unhandled.
        report.catch(() => undefined);
        underWay.push({ task: next.value, report });
      }
    };
    fill();
    for (let batch = underWay.shift(); batch !== undefined; batch = underWay.shift()) {
      const { activities } = batch.task;
      if (experiment.activities && activities) experiment.activities.ring = new ActivityRing(activities);
      const report = await stop.orResult(batch);
      if (!report) return;
      fill();
      const finished = publish(batch.task, report, subscriber, progress);
      if (report.failure) throw new ActorFailure(report.failure.at, report.failure.cause);
      if (report.stray) throw new StrayFailure(report.stray);
      if (!finished) return;
    }
  } finally {
    clearInterval(counting);
    holding?.unsubscribe();
    stop.end();
    await pool.destroy();
  }
}

/** Has the threads wait; passes an abort on to them, and gives them time to stop before they are destroyed. */
class StopOfThreads {
  readonly #signal: AbortSignal;
  readonly #shared: Int32Array;
  readonly #stop: () => void;
  #grace: NodeJS.Timeout | undefined;
  #isOver = false;
  /** ends the wait under way */
  #giveUp: () => void = () => undefined;

  constructor(signal: AbortSignal, shared: Int32Array) {
    this.#signal = signal;
    this.#shared = shared;
    this.#stop = () => {
      this.#set(STOP);
      this.#grace = setTimeout(() => {
        this.#isOver = true;
        this.#giveUp();
      }, GRACE);
    };
    if (signal.aborted) this.#stop();
    else signal.addEventListener('abort', this.#stop, { once: true });
  }

  /**
   * Waits for a batch. A promise of its own for each: one that all races shared would keep every report.
   *
   * @returns `undefined` where the threads have had their time after an abort
   * @throws ActorFailure where the batch's thread died
   */
  orResult({ task, report }: Batch): Promise<ReplicationsReport | undefined> {
    return new Promise((resolve, reject) => {
      this.#giveUp = () => {
        resolve(undefined);
      };
      if (this.#isOver) this.#giveUp();
      report.then(resolve, (error: unknown) => {
        reject(crashOf(task, error));
      });
    });
  }

  /** Has the threads wait between two rounds, or go on. */
  hold(isHeld: boolean): void {
    if (!this.#signal.aborted) this.#set(isHeld ? HOLD : GO_ON);
  }

  #set(command: number): void {
    Atomics.store(this.#shared, COMMAND, command);
    Atomics.notify(this.#shared, COMMAND);
  }

  end(): void {
    clearTimeout(this.#grace);
    this.#signal.removeEventListener('abort', this.#stop);
  }
}

/** The tasks in the order in which they are published, each made when it is asked for. */
function* tasksOf(
  experiment: PreparedExperiment,
  progress: Int32Array,
): Generator<ReplicationsTask, undefined> {
  const { configuration, problem, answer, replications } = experiment;
  const { agents, dimension } = problem;
  const size = replicationsInATask(experiment);
  for (const { configuration: algorithm, seeds } of replications) {
    for (let from = 0; from < seeds.length; from += size) {
      yield {
        plan: { ...configuration, algorithm, agents, dimension },
        seeds: seeds.slice(from, from + size),
        root: answer.root,
        pulls: answer.pulls,
        metrics: (answer.metrics ?? []).map(({ name, url }) => ({ name, url })),
        linearMean: answer.mean?.kind === 'linear' ? answer.mean : undefined,
        progress,
        seedUnderWay: sharedWords(1),
        hostStatus: sharedWords(HOST_STATUS_LENGTH),
        activities: experiment.activities && new ActivityRing().memory,
      };
    }
  }
  return undefined;
}

function replicationsInATask({
  configuration,
  problem,
  placement,
  replications,
}: PreparedExperiment): number {
  const { trigger, budget, seeds, recording, averageFrom, metrics = [], agentErrors } = configuration;
  const count = replications.reduce((sum, { seeds }) => sum + seeds.length, 0);
  const total = totalRounds({ trigger, budget, agents: problem.agents, seed: seeds[0]! });
  const rounds = recordedCount(recording, total, isLimited(budget));
  const bytes =
    rounds *
    bytesOfRound(
      problem.dimension,
      averageFrom !== undefined,
      metrics.length + agentFields({ agentErrors, agents: problem.agents }),
    );
  const fair = Math.floor(count / (placement.threads * TASKS_PER_THREAD));
  return Math.max(1, Math.min(fair, MOST_IN_A_TASK, Math.floor(MOST_BYTES / bytes)));
}

const sharedWords = (length: number): Int32Array => new Int32Array(new SharedArrayBuffer(4 * length));

/** Publishes a batch's events in order; false where it was interrupted. */
function publish(
  task: ReplicationsTask,
  report: ReplicationsReport,
  subscriber: Subscriber<Inspection>,
  progress: Progress,
): boolean {
  for (const [index, { rounds, events, outcome }] of report.replications.entries()) {
    const replication: Replication = { algorithm: keyOf(task.plan.algorithm), seed: task.seeds[index]! };
    subscriber.next({ kind: 'replicationStarted', replication });
    let next = 0;
    const publishEvents = (recorded: number): void => {
      for (; next < events.length && events[next]!.after <= recorded; next++) {
        subscriber.next({ kind: 'timed', replication, event: events[next]!.event });
      }
    };
    progress.error = NaN;
    for (let k = 0; k < rounds.rows; k++) {
      publishEvents(k);
      const recorded = unpackRound(rounds, k);
      subscriber.next({ kind: 'roundRecorded', replication, ...recorded });
      progress.error = recorded.record.error;
    }
    publishEvents(rounds.rows);
    if (!outcome) return false;
    subscriber.next({ kind: 'replicationEnded', replication, outcome });
    if (outcome.kind === 'interrupted') return false;
  }
  return report.replications.length === task.seeds.length;
}

/** A thread that died took its task along; what it was busy with stands in the shared memory. */
function crashOf(task: ReplicationsTask, error: unknown): ActorFailure {
  const seed = task.seeds[Atomics.load(task.seedUnderWay, 0)]!;
  const { place } = new HostStatus(task.hostStatus);
  return new ActorFailure({ ...place, algorithm: keyOf(task.plan.algorithm), seed }, error);
}
