/**
 * Exact curves against simulation: for policies, algorithms, laws of times and observations, the mean over many seeds of what a
 * run's error is less what is expected given that seed's arrivals, in standard errors.
 *
 * As a program it goes through all of them: `node --import tsx test/theory/arrivals/comparedWithRuns.ts [seeds] [part] [of]`.
 */
import { fileURLToPath } from 'node:url';
import { runExperiment } from '../../../actors/experiment/experiment.ts';
import { algorithmOf } from '../../../src/algorithms/parts.ts';
import { type PolicyConfiguration, policyOf } from '../../../src/policies/index.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { keepingAgents } from '../../../src/problems/keptAgents.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { ProblemSpecification } from '../../../src/problems/specification.ts';
import type { Sampling } from '../../../src/problems/operator.ts';
import type { AlgorithmConfiguration, RunConfiguration } from '../../../src/configuration/configuration.ts';
import { arrivalCurve } from '../../../src/runs/theory/arrivalCurve.ts';
import { PATIENT_BUDGET } from '../../../src/theory/budgets.ts';
import type { TimingModel } from '../../../src/timing/timingModel.ts';
import { ALL_SEVEN, configurationOf } from '../../oracles/events.ts';
import { randomProblem, specificationOf } from '../../oracles/explicitProblem.ts';

/** What observations are like. */
const OBSERVATIONS = {
  'i.i.d. draws of a chain': {
    sampling: 'iid',
    specification: specificationOf(randomProblem(4, 2, 11)),
  },
  'Gauss–Markov noise': {
    sampling: 'markov',
    specification: {
      ...{ kind: 'gauss-markov-quadratic', agents: 4, dimension: 3, noiseVariance: 0.3 },
      ...{ noiseSpectralRadius: 0.8, curvature: 'convex', offsetScale: 1, initialNoise: 'zero', seed: 4 },
    },
  },
  'chains, noise added': {
    sampling: 'markov',
    specification: specificationOf(
      randomProblem(4, 2, 12).map((agent) => ({
        ...agent,
        A: agent.A.map(() => agent.A[0]!),
        initial: { state: 1 },
      })),
    ),
  },
  'a joint chain': {
    sampling: 'markov',
    // Those with two states.
    specification: specificationOf(
      randomProblem(7, 2, 13)
        .filter((_, k) => k % 3 === 0)
        .map((agent) => ({ ...agent, initial: { state: 0 } })),
    ),
  },
} as const satisfies Record<string, { sampling: Sampling; specification: ProblemSpecification }>;

const exponential = (mean: number) => ({ kind: 'exponential', mean }) as const;
const straggler = [{ agents: [0, 0] as const, compute: exponential(4) }];
const TIMINGS: Readonly<Record<string, TimingModel>> = {
  exponential: { compute: exponential(1), uplinkLatency: exponential(1), agents: straggler },
  pareto: {
    compute: { kind: 'pareto', scale: 0.2, shape: 1.2 },
    downlinkLatency: { kind: 'uniform', low: 0, high: 2 },
  },
  faults: {
    compute: exponential(1),
    uplinkLatency: exponential(1),
    dropout: 0.2,
    loss: { uplink: 0.2, downlink: 0.1 },
    duplication: 0.3,
    agents: [...straggler, { agents: [1, 1], crash: { at: 12, returnsAfter: 5 } }],
  },
};

const POLICIES: readonly PolicyConfiguration[] = [
  { kind: 'synchronous' },
  { kind: 'sampled', count: 2 },
  { kind: 'first', count: 2, late: 'drop' },
  { kind: 'first', count: 2, late: 'carry' },
  { kind: 'deadline', seconds: 5, late: 'drop' },
  { kind: 'deadline', seconds: 5, late: 'carry' },
  { kind: 'buffered', count: 2, weight: { kind: 'polynomial', exponent: 0.5 } },
  {
    kind: 'buffered',
    count: 2,
    weight: { kind: 'constant' },
    serverStepSize: 0.8,
    momentum: 0.4,
    concurrency: 2,
  },
  { kind: 'asynchronous', mixing: 0.5, weight: { kind: 'hinge', slope: 1, from: 0 } },
  { kind: 'bounded-staleness', staleness: 2, mixing: 0.7, weight: { kind: 'constant' } },
];

/** A run to be compared. */
export interface Comparison {
  readonly policy: PolicyConfiguration;
  readonly algorithm: AlgorithmConfiguration;
  readonly timing: string;
  readonly observations: keyof typeof OBSERVATIONS;
}

/** Every pair of policy and algorithm that there is, with laws and observations by turns. */
export function comparisons(): Comparison[] {
  const trigger = { kind: 'deterministic', localSteps: 3 } as const;
  const pairs = POLICIES.flatMap((policy) =>
    ALL_SEVEN(0.15).flatMap((algorithm) =>
      algorithmOf(algorithm).under?.(policyOf(policy), trigger) === undefined ? [{ policy, algorithm }] : [],
    ),
  );
  const kinds = Object.keys(OBSERVATIONS) as (keyof typeof OBSERVATIONS)[];
  return pairs.map(({ policy, algorithm }, k) => {
    const stalls =
      ['synchronous', 'sampled', 'bounded-staleness'].includes(policy.kind) ||
      ['fedhsa', 'richardson-romberg'].includes(algorithm.name);
    const timings = stalls ? ['exponential', 'pareto'] : Object.keys(TIMINGS);
    // Two runs side by side have two streams each, and the square of the joint chain.
    const custom = algorithm.name === 'richardson-romberg' ? kinds.slice(0, 3) : kinds;
    return {
      policy,
      algorithm,
      timing: timings[k % timings.length]!,
      observations: custom[k % custom.length]!,
    };
  });
}

const ROUNDS = [2, 5, 10, 20];

/** (mean of measured − expected) in standard errors, after 2, 5, 10 and 20 server steps. */
export async function deviations(
  { policy, algorithm, timing, observations }: Comparison,
  seeds: number,
  expected: 'meanSquare' | 'biasSquare' = 'meanSquare',
): Promise<number[]> {
  const { sampling, specification } = OBSERVATIONS[observations];
  const problem = keepingAgents(buildProblem(specification));
  const solution = solveProblem(problem);
  const configuration: RunConfiguration = configurationOf({
    algorithms: [algorithm],
    policy,
    timing: TIMINGS[timing]!,
    sampling,
    budget: { kind: 'rounds', rounds: 20 },
    initial: Array.from({ length: problem.dimension }, (_, j) => 2 - j),
    seeds: Array.from({ length: seeds }, (_, k) => k + 1),
    recording: 'all',
  });
  const measured = await errorsOf(specification, configuration);
  const all: number[][] = ROUNDS.map(() => []);
  for (const seed of configuration.seeds) {
    const single = { ...configuration, seeds: [seed] };
    const curve = await arrivalCurve(problem, solution, single, algorithm, ROUNDS, PATIENT_BUDGET);
    if (curve.kind === 'refused') throw new Error(curve.reason);
    if (curve.neglects !== undefined) throw new Error(`not exact: ${curve.neglects}`);
    ROUNDS.forEach((round, at) => {
      const error = measured.get(`${seed}/${round}`);
      if (error !== undefined) all[at]!.push(error - curve[expected][at]!);
    });
  }
  return all.map((differences) => {
    const n = differences.length;
    const mean = differences.reduce((sum, x) => sum + x, 0) / n;
    const variance = differences.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (n - 1);
    return mean / Math.sqrt(variance / n);
  });
}

/** ‖θ̄ − θ*‖² by seed and round. */
function errorsOf(
  specification: ProblemSpecification,
  configuration: RunConfiguration,
): Promise<ReadonlyMap<string, number>> {
  const problem = buildProblem(specification);
  const errors = new Map<string, number>();
  return new Promise((resolve, reject) => {
    runExperiment({ specification, problem, answer: solveProblem(problem), configuration }).subscribe({
      next: (event) => {
        if (event.kind === 'roundRecorded')
          errors.set(`${event.replication.seed}/${event.record.round}`, event.record.error);
      },
      error: reject,
      complete: () => {
        resolve(errors);
      },
    });
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [seeds = 2000, part = 0, kind = 1] = process.argv.slice(2).map(Number);
  let largest = 0;
  let count = 0;
  for (const comparison of comparisons().filter((_, k) => k % kind === part)) {
    const { policy, algorithm, timing, observations } = comparison;
    const z = await deviations(comparison, seeds);
    largest = Math.max(largest, ...z.map(Math.abs));
    count += z.length;
    console.log(
      JSON.stringify(policy),
      algorithm.name,
      timing,
      observations,
      z.map((x) => x.toFixed(2)).join(' '),
    );
  }
  console.log(`largest |z| ${largest.toFixed(2)} of ${count} comparisons, ${seeds} seeds each`);
}
