/**
 * The strongest test of the whole: over thousands of seeds, the average of every first and second
 * moment of θ̄_t must agree with its exact expectation, which test/oracles/exactMoments.ts propagates
 * on the joint chain. One observation used twice, skipped or shared shows as a deviation of many
 * standard errors; the wrong versions of the oracle below show that it would.
 */
import { describe, expect, test } from 'vitest';
import {
  ALL_THREE,
  configurationOf,
  FEDHSA,
  LOCAL_SA,
  replicationsOf,
  SCAFFLSA,
  type ToldReplication,
} from '../oracles/events.ts';
import { exactMoments, type Mistake, type MomentsQuestion } from '../oracles/exactMoments.ts';
import { type ExplicitProblem, rootOf, specificationOf } from '../oracles/explicitProblem.ts';
import { deviations, largest, LARGEST_Z, MOST_COMPARISONS } from '../oracles/momentComparison.ts';
import type { AlgorithmConfiguration, TriggerConfiguration } from '../../src/protocol/configuration.ts';
import type { InitialState } from '../../src/problems/specification.ts';

const SEEDS = Array.from({ length: 2000 }, (_, k) => k + 1);
const INITIAL = [1, -2];

/** Slow chains, whose observations pull θ to quite different places: every slip of a stream matters. */
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
      [0.7, 0.3],
      [0.15, 0.85],
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

interface Case {
  readonly title: string;
  readonly problem: ExplicitProblem;
  readonly algorithms: readonly AlgorithmConfiguration[];
  readonly trigger: TriggerConfiguration;
  readonly sampling: 'markov' | 'iid';
  readonly rounds: readonly number[];
}

const sampled = ({ problem, algorithms, trigger, sampling, rounds }: Case): Promise<ToldReplication[]> =>
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
      placement: 'auto',
      threads: 2,
    }),
  );

const questionOf = (of: Case, algorithm: AlgorithmConfiguration, mistake?: Mistake): MomentsQuestion => ({
  problem: of.problem,
  algorithm,
  trigger: of.trigger,
  sampling: of.sampling,
  initial: INITIAL,
  rounds: of.rounds.at(-1)!,
  ...(mistake && { mistake }),
});

function deviationsOf(
  of: Case,
  sample: readonly ToldReplication[],
  algorithm: AlgorithmConfiguration,
  mistake?: Mistake,
) {
  const runs = sample.filter((run) => run.algorithm === algorithm.name);
  expect(runs).toHaveLength(SEEDS.length);
  const found = deviations(runs, exactMoments(questionOf(of, algorithm, mistake)), of.rounds);
  expect(found.length).toBeLessThanOrEqual(MOST_COMPARISONS);
  return found;
}

const everyThird: TriggerConfiguration = { kind: 'deterministic', localSteps: 3 };
const coins: TriggerConfiguration = { kind: 'bernoulli', probability: 0.4 };
const stationary = twoAgents('stationary', 'stationary');
const given = twoAgents({ state: 2 }, { distribution: [0.9, 0.1] });

const markov: Case = {
  title: 'H = 3, Markov sampling, stationary start',
  problem: stationary,
  algorithms: ALL_THREE(0.15),
  trigger: everyThird,
  sampling: 'markov',
  rounds: [1, 2, 3, 5, 8, 12],
};

const CASES: readonly Case[] = [
  markov,
  { ...markov, title: 'H = 3, Markov sampling, a given state and a given law', problem: given },
  { ...markov, title: 'H = 3, i.i.d. sampling, whatever the start says', problem: given, sampling: 'iid' },
  {
    ...markov,
    title: 'H = 1, Markov sampling, α_g = 0.7, from a given state and a given law',
    problem: given,
    trigger: { kind: 'deterministic', localSteps: 1 },
    algorithms: [LOCAL_SA(0.3), SCAFFLSA(0.2), FEDHSA(0.3, 0.7)],
  },
  {
    ...markov,
    title: 'Bernoulli(0.4), Markov sampling, α_g = 1.3, from a given state and a given law',
    problem: given,
    trigger: coins,
    algorithms: [LOCAL_SA(0.15), SCAFFLSA(0.15), FEDHSA(0.15, 1.3)],
    rounds: [1, 2, 3, 5, 8],
  },
  {
    ...markov,
    title: 'Bernoulli(0.4), i.i.d. sampling',
    trigger: coins,
    sampling: 'iid',
    rounds: [1, 2, 5, 8],
  },
  {
    ...markov,
    title: 'one agent alone, H = 2, Markov sampling, from a given state',
    problem: given.slice(0, 1),
    trigger: { kind: 'deterministic', localSteps: 2 },
    rounds: [1, 2, 4, 8],
  },
];

const samples = new Map<Case, Promise<ToldReplication[]>>();
/** The replications of a case, run once. */
function sampleOf(of: Case): Promise<ToldReplication[]> {
  let sample = samples.get(of);
  if (!sample) samples.set(of, (sample = sampled(of)));
  return sample;
}

describe.each(CASES)('over 2000 seeds, $title:', (of) => {
  test.each(of.algorithms)(
    'all moments of $name are exact to within 5.7 standard errors',
    async (algorithm) => {
      const worst = largest(deviationsOf(of, await sampleOf(of), algorithm));
      expect(Math.abs(worst.z), worst.what).toBeLessThan(LARGEST_Z);
    },
  );
});

describe('the same comparison rejects an oracle with a mistake:', () => {
  const mistakes: readonly { mistake: Mistake; algorithm: AlgorithmConfiguration }[] = [
    { mistake: 'the chain advances an extra step per round', algorithm: LOCAL_SA(0.15) },
    { mistake: 'the chain advances an extra step per round', algorithm: SCAFFLSA(0.15) },
    { mistake: 'the chain advances an extra step per round', algorithm: FEDHSA(0.15) },
    { mistake: 'the chain stays for one step per round', algorithm: LOCAL_SA(0.15) },
    { mistake: 'the chain stays for one step per round', algorithm: SCAFFLSA(0.15) },
    { mistake: 'the chain stays for one step per round', algorithm: FEDHSA(0.15) },
    { mistake: 'fedhsa evaluates at an observation of its own', algorithm: FEDHSA(0.15) },
    { mistake: 'fedhsa moves the chain on after evaluating', algorithm: FEDHSA(0.15) },
    { mistake: 'the control gain ignores H', algorithm: SCAFFLSA(0.15) },
  ];
  test.each(mistakes)('$mistake, under $algorithm.name', async ({ mistake, algorithm }) => {
    const worst = largest(deviationsOf(markov, await sampleOf(markov), algorithm, mistake));
    expect(Math.abs(worst.z), worst.what).toBeGreaterThan(LARGEST_Z);
  });

  test('markov moments are told from i.i.d. ones, and a stationary start from a given state', async () => {
    const algorithm = LOCAL_SA(0.15);
    for (const other of [
      { ...markov, sampling: 'iid' as const },
      { ...markov, problem: given },
    ]) {
      expect(Math.abs(largest(deviationsOf(other, await sampleOf(markov), algorithm)).z)).toBeGreaterThan(
        LARGEST_Z,
      );
    }
  });
});

test('two agents with one law have independent streams: the moments of a shared chain are far off', async () => {
  const agent = stationary[1]!;
  const twins: Case = { ...markov, problem: [agent, agent], algorithms: [LOCAL_SA(0.15)] };
  const sample = await sampled(twins);
  const right = largest(deviationsOf(twins, sample, LOCAL_SA(0.15)));
  const wrong = largest(deviationsOf(twins, sample, LOCAL_SA(0.15), 'all agents follow one chain'));
  expect(Math.abs(right.z), right.what).toBeLessThan(LARGEST_Z);
  expect(Math.abs(wrong.z), wrong.what).toBeGreaterThan(LARGEST_Z);
});

test("the oracle's noiseless limit case is the recursion itself: with equal observations E ‖θ̄ − θ*‖² = ‖E θ̄ − θ*‖²", () => {
  // Same A and b in every state: nothing is random, so the second moment is the square of the first.
  const constant = stationary.map((agent) => ({
    ...agent,
    A: agent.A.map(() => agent.A[0]!),
    b: agent.b.map(() => agent.b[0]!),
  }));
  const root = rootOf(constant);
  for (const algorithm of ALL_THREE(0.15)) {
    for (const { mean, error } of exactMoments(questionOf({ ...markov, problem: constant }, algorithm))) {
      const distance = mean.reduce((sum, x, j) => sum + (x - root[j]!) ** 2, 0);
      expect(Math.abs(error - distance)).toBeLessThan(1e-12 * (1 + distance));
    }
  }
});
