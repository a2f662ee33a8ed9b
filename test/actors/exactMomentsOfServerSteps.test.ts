/**
 * The algorithms whose server has a step of its own (Minibatch SGD, Local SGD-M, SCAFFOLD), against
 * their exact moments, as in exactMoments.test.ts: every observation, every division by the round's
 * own number of local steps, and every vector that the server keeps from round to round shows.
 */
import { describe, expect, test } from 'vitest';
import { LOCAL_SGD_M, MINIBATCH_SGD, SCAFFOLD } from '../oracles/events.ts';
import { exactMoments } from '../oracles/exactMoments.ts';
import { rootOf } from '../oracles/explicitProblem.ts';
import {
  type Case,
  coins,
  deviationsOf,
  everyThird,
  given,
  questionOf,
  sampleOf,
  stationary,
} from '../oracles/momentCases.ts';
import { largest, LARGEST_Z } from '../oracles/momentComparison.ts';
import type { Mistake, OneRun } from '../oracles/momentsQuestion.ts';

const MINIBATCH = MINIBATCH_SGD(0.5);
const MOMENTUM = LOCAL_SGD_M(0.3, 0.6, 0.4);
const CONTROLLED = SCAFFOLD(0.3, 0.9);

const markov: Case = {
  title: 'H = 3, Markov sampling, from a given state and a given law',
  problem: given,
  algorithms: [MINIBATCH, MOMENTUM, CONTROLLED],
  trigger: everyThird,
  sampling: 'markov',
  rounds: [1, 2, 3, 5, 8],
};

const random: Case = {
  ...markov,
  title: 'Bernoulli(0.4), Markov sampling, stationary start',
  problem: stationary,
  trigger: coins,
};

const everyStep: Case = {
  ...markov,
  title: 'one agent alone, H = 1, Markov sampling, from a given state',
  problem: given.slice(0, 1),
  trigger: { kind: 'deterministic', localSteps: 1 },
};

const CASES: readonly Case[] = [
  markov,
  random,
  { ...markov, title: 'H = 3, i.i.d. sampling', sampling: 'iid' },
  everyStep,
];

describe.each(CASES)('over 500 seeds, $title:', (testCase) => {
  test.each(testCase.algorithms)(
    'all moments of $name are exact to within 5.7 standard errors',
    async (algorithm) => {
      const worst = largest(deviationsOf(testCase, await sampleOf(testCase), algorithm));
      expect(Math.abs(worst.z), worst.title).toBeLessThan(LARGEST_Z);
    },
  );
});

describe('the same comparison rejects an oracle with a mistake:', () => {
  const mistakes: readonly { mistake: Mistake; algorithm: OneRun; testCase: Case }[] = [
    ...markov.algorithms.flatMap((algorithm) => [
      // with H = 3 one more step of the chain a round hardly shows
      { mistake: 'the chain advances an extra step per round' as const, algorithm, testCase: everyStep },
      { mistake: 'the chain stays for one step per round' as const, algorithm, testCase: markov },
    ]),
    { mistake: 'a minibatch is its last observation', algorithm: MINIBATCH, testCase: markov },
    { mistake: 'momentum enters no local step', algorithm: MOMENTUM, testCase: markov },
    { mistake: 'the server keeps c at zero', algorithm: CONTROLLED, testCase: markov },
    // Of SCAFFOLD the difference is too small for 500 seeds; the noiseless runs tell it to 1e-10.
    { mistake: 'a round is divided by the mean gap', algorithm: MINIBATCH, testCase: random },
    { mistake: 'a round is divided by the mean gap', algorithm: MOMENTUM, testCase: random },
  ];
  test.each(mistakes)('$mistake, under $algorithm.name', async ({ mistake, algorithm, testCase }) => {
    const worst = largest(deviationsOf(testCase, await sampleOf(testCase), algorithm, mistake));
    expect(Math.abs(worst.z), worst.title).toBeGreaterThan(LARGEST_Z);
  });

  test.each([
    { algorithm: MINIBATCH, wrong: MINIBATCH_SGD(0.45) },
    { algorithm: MOMENTUM, wrong: LOCAL_SGD_M(0.3, 0.6, 0.45) },
    { algorithm: MOMENTUM, wrong: LOCAL_SGD_M(0.3, 0.55, 0.4) },
    { algorithm: CONTROLLED, wrong: SCAFFOLD(0.3, 0.8) },
  ])('a parameter that is off by a tenth, under $algorithm.name', async ({ algorithm, wrong }) => {
    const worst = largest(deviationsOf(markov, await sampleOf(markov), wrong));
    expect(wrong.name).toBe(algorithm.name);
    expect(Math.abs(worst.z), worst.title).toBeGreaterThan(LARGEST_Z);
  });
});

test("the oracle's noiseless limit case: with equal observations E ‖θ̄ − θ*‖² = ‖E θ̄ − θ*‖²", () => {
  const constant = stationary.map((agent) => ({
    ...agent,
    A: agent.A.map(() => agent.A[0]!),
    b: agent.b.map(() => agent.b[0]!),
  }));
  const root = rootOf(constant);
  for (const algorithm of markov.algorithms) {
    for (const { mean, error } of exactMoments(questionOf({ ...markov, problem: constant }, algorithm))) {
      const distance = mean.reduce((sum, x, j) => sum + (x - root[j]!) ** 2, 0);
      expect(Math.abs(error - distance)).toBeLessThan(1e-12 * (1 + distance));
    }
  }
});
