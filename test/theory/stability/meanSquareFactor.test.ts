import type { ConfiguredAlgorithm } from '../../../src/algorithms/parts.ts';
import { describe, expect, test } from 'vitest';
import type { Problem, Sampling } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { TriggerConfiguration } from '../../../src/configuration/configuration.ts';
import { linearProblem } from '../../../src/theory/linearProblem.ts';
import { meanSquareFactor } from '../../../src/theory/stability/meanSquareFactor.ts';
import { knownProblem, type KnownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { PATIENT_BUDGET } from '../../../src/theory/budgets.ts';
import { roundFactor } from '../linearFixture.ts';
import { gaussMarkovAgent, lawsOnly } from '../moments/observedProblems.ts';
import { randomTd, SCALAR_LAWS, scalarProblem } from '../observedAgents.ts';

const EVERY_FOURTH: TriggerConfiguration = { kind: 'deterministic', localSteps: 4 };

function knownOf(problem: Problem, trigger: TriggerConfiguration, sampling: Sampling = 'iid'): KnownProblem {
  const initial = Array.from({ length: problem.dimension }, () => 1);
  const known = knownProblem(problem, solveProblem(problem), { trigger, sampling, initial });
  if ('reason' in known) throw new Error(known.reason);
  return known;
}

const algorithms = (stepSize: number): ConfiguredAlgorithm[] => [
  { name: 'local-sa', stepSize, serverStepSize: 1 },
  { name: 'scafflsa', stepSize, serverStepSize: 1 },
  { name: 'fedhsa', stepSize, serverStepSize: 0.9 },
  { name: 'minibatch-sgd', serverStepSize: stepSize },
  { name: 'local-sgd-m', stepSize, serverStepSize: 0.2, momentum: 0.4 },
  { name: 'scaffold', stepSize, serverStepSize: 0.9 },
];

describe('meanSquareFactor', () => {
  test('of Local SA on scalar agents: the mean’s square and the agents’ variances over M²', () => {
    const eta = 0.7;
    for (const H of [1, 4]) {
      let mean = 0;
      let variance = 0;
      for (const { A } of SCALAR_LAWS) {
        const kept = A.map((a) => 1 - eta * a);
        const first = ((kept[0]! + kept[1]!) / 2) ** H;
        mean += first / 2;
        variance += (((kept[0]! ** 2 + kept[1]! ** 2) / 2) ** H - first ** 2) / 4;
      }
      const known = knownOf(scalarProblem(), { kind: 'deterministic', localSteps: H });
      expect(meanSquareFactor(known, algorithms(eta)[0]!, PATIENT_BUDGET)).toBeCloseTo(
        mean ** 2 + variance,
        12,
      );
    }
  });

  test.each([EVERY_FOURTH, { kind: 'bernoulli', probability: 0.7 } as const])(
    'is the mean’s factor squared where noise is additive and gaps are not random, and above it else: %o',
    (trigger) => {
      const problem = lawsOnly(2, [
        gaussMarkovAgent([1.5, 0.3, -0.2, 1], [1, 0], [0.5, 0, 0.1, 0.2], 0.3, 'zero'),
        gaussMarkovAgent([0.7, 0, 0.4, 2], [0, 1], [0.1, 0, 0, 0.4], 0.1, 'zero'),
        gaussMarkovAgent([1, 0.1, 0, 1], [2, 1], [0.1, 0, 0, 0.4], 0.1, 'zero'),
      ]);
      const linear = linearProblem(problem, solveProblem(problem));
      if ('reason' in linear) throw new Error(linear.reason);
      for (const algorithm of algorithms(0.2)) {
        const factor = meanSquareFactor(knownOf(problem, trigger), algorithm, PATIENT_BUDGET) as number;
        const square = roundFactor(linear, algorithm, trigger) ** 2;
        // Minibatch SGD takes the mean of a round, so its gaps do not matter
        if (trigger.kind === 'deterministic' || algorithm.name === 'minibatch-sgd')
          expect(factor, algorithm.name).toBeCloseTo(square, 9);
        else expect(factor, algorithm.name).toBeGreaterThan(square);
      }
    },
  );

  test('of two scalar agents that average after each step on their chains: the joint chain’s weighted squares', () => {
    const eta = 1.3;
    const stay = 0.9;
    const [first, second] = SCALAR_LAWS as [(typeof SCALAR_LAWS)[0], (typeof SCALAR_LAWS)[0]];
    // E[θ̄²; s, t] moves with P(s, s') P(t, t') (1 − η (A_1(s) + A_2(t))/2)².
    const pairs = [0, 1].flatMap((s) => [0, 1].map((t) => [s, t] as const));
    const step = (from: number, to: number): number => (from === to ? stay : 1 - stay);
    const map = pairs.flatMap(([toS, toT]) =>
      pairs.map(
        ([s, t]) => step(s, toS) * step(t, toT) * (1 - (eta * (first.A[s]! + second.A[t]!)) / 2) ** 2,
      ),
    );
    // A positive matrix: powers of it grow by its largest eigenvalue.
    let vector = [1, 1, 1, 1];
    let growth = 0;
    for (let k = 0; k < 400; k++) {
      const next = pairs.map((_, row) =>
        pairs.reduce((sum, _p, j) => sum + map[row * 4 + j]! * vector[j]!, 0),
      );
      growth = Math.max(...next);
      vector = next.map((x) => x / growth);
    }
    const known = knownOf(scalarProblem(stay), { kind: 'deterministic', localSteps: 1 }, 'markov');
    expect(meanSquareFactor(known, algorithms(eta)[0]!, PATIENT_BUDGET)).toBeCloseTo(growth, 12);
    // The chain forgets nothing of what i.i.d. draws would: the two differ by far.
    const iid = meanSquareFactor({ ...known, sampling: 'iid' }, algorithms(eta)[0]!, PATIENT_BUDGET);
    expect(Math.abs((iid as number) - growth)).toBeGreaterThan(0.05);
  });

  test('is the same under Markov sampling where the chain draws independently', () => {
    for (const trigger of [EVERY_FOURTH, { kind: 'bernoulli', probability: 0.5 } as const]) {
      for (const algorithm of algorithms(0.4)) {
        const [iid, markov] = (['iid', 'markov'] as const).map((sampling) =>
          meanSquareFactor(knownOf(scalarProblem(), trigger, sampling), algorithm, PATIENT_BUDGET),
        ) as [number, number];
        expect(markov, algorithm.name).toBeCloseTo(iid, 9);
      }
    }
  });

  test('what would take too long is refused', () => {
    const known = knownOf(randomTd(20, 8, 6, 0.5, 3), EVERY_FOURTH);
    const budget = { multiplications: 1e5, doubles: 1e6 };
    expect(meanSquareFactor(known, algorithms(0.1)[1]!, budget)).toHaveProperty('reason');
  });
});
