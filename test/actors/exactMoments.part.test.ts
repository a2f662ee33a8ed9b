/**
 * The strongest test of the whole: over hundreds of seeds, the average of every first and second
 * moment of θ̄_t must agree with its exact expectation, which test/oracles/exactMoments.ts propagates
 * on the joint chain. One observation used twice, skipped or shared shows as a deviation of many
 * standard errors; the wrong versions of the oracle below show that it would.
 */
import { describe, expect, test } from 'vitest';
import { ALL_THREE, FEDHSA, LOCAL_SA, SCAFFLSA } from '../oracles/events.ts';
import { exactMoments } from '../oracles/exactMoments.ts';
import { rootOf } from '../oracles/explicitProblem.ts';
import {
  type Case,
  coins,
  deviationsOf,
  everyThird,
  given,
  questionOf,
  sampled,
  sampleOf,
  stationary,
} from '../oracles/momentCases.ts';
import { largest, LARGEST_Z } from '../oracles/momentComparison.ts';
import type { Mistake, OneRun } from '../oracles/momentsQuestion.ts';
import { inSuite, oneIn } from '../tooling/parts.ts';

const markov: Case = {
  title: 'H = 3, Markov sampling, stationary start',
  problem: stationary,
  algorithms: ALL_THREE(0.15),
  trigger: everyThird,
  sampling: 'markov',
  rounds: [1, 2, 3, 5, 8, 12],
};

const everyStep: Case = {
  ...markov,
  title: 'H = 1, Markov sampling, α_g = 0.7, from a given state and a given law',
  problem: given,
  trigger: { kind: 'deterministic', localSteps: 1 },
  algorithms: [LOCAL_SA(0.3), SCAFFLSA(0.2), FEDHSA(0.3, 0.7)],
};

const CASES: readonly Case[] = [
  markov,
  { ...markov, title: 'H = 3, Markov sampling, a given state and a given law', problem: given },
  { ...markov, title: 'H = 3, i.i.d. sampling, whatever the start says', problem: given, sampling: 'iid' },
  everyStep,
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

describe.each(oneIn(2, CASES))('over 500 seeds, $title:', (testCase) => {
  test.each(testCase.algorithms)(
    'all moments of $name are exact to within 5.7 standard errors',
    async (algorithm) => {
      const worst = largest(deviationsOf(testCase, await sampleOf(testCase), algorithm));
      expect(Math.abs(worst.z), worst.title).toBeLessThan(LARGEST_Z);
    },
  );
});

inSuite.describe('the same comparison rejects an oracle with a mistake:', () => {
  const mistakes: readonly { mistake: Mistake; algorithm: OneRun; testCase?: Case }[] = [
    // with H = 3 one more step of the chain a round hardly shows
    ...everyStep.algorithms.map((algorithm) => ({
      mistake: 'the chain advances an extra step per round' as const,
      algorithm,
      testCase: everyStep,
    })),
    { mistake: 'the chain stays for one step per round', algorithm: LOCAL_SA(0.15) },
    { mistake: 'the chain stays for one step per round', algorithm: SCAFFLSA(0.15) },
    { mistake: 'the chain stays for one step per round', algorithm: FEDHSA(0.15) },
    { mistake: 'fedhsa evaluates at an observation of its own', algorithm: FEDHSA(0.15) },
    { mistake: 'fedhsa moves the chain on after evaluating', algorithm: FEDHSA(0.15) },
    { mistake: 'the control gain ignores H', algorithm: SCAFFLSA(0.15) },
  ];
  test.each(mistakes)(
    '$mistake, under $algorithm.name',
    async ({ mistake, algorithm, testCase = markov }) => {
      const worst = largest(deviationsOf(testCase, await sampleOf(testCase), algorithm, mistake));
      expect(Math.abs(worst.z), worst.title).toBeGreaterThan(LARGEST_Z);
    },
  );

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

inSuite.test(
  'two agents with one law have independent streams: the moments of a shared chain are far off',
  async () => {
    const agent = stationary[1]!;
    const twins: Case = { ...markov, problem: [agent, agent], algorithms: [LOCAL_SA(0.15)] };
    const sample = await sampled(twins);
    const right = largest(deviationsOf(twins, sample, LOCAL_SA(0.15)));
    const wrong = largest(deviationsOf(twins, sample, LOCAL_SA(0.15), 'all agents follow one chain'));
    expect(Math.abs(right.z), right.title).toBeLessThan(LARGEST_Z);
    expect(Math.abs(wrong.z), wrong.title).toBeGreaterThan(LARGEST_Z);
  },
);

inSuite.test(
  "the oracle's noiseless limit case is the recursion itself: with equal observations E ‖θ̄ − θ*‖² = ‖E θ̄ − θ*‖²",
  () => {
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
  },
);
