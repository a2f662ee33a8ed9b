/** A whole run of the program, timed over its later rounds: started, built and warmed up before. */
import { runExperiment } from '../../actors/experiment/experiment.ts';
import type { Experiment } from '../../actors/experiment/preparedExperiment.ts';
import type { Vector } from '../../src/maths/vector.ts';
import { buildProblem } from '../../src/problems/buildProblem.ts';
import type { ProblemSpecification } from '../../src/problems/specification.ts';
import type {
  PlacementName,
  RunConfiguration,
  ScheduledAlgorithm,
} from '../../src/configuration/configuration.ts';
import type { Cost } from './benchmark.ts';
import { stopwatch } from './compare.ts';
import type { Plan } from './plan.ts';

export interface Placed {
  readonly placement: PlacementName;
  /** worker threads of `packed` */
  readonly threads?: number;
}

export interface TimedRun {
  /** θ̄ after the last round */
  readonly theta: Vector;
  /** seconds from the end of round `timedFrom` to the end of the last */
  readonly cost: Cost;
}

/**
 * Runs an algorithm with seed 1 and times it between two recorded rounds, which leaves out the start of
 * threads, the building of agents and most of the compiler's work.
 *
 * @param plan - `rounds` must be a multiple of `timedFrom`, and those multiples are recorded
 * @param changes - what else the configuration says, such as a server policy
 * @param given - of a cluster its hosts; a problem that is built already
 */
export function timedRun(
  specification: ProblemSpecification,
  { algorithm, sampling, localSteps, rounds, timedFrom, stepSize }: Plan,
  { placement, threads }: Placed,
  changes: Partial<RunConfiguration> = {},
  { problem = buildProblem(specification), hosts }: Partial<Pick<Experiment, 'hosts' | 'problem'>> = {},
): Promise<TimedRun> {
  const configuration: RunConfiguration = {
    algorithms: [{ name: algorithm, stepSize, serverStepSize: 1 } as ScheduledAlgorithm],
    trigger: { kind: 'deterministic', localSteps },
    budget: { kind: 'rounds', rounds },
    seeds: [1],
    sampling,
    stride: 1,
    initial: new Array<number>(problem.dimension).fill(0),
    placement,
    threads,
    hosts: undefined,
    kernels: 'auto',
    recording: { every: timedFrom },
    iterates: false,
    averageFrom: undefined,
    drawn: false,
    lyapunov: false,
    agentErrors: undefined,
    allowDivergence: false,
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
  const answer = { root: undefined, mean: undefined };
  return new Promise((resolve, reject) => {
    let lap: (() => Cost) | undefined;
    let result: TimedRun | undefined;
    runExperiment({ specification, problem, answer, configuration, hosts }).subscribe({
      next: (event) => {
        if (event.kind !== 'roundRecorded') return;
        if (event.record.round === timedFrom) lap = stopwatch();
        else if (event.record.round === rounds && lap) result = { theta: event.theta, cost: lap() };
      },
      error: reject,
      complete: () => {
        if (result) resolve(result);
        else reject(new Error(`the run ended before round ${rounds}`));
      },
    });
  });
}
