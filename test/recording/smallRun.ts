/** A small run to record: two algorithms, two seeds, d = 2; one of its replications diverges. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Inspection, Outcome } from '../../src/events/inspection.ts';
import { membership, type Replication } from '../../src/configuration/replications.ts';
import type { Manifest } from '../../src/recording/manifest.ts';
import { pendingRecords } from '../../src/recording/runRecords.ts';
import type { RunDirectory } from '../../src/recording/runDirectory.ts';
import { configurationOf } from '../oracles/events.ts';
import { recordOf } from '../oracles/records.ts';

/** Enough seeds for a process to be killed long before it is through. */
export const SEEDS_OF_THE_KILLED: readonly number[] = Array.from({ length: 1_000 }, (_, index) => index + 1);

/** A run that is about to start; `seeds` sets its replications too. */
export function smallManifest(
  configuration: Partial<Manifest['configuration']> = {},
  seeds: readonly number[] = [1, 2],
): Manifest {
  const algorithms = ['local-sa', 'scafflsa'] as const;
  return {
    format: 'fedsa-run/1',
    version: '0.1.0',
    commit: null,
    node: 'v20.0.0',
    machine: { platform: 'linux', architecture: 'x64', cpu: 'a cpu', cores: 2, memoryBytes: 1 },
    startedAt: '2024-01-01T00:00:00.000Z',
    endedAt: null,
    state: 'running',
    failure: null,
    arguments: ['run', 'small'],
    scenario: { name: 'small', title: 'Small', question: 'Why?', reproduces: null, file: null, sha256: null },
    problem: {
      kind: 'finite-linear',
      agents: 3,
      dimension: 2,
      specification: { states: 2 },
      root: [0.5, -1 / 3],
    },
    configuration: configurationOf({
      algorithms: algorithms.map((name) => ({ name, stepSize: 0.1, serverStepSize: 1 })),
      trigger: { kind: 'deterministic', localSteps: 10 },
      budget: { kind: 'rounds', rounds: 2 },
      seeds,
      placement: 'auto',
      iterates: true,
      ...configuration,
    }),
    placement: { name: 'inline', threads: 1, unit: 'replications' },
    predictions: [],
    runs: pendingRecords(algorithms, seeds),
  };
}

/** What the engine would say of a replication: a function of the algorithm and the seed alone. */
export function eventsOf(replication: Replication): Inspection[] {
  const diverges = replication.algorithm === 'scafflsa' && replication.seed === 2;
  const scale = (replication.algorithm === 'local-sa' ? 1 : 7) / (3 + replication.seed);
  const lastRound = diverges ? 1 : 2;
  const events: Inspection[] = [{ kind: 'replicationStarted', replication }];
  for (let round = 0; round <= lastRound; round++) {
    const error = diverges && round === lastRound ? Infinity : scale ** round;
    events.push({
      kind: 'roundRecorded',
      replication,
      record: recordOf({
        round,
        step: 10 * round,
        time: 10 * round,
        error,
        agentError: round === 0 ? NaN : error / 3,
        operatorNorm: scale * 1e-9,
        uplinkVectors: 3 * round,
        downlinkVectors: 3 * round,
        uplinkBytes: 48 * round,
        downlinkBytes: 48 * round,
        averageError: round === 0 ? NaN : scale / round,
      }),
      theta: Float64Array.of(round === 0 ? -0 : -scale / round, scale),
      average: round === 0 ? undefined : Float64Array.of(scale, 1 / 3),
    });
  }
  const outcome: Outcome = diverges
    ? { kind: 'diverged', round: lastRound, steps: 10 * lastRound }
    : { kind: 'completed', rounds: lastRound, steps: 10 * lastRound };
  return [...events, { kind: 'replicationEnded', replication, outcome }];
}

/** The whole stream of what a directory still lacks. */
export function remainingEvents(directory: RunDirectory): Inspection[] {
  const { algorithms, seeds } = directory.manifest.configuration;
  const isDone = membership(directory.done);
  return algorithms
    .flatMap(({ name }) => seeds.map((seed) => ({ algorithm: name, seed })))
    .filter((replication) => !isDone(replication))
    .flatMap(eventsOf);
}

export function text(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}
