/** Runs an experiment to its end and keeps what was told. */
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { RemoteHost } from '../../actors/cluster/remoteAgents.ts';
import { runExperiment } from '../../actors/experiment/experiment.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import { solveProblem } from '../../src/problems/root.ts';
import type { ProblemSpecification } from '../../src/problems/specification.ts';
import type { UserAgentFactory } from '../../src/problems/userModule/family.ts';
import type { AlgorithmConfiguration, RunConfiguration } from '../../src/configuration/configuration.ts';
import type { OneRun } from './momentsQuestion.ts';
import type { RoundRecord } from '../../src/measurement/metrics/roundRecord.ts';
import type { Inspection, Outcome } from '../../src/events/inspection.ts';

export const LOCAL_SA = (stepSize: number): OneRun => ({ name: 'local-sa', stepSize });
export const SCAFFLSA = (stepSize: number): OneRun => ({ name: 'scafflsa', stepSize });
export const FEDHSA = (stepSize: number, serverStepSize = 1): OneRun => ({
  name: 'fedhsa',
  stepSize,
  serverStepSize,
});
export const MINIBATCH_SGD = (serverStepSize: number): OneRun => ({
  name: 'minibatch-sgd',
  serverStepSize,
});
export const LOCAL_SGD_M = (stepSize: number, serverStepSize: number, momentum: number): OneRun => ({
  name: 'local-sgd-m',
  stepSize,
  serverStepSize,
  momentum,
});
export const SCAFFOLD = (stepSize: number, serverStepSize = 1): OneRun => ({
  name: 'scaffold',
  stepSize,
  serverStepSize,
});
export const RICHARDSON_ROMBERG = (
  stepSize: number,
  extrapolation: 'step-size' | 'local-steps' = 'step-size',
  extrapolationNoise: 'independent' | 'common' = 'independent',
): AlgorithmConfiguration => ({ name: 'richardson-romberg', stepSize, extrapolation, extrapolationNoise });
/** Those that a step size alone makes complete; {@link ALL_SIX} has the others as well. */
export const ALL_THREE = (stepSize: number): OneRun[] => [
  LOCAL_SA(stepSize),
  SCAFFLSA(stepSize),
  FEDHSA(stepSize),
];

/** Server steps γ = 0.4 and 0.6 and α_g = 0.9, and β = 0.3. */
const ALL_SIX = (stepSize: number): OneRun[] => [
  ...ALL_THREE(stepSize),
  MINIBATCH_SGD(0.4),
  LOCAL_SGD_M(stepSize, 0.6, 0.3),
  SCAFFOLD(stepSize, 0.9),
];

/** {@link ALL_SIX}, and Richardson–Romberg extrapolation in the step size. */
export const ALL_SEVEN = (stepSize: number): AlgorithmConfiguration[] => [
  ...ALL_SIX(stepSize),
  RICHARDSON_ROMBERG(stepSize),
];

/** Agents at the same time go by number, as they do in a calculation by hand; no setting asks for it. */
export const BY_NUMBER = 'by-number' as unknown as number;

/** What a test does not say: 10 rounds of Local SA with H = 3 in d = 2, seed 1, inline. */
export function configurationOf(changes: Partial<RunConfiguration> = {}): RunConfiguration {
  return {
    algorithms: [LOCAL_SA(0.1)],
    trigger: { kind: 'deterministic', localSteps: 3 },
    budget: { kind: 'rounds', rounds: 10 },
    seeds: [1],
    sampling: 'markov',
    stride: 1,
    initial: [0, 0],
    placement: 'inline',
    threads: undefined,
    hosts: undefined,
    kernels: 'auto',
    recording: 'default',
    iterates: false,
    averageFrom: undefined,
    drawn: false,
    lyapunov: false,
    agentErrors: undefined,
    allowDivergence: true,
    policy: { kind: 'synchronous' },
    timing: undefined,
    clock: 'virtual',
    strict: undefined,
    tieSeed: undefined,
    verify: false,
    trace: false,
    updates: false,
    reach: undefined,
    ...changes,
  };
}

/** What an experiment told, and how it ended. */
export interface Told {
  readonly events: readonly Inspection[];
  readonly error: unknown;
  readonly milliseconds: number;
}

export interface Watching {
  readonly create?: UserAgentFactory | undefined;
  readonly signal?: AbortSignal;
  /** of a cluster */
  readonly hosts?: readonly RemoteHost[];
  /** called with every event as it is told */
  readonly onEvent?: (event: Inspection) => void;
}

export function told(
  specification: ProblemSpecification,
  configuration: RunConfiguration,
  { create, signal, hosts, onEvent }: Watching = {},
): Promise<Told> {
  const problem = buildProblem(specification, create);
  const experiment = { specification, problem, answer: solveProblem(problem), configuration, hosts };
  const events: Inspection[] = [];
  const start = performance.now();
  return new Promise((resolve) => {
    const end = (error: unknown): void => {
      resolve({ events, error, milliseconds: performance.now() - start });
    };
    runExperiment(signal ? { ...experiment, signal } : experiment).subscribe({
      next: (event) => {
        events.push(event);
        onEvent?.(event);
      },
      error: end,
      complete: () => {
        end(undefined);
      },
    });
  });
}

/** One replication as it was told. */
export interface ToldReplication {
  readonly algorithm: string;
  readonly seed: number;
  readonly records: RoundRecord[];
  readonly thetas: number[][];
  readonly averages: (number[] | undefined)[];
  outcome: Outcome | undefined;
}

/** The replications in the order told. */
export function replicationsIn(events: readonly Inspection[]): ToldReplication[] {
  const out: ToldReplication[] = [];
  for (const event of events) {
    if (event.kind === 'replicationStarted') {
      out.push({ ...event.replication, records: [], thetas: [], averages: [], outcome: undefined });
    } else if (event.kind === 'roundRecorded') {
      out.at(-1)!.records.push(event.record);
      out.at(-1)!.thetas.push([...event.theta]);
      out.at(-1)!.averages.push(event.average && [...event.average]);
    } else if (event.kind === 'replicationEnded') {
      out.at(-1)!.outcome = event.outcome;
    }
  }
  return out;
}

/** The replications of a run that must end well. */
export async function replicationsOf(
  specification: ProblemSpecification,
  configuration: RunConfiguration,
  watching: Watching = {},
): Promise<ToldReplication[]> {
  const { events, error } = await told(specification, configuration, watching);
  if (error !== undefined) throw error as Error;
  return replicationsIn(events);
}

/** All that must not depend on the placement: every event but where and how far the run is. */
export function canonical(events: readonly Inspection[]): readonly Inspection[] {
  return events.filter(({ kind }) => kind !== 'placed' && kind !== 'progressed');
}

/** Expects the same events, bit for bit. Thousands of them are compared by Node; vitest finds the words where they differ. */
export function expectSameEvents(events: readonly Inspection[], expected: readonly Inspection[]): void {
  if (!isDeepStrictEqual(events, expected)) expect(events).toEqual(expected);
}
