/**
 * A run: every algorithm with every seed, placed where the configuration says, published as one
 * inspection stream. Events come in canonical order, by algorithm and then by seed, whatever runs
 * beside what; only progress is published as it happens.
 */
import { Observable, type Subscriber } from 'rxjs';
import { keyOf } from '../../src/algorithms/parts.ts';
import { pullsAtRoot } from '../../src/measurement/metrics/lyapunov.ts';
import type { MeasuringBasis } from '../../src/measurement/metrics/knownAnswer.ts';
import { isLimited } from '../../src/configuration/budget.ts';
import type { RunConfiguration } from '../../src/configuration/configuration.ts';
import type { Inspection } from '../../src/events/inspection.ts';
import { membership, type Replications } from '../../src/configuration/replications.ts';
import { loadKernels } from '../agent/kernelProgram.ts';
import { totalRounds } from '../server/trigger.ts';
import { PeriodicPause } from './pause.ts';
import { choosePlacement } from './placement.ts';
import type { Experiment, PreparedReplications } from './preparedExperiment.ts';
import { Progress } from './progress.ts';
import { runByReplication } from './replicationsPerThread.ts';
import { runOneByOne } from './replicationsOneByOne.ts';

/** Of a run that is stepped through. */
const STEPPED = {
  placement: { name: 'inline', threads: 1, unit: 'agents' },
  why: 'a run is stepped through in one thread',
} as const;

/** Seeds whose numbers of rounds are worked out before the run, for its progress. */
const SEEDS_WORKED_OUT = 1000;

/**
 * Runs an experiment when subscribed to. Unsubscribing ends it.
 *
 * The stream errors with `ActorFailure` when an agent, or the thread it lives in, has failed; what
 * was recorded before has been published.
 */
export function runExperiment(experiment: Experiment): Observable<Inspection> {
  return new Observable((subscriber) => {
    const stop = new AbortController();
    let isOver = false;
    execute(experiment, subscriber, stop.signal).then(
      () => {
        isOver = true;
        subscriber.complete();
      },
      (error: unknown) => {
        isOver = true;
        subscriber.error(error);
      },
    );
    return () => {
      if (!isOver) stop.abort();
    };
  });
}

async function execute(
  experiment: Experiment,
  subscriber: Subscriber<Inspection>,
  stop: AbortSignal,
): Promise<void> {
  // Subscribers hold the subscription before the first event comes.
  await Promise.resolve();
  const { configuration, problem, done = [] } = experiment;
  const replications = replicationsToRun(configuration, done);
  const count = replications.reduce((sum, { seeds }) => sum + seeds.length, 0);
  const { placement, why } = experiment.stepper ? STEPPED : choosePlacement(experiment, count);
  subscriber.next({ kind: 'placed', placement, why });
  if (count === 0) return;
  const signal = experiment.signal ? AbortSignal.any([experiment.signal, stop]) : stop;
  // Only the reference says which observation an agent is at.
  const isReference = configuration.kernels === 'reference' || experiment.stepper !== undefined;
  const kernels = isReference ? undefined : loadKernels();
  const progress = new Progress(
    roundsInAll(configuration, problem.agents, replications),
    isLimited(configuration.budget) ? count : undefined,
    subscriber,
  );
  const run = placement.unit === 'replications' ? runByReplication : runOneByOne;
  const pause = new PeriodicPause(signal, experiment.held);
  const prepared = { ...experiment, answer: withPulls(experiment), placement, replications, signal, kernels };
  try {
    await run(prepared, { subscriber, progress, pause });
  } finally {
    progress.stop();
  }
}

/** The known answer, with the pulls at the root where the Lyapunov function needs them. */
function withPulls({ configuration, problem, answer }: Experiment): MeasuringBasis {
  const { root } = answer;
  if (!configuration.lyapunov || root === undefined) return answer;
  return { ...answer, pulls: pullsAtRoot((index) => problem.agent(index), problem.agents, root) };
}

function replicationsToRun(
  { algorithms, seeds }: RunConfiguration,
  done: readonly Replications[],
): PreparedReplications[] {
  const isDone = membership(done);
  return algorithms.map((configuration) => ({
    configuration,
    seeds: seeds.filter((seed) => !isDone({ algorithm: keyOf(configuration), seed })),
  }));
}

/** T of all replications; of many seeds as the first of them let expect it, since each has to be worked out. */
function roundsInAll(
  { trigger, budget }: RunConfiguration,
  agents: number,
  replications: readonly PreparedReplications[],
): number {
  const rounds = new Map<number, number>();
  const roundsOf = (seed: number): number => {
    const known = rounds.get(seed) ?? totalRounds({ trigger, budget, agents, seed });
    rounds.set(seed, known);
    return known;
  };
  return replications.reduce((sum, { seeds }) => {
    const sample = seeds.slice(0, SEEDS_WORKED_OUT);
    const ofSample = sample.reduce((total, seed) => total + roundsOf(seed), 0);
    return sum + Math.round((ofSample * seeds.length) / Math.max(1, sample.length));
  }, 0);
}
