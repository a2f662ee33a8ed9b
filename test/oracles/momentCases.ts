/** Runs over 500 seeds to hold against exact moments: the problems, the cases, the comparison. */
import { expect } from 'vitest';
import type { InitialState } from '../../src/problems/specification.ts';
import type { TriggerConfiguration } from '../../src/configuration/configuration.ts';
import { configurationOf, replicationsOf, type ToldReplication } from './events.ts';
import { exactMoments } from './exactMoments.ts';
import { type ExplicitProblem, specificationOf } from './explicitProblem.ts';
import { type Deviation, deviations, MOST_COMPARISONS } from './momentComparison.ts';
import type { Mistake, MomentsQuestion, OneRun } from './momentsQuestion.ts';

const SEEDS = Array.from({ length: 500 }, (_, k) => k + 1);
const INITIAL = [1, -2];

/**
 * A slow chain and one that alternates, whose observations pull θ to quite different places: a step of
 * a chain too many or too few turns the alternating one round, and shows in few seeds.
 */
const twoAgents = (first: InitialState, second: InitialState): ExplicitProblem => [
  {
    transition: [
      [0.8, 0.2, 0],
      [0.1, 0.6, 0.3],
      [0.5, 0, 0.5],
    ],
    A: [
      [
        [1.5, 0.3],
        [-0.2, 1],
      ],
      [
        [0.4, 0],
        [0.5, 1.2],
      ],
      [
        [0.8, -0.6],
        [0, 0.3],
      ],
    ],
    b: [
      [2, -1],
      [-3, 0.5],
      [1, 4],
    ],
    initial: first,
  },
  {
    transition: [
      [0.1, 0.9],
      [0.85, 0.15],
    ],
    A: [
      [
        [0.5, 0.2],
        [0.1, 1.4],
      ],
      [
        [1.3, -0.4],
        [0.3, 0.6],
      ],
    ],
    b: [
      [-2, 3],
      [1.5, 1],
    ],
    initial: second,
  },
];

export interface Case {
  readonly title: string;
  readonly problem: ExplicitProblem;
  readonly algorithms: readonly OneRun[];
  readonly trigger: TriggerConfiguration;
  readonly sampling: 'markov' | 'iid';
  readonly rounds: readonly number[];
}

export const sampled = ({
  problem,
  algorithms,
  trigger,
  sampling,
  rounds,
}: Case): Promise<ToldReplication[]> =>
  replicationsOf(
    specificationOf(problem),
    configurationOf({
      algorithms,
      trigger,
      sampling,
      seeds: SEEDS,
      initial: INITIAL,
      budget: { kind: 'rounds', rounds: rounds.at(-1)! },
      recording: 'all',
    }),
  );

export const questionOf = (testCase: Case, algorithm: OneRun, mistake?: Mistake): MomentsQuestion => ({
  problem: testCase.problem,
  algorithm,
  trigger: testCase.trigger,
  sampling: testCase.sampling,
  initial: INITIAL,
  rounds: testCase.rounds.at(-1)!,
  ...(mistake && { mistake }),
});

export function deviationsOf(
  testCase: Case,
  sample: readonly ToldReplication[],
  algorithm: OneRun,
  mistake?: Mistake,
): Deviation[] {
  const runs = sample.filter((run) => run.algorithm === algorithm.name);
  expect(runs).toHaveLength(SEEDS.length);
  const found = deviations(runs, exactMoments(questionOf(testCase, algorithm, mistake)), testCase.rounds);
  expect(found.length).toBeLessThanOrEqual(MOST_COMPARISONS);
  return found;
}

export const everyThird: TriggerConfiguration = { kind: 'deterministic', localSteps: 3 };
export const coins: TriggerConfiguration = { kind: 'bernoulli', probability: 0.4 };
export const stationary = twoAgents('stationary', 'stationary');
export const given = twoAgents({ state: 2 }, { distribution: [0.9, 0.1] });

const samples = new Map<Case, Promise<ToldReplication[]>>();
/** The replications of a case, run once. */
export function sampleOf(testCase: Case): Promise<ToldReplication[]> {
  let sample = samples.get(testCase);
  if (!sample) samples.set(testCase, (sample = sampled(testCase)));
  return sample;
}
