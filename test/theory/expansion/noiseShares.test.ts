/** The algorithms' first-order laws under Markov sampling, against exact stationary moments. */
import { describe, expect, test } from 'vitest';
import { Generator } from '../../../src/maths/generator.ts';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { TriggerConfiguration } from '../../../src/configuration/configuration.ts';
import { expansions } from '../../../src/theory/expansion/expansion.ts';
import { noiseShares, type SingleAlgorithm } from '../../../src/theory/expansion/noiseShares.ts';
import { firstOrders } from '../../../src/theory/expansion/firstOrder.ts';
import { predict } from '../../../src/theory/predictions.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { knownProblem } from '../../../src/theory/moments/knownProblem.ts';
import { PATIENT_BUDGET } from '../../../src/theory/budgets.ts';
import { type SingleRun, singleRun } from '../../../src/theory/round/runsOf.ts';
import { stationaryMean } from '../../../src/theory/moments/stationaryMean.ts';
import { FEDHSA, LOCAL_SA, SCAFFLSA, SCAFFOLD } from '../../oracles/events.ts';

const generator = new Generator([5, 6, 7, 8]);
const [d, S] = [2, 2];
const problem = finiteLinear.build({
  kind: 'finite-linear',
  dimension: d,
  agents: [0, 1].map((i) => ({
    states: S,
    initial: 'stationary',
    // the chains forget a fifth a step: every lag up to some twenty counts
    transition: Float64Array.of(0.9 - 0.1 * i, 0.1 + 0.1 * i, 0.1, 0.9),
    A: Float64Array.from(
      { length: S * d * d },
      (_, e) => 1.4 * (generator.uniform() - 0.5) + ((e % 4) % 3 === 0 ? 1 : 0),
    ),
    b: Float64Array.from({ length: S * d }, () => generator.normal()),
  })),
});
const solution = solveProblem(problem);

function exactBias(algorithm: SingleAlgorithm, trigger: TriggerConfiguration): Float64Array {
  const configuration = { trigger, sampling: 'markov', initial: [...solution.root!] } as const;
  const known = knownProblem(problem, solution, configuration);
  if ('reason' in known) throw new Error(known.reason);
  const mean = stationaryMean(
    { ...known, program: (singleRun(algorithm, trigger, known.agents.length) as SingleRun).program },
    PATIENT_BUDGET,
  );
  if (mean === 'unstable' || 'reason' in mean) throw new Error('no stationary mean');
  return mean;
}

function firstBias(algorithm: SingleAlgorithm, trigger: TriggerConfiguration): readonly number[] {
  const [law] = expansions(problem, solution, [{ algorithm, trigger }], { sampling: 'markov' });
  if (law!.kind === 'refused') throw new Error(law!.reason);
  return law!.bias!;
}

/** The same algorithm with all its step sizes times a factor. */
function scaled(algorithm: SingleAlgorithm, factor: number): SingleAlgorithm {
  switch (algorithm.name) {
    case 'minibatch-sgd':
      return { ...algorithm, serverStepSize: factor * algorithm.serverStepSize };
    case 'local-sgd-m':
      return {
        ...algorithm,
        stepSize: factor * algorithm.stepSize,
        serverStepSize: factor * algorithm.serverStepSize,
      };
    default:
      return { ...algorithm, stepSize: factor * algorithm.stepSize };
  }
}

const ETA = 0.004;
const five = { kind: 'deterministic', localSteps: 5 } as const;
const random = { kind: 'bernoulli', probability: 0.3 } as const;
const cases: { algorithm: SingleAlgorithm; trigger: TriggerConfiguration }[] = [
  ...[five, random].flatMap((trigger) => [
    { algorithm: LOCAL_SA(ETA), trigger },
    { algorithm: FEDHSA(ETA, 0.7), trigger },
    { algorithm: SCAFFLSA(ETA), trigger },
    { algorithm: SCAFFOLD(ETA, 0.6), trigger },
  ]),
  { algorithm: { name: 'minibatch-sgd', serverStepSize: 0.01 }, trigger: five },
  {
    algorithm: { name: 'local-sgd-m', stepSize: 0.006, serverStepSize: 0.01, momentum: 0.4 },
    trigger: five,
  },
];

describe('two agents on chains, matrices that vary with the state', () => {
  test.each(cases)('$algorithm.name, $trigger.kind: what the first order leaves halves twice', (entry) => {
    const { algorithm, trigger } = entry;
    const left = [1, 0.5, 0.25].map((factor) => {
      const singleAlgorithm = scaled(algorithm, factor);
      const first = firstBias(singleAlgorithm, trigger);
      return exactBias(singleAlgorithm, trigger).map((x, j) => x - first[j]!);
    });
    for (let j = 0; j < d; j++) {
      expect(Math.abs(left[0]![j]! / left[1]![j]! / 4 - 1)).toBeLessThan(0.1);
      expect(Math.abs(left[1]![j]! / left[2]![j]! / 4 - 1)).toBeLessThan(0.05);
    }
  });
});

describe('what is predicted of these runs', () => {
  const algorithms = [LOCAL_SA(0.02), FEDHSA(0.02), SCAFFLSA(0.02)];
  const run = { algorithms, trigger: five, sampling: 'markov' } as const;
  const late = algorithms.map((algorithm) => {
    const configuration = { ...run, initial: [...solution.root!] };
    const errors = exactErrors(problem, solution, configuration, algorithm, [600]);
    if (errors.kind === 'refused') throw new Error(errors.reason);
    return { bias: errors.biasSquare[0]!, variance: errors.meanSquare[0]! - errors.biasSquare[0]! };
  });

  test('the exact limit of the mean, which the exact moments reach; none of them is θ*', () => {
    predict(problem, solution, run).forEach(({ limitError, limitKind }, index) => {
      expect(limitKind).toBe('exact');
      expect(Math.abs(limitError! / late[index]!.bias - 1)).toBeLessThan(1e-9);
    });
  });

  test('no limit, and why, where the joint chain is too much', () => {
    const limits = { multiplications: 1e6, doubles: 10 };
    for (const prediction of predict(problem, solution, run, { limits })) {
      expect(prediction).toMatchObject({ limitError: null, limitKind: null });
      expect(prediction.source).toMatch(/^none: .* to first order in the step size alone/);
    }
    const none = predict(problem, solution, run, { limits: { multiplications: 1, doubles: 10 } });
    for (const prediction of none) {
      expect(prediction).toMatchObject({ limitError: null, limitKind: null });
      expect(prediction.source).toMatch(/^none: /);
    }
  });

  test('independent observations, or additive noise: the mean recursion is exact', () => {
    for (const { limitError, limitKind, algorithm } of predict(problem, solution, {
      ...run,
      sampling: 'iid',
    })) {
      expect(limitKind).toBe('exact');
      expect(limitError! > 1e-12).toBe(algorithm === 'local-sa');
    }
  });

  test('the covariance is the same to first order', () => {
    firstOrders(problem, solution, { ...run, stride: 1 }).forEach(({ spread }, index) => {
      expect(Math.abs(spread! / late[index]!.variance - 1)).toBeLessThan(0.1);
    });
  });

  test('the noise of many agents is refused beyond its budget', () => {
    const configuration = { ...run, stride: 1 };
    for (const { reason } of firstOrders(problem, solution, configuration, { multiplications: 1e6 }))
      expect(reason).toBeNull();
    for (const { reason } of firstOrders(problem, solution, configuration, { multiplications: 10 }))
      expect(reason).toBe('the noise of 2 agents would take too long');
  });
});

describe('Bernoulli gaps, two agents: what corrections add, by its definition', () => {
  const p = 0.3;
  const q = 1 - p;
  /** Σ_{K ≥ m} of a series that is over by 10⁻¹⁶. */
  const tail = (m: number, term: (K: number) => number): number => {
    let sum = 0;
    for (let K = m; K < 200; K++) sum += p * q ** (K - 1) * term(K);
    return sum;
  };
  /** SCAFFLSA's corrections remember those before. */
  const remembered: number[] = [0];
  for (let m = 1; m < 60; m++) {
    let held = -p * tail(m, () => 1);
    for (let K = 1; K < m; K++) held += p * q ** (K - 1) * (1 - p * K) * remembered[m - K]!;
    remembered.push(held);
  }
  test.each([
    { algorithm: SCAFFLSA(1), held: (m: number) => remembered[m]! },
    { algorithm: SCAFFOLD(1, 1), held: (m: number) => -tail(m, (K) => 1 / K) },
  ])('$algorithm.name', ({ algorithm, held }) => {
    const shares = noiseShares(algorithm, random, 2);
    if ('reason' in shares) throw new Error(shares.reason);
    for (const lag of [1, 2, 3, 10, 50]) {
      let corrected = 0;
      for (let i = 1; i < lag; i++) corrected += p * q ** i * i * held(lag - i);
      expect(Math.abs(shares.within(lag) - (q ** lag + corrected) / 2)).toBeLessThan(1e-13);
    }
  });
});

test.each([
  { kind: 'deterministic', localSteps: 2 ** 31 - 1 } as const,
  { kind: 'bernoulli', probability: 1e-300 } as const,
])('$kind, as long as rounds can be: first orders hold nothing in proportion to a round', (trigger) => {
  const before = process.memoryUsage().arrayBuffers;
  const algorithms = [...cases.slice(0, 4), ...cases.slice(8)].map(({ algorithm }) => algorithm);
  const laws = firstOrders(problem, solution, { algorithms, trigger, sampling: 'markov', stride: 1 });
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(1e7);
  for (const { algorithm, spread, reason } of laws)
    if (spread === null)
      expect(reason, algorithm).toMatch(/^its (momentum remembers|first order is known for a fixed)/);
});

test('a chain that remembers too long for its lags to be summed over is a reason', () => {
  const slow = finiteLinear.build({
    kind: 'finite-linear',
    dimension: 1,
    agents: [0, 1].map(() => ({
      states: 2,
      initial: 'stationary' as const,
      transition: Float64Array.of(1 - 1e-9, 1e-9, 1e-9, 1 - 1e-9),
      A: Float64Array.of(1, 2),
      b: Float64Array.of(1, -1),
    })),
  });
  const trigger = { kind: 'deterministic', localSteps: 2 ** 31 - 1 } as const;
  const asked = { algorithms: [LOCAL_SA(0.1)], trigger, sampling: 'markov', stride: 1 } as const;
  const [law] = firstOrders(slow, solveProblem(slow), asked);
  expect(law!.reason).toBe('the noise at θ*: the observations remember more than 131072 steps');
});
