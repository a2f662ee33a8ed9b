/**
 * A run: every algorithm with every seed, placed where the configuration says, told as one
 * inspection stream. Events come in canonical order, by algorithm and then by seed, whatever runs
 * beside what; only progress is told as it happens.
 */
import { Observable } from 'rxjs';
import type { Inspection } from '../../src/protocol/inspection.ts';
import { totalRounds } from '../server/trigger.ts';
import { PeriodicPause } from './pause.ts';
import { resolvePlacement } from './placement.ts';
import type { Experiment } from './preparedExperiment.ts';
import { Progress } from './progress.ts';
import { runByReplication } from './replicationsPerThread.ts';
import { runOneByOne } from './replicationsOneByOne.ts';

/**
 * Runs an experiment when subscribed to. Unsubscribing ends it.
 *
 * The stream errors with `ActorFailure` when an agent, or the thread it lives in, has failed; what
 * was recorded before has been told.
 */
export function runExperiment(experiment: Experiment): Observable<Inspection> {
  return new Observable((subscriber) => {
    const { configuration, problem } = experiment;
    const isDone = new Set((experiment.done ?? []).map(({ algorithm, seed }) => `${algorithm}/${seed}`));
    const replications = configuration.algorithms.flatMap((algorithm) =>
      configuration.seeds
        .map((seed) => ({ algorithm: algorithm.name, seed, configuration: algorithm }))
        .filter(({ seed }) => !isDone.has(`${algorithm.name}/${seed}`)),
    );
    const placement = resolvePlacement(configuration, problem.agents, replications.length);
    const stop = new AbortController();
    const signal = experiment.signal ? AbortSignal.any([experiment.signal, stop.signal]) : stop.signal;
    const rounds = new Map<number, number>();
    for (const seed of new Set(replications.map((replication) => replication.seed))) {
      rounds.set(seed, totalRounds(configuration.trigger, configuration.budget, seed));
    }
    const total = replications.reduce((sum, { seed }) => sum + rounds.get(seed)!, 0);

    subscriber.next({ kind: 'placed', placement });
    if (replications.length === 0) {
      subscriber.complete();
      return undefined;
    }
    const progress = new Progress(total, subscriber);
    const prepared = { ...experiment, placement, replications, signal };
    const run = placement.unit === 'replications' ? runByReplication : runOneByOne;
    run(prepared, subscriber, progress, new PeriodicPause(signal))
      .finally(() => {
        progress.stop();
      })
      .then(
        () => {
          subscriber.complete();
        },
        (error: unknown) => {
          subscriber.error(error);
        },
      );
    return () => {
      stop.abort();
    };
  });
}
