import { describe, expect, test } from 'vitest';
import { Generator } from '../../../src/maths/generator.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import type { Problem, Sampling } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { TriggerConfiguration } from '../../../src/configuration/configuration.ts';
import { type Expansion, expansion } from '../../../src/theory/expansion/expansion.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { linearOf, meansOnly, randomMeans, localSaLimit } from '../linearFixture.ts';
import { type ScalarAgent, stationaryMoments } from './stationaryMean.ts';
import { specimen } from '../../oracles/specimens.ts';

function expanded(
  problem: Problem,
  stepSize: number,
  trigger: TriggerConfiguration,
  sampling: Sampling,
): Expansion {
  const result = expansion(problem, solveProblem(problem), { stepSize, trigger, sampling });
  if (result.kind === 'refused') throw new Error(result.reason);
  return result;
}

const steps = (localSteps: number): TriggerConfiguration => ({ kind: 'deterministic', localSteps });
const trace = (x: Expansion, d: number): number =>
  x.covariance.reduce((sum, value, e) => (e % (d + 1) === 0 ? sum + value : sum), 0);

/** What is left of an error of second order when γ halves twice: both ratios are 4 but for higher orders. */
function expectSecondOrder(remainder: (stepSize: number) => number, stepSize: number, slack: number): void {
  const [first, second, third] = [1, 0.5, 0.25].map((part) => Math.abs(remainder(part * stepSize)));
  expect(Math.abs(first! / second! / 4 - 1)).toBeLessThan(2 * slack);
  expect(Math.abs(second! / third! / 4 - 1)).toBeLessThan(slack);
}

describe('without noise: γ(H−1)/2 b_h against the exact limit', () => {
  const means = randomMeans(4, 3, 0.5, 9);
  const triggers: TriggerConfiguration[] = [steps(2), steps(5), { kind: 'bernoulli', probability: 0.25 }];
  test.each(triggers)('%j: the remainder is O(γ²), every coordinate', (trigger) => {
    const linear = linearOf(3, means);
    for (let j = 0; j < 3; j++) {
      const remainder = (stepSize: number): number => {
        const exact = localSaLimit(linear, stepSize, trigger)[j]!;
        return exact - expanded(meansOnly(3, means), stepSize, trigger, 'exact').heterogeneityBias[j]!;
      };
      expectSecondOrder(remainder, 0.004, 0.03);
    }
  });

  test('there is none for H = 1, and no noise makes no other', () => {
    const x = expanded(meansOnly(3, means), 0.1, steps(1), 'exact');
    expect(x.bias!.map(Math.abs)).toEqual([0, 0, 0]);
    expect(x.meanSquare).toBe(0);
  });

  test('by hand: f₁ = (θ−1)²/2, f₂ = (θ−2)², H = 3: b_h = (1·⅔ − 2·⅔)/2/(3/2) = −2/9', () => {
    // θ* = 5/3, ∇f₁ = ⅔, ∇f₂ = −⅔, ∇²f = 3/2; γ(H−1)/2 = γ.
    const problem = meansOnly(1, [
      { kind: 'linear', A: Float64Array.of(1), b: Float64Array.of(1) },
      { kind: 'linear', A: Float64Array.of(2), b: Float64Array.of(4) },
    ]);
    expect(Math.abs(expanded(problem, 0.01, steps(3), 'exact').bias![0]! + 0.02 / 9)).toBeLessThan(1e-16);
  });
});

describe('linear operators with noise, against exact moments', () => {
  const generator = new Generator([1, 2, 3, 4]);
  const [d, S] = [2, 2];
  const problem = finiteLinear.build({
    kind: 'finite-linear',
    dimension: d,
    agents: [0, 1].map((i) => ({
      states: S,
      initial: 'stationary',
      transition: Float64Array.of(0.8 - 0.1 * i, 0.2 + 0.1 * i, 0.1, 0.9),
      A: Float64Array.from(
        { length: S * d * d },
        (_, e) => 1.6 * (generator.uniform() - 0.5) + ((e % 4) % 3 === 0 ? 1 : 0),
      ),
      b: Float64Array.from({ length: S * d }, () => generator.normal()),
    })),
  });
  const solution = solveProblem(problem);
  const settled = (
    stepSize: number,
    trigger: TriggerConfiguration,
    sampling: Sampling,
  ): { bias: number; variance: number } => {
    // the slowest rate of the mean flow is above 0.6: e⁻³⁶ is left of the start
    const round = Math.ceil(
      60 / (stepSize * (trigger.kind === 'deterministic' ? trigger.localSteps : 1 / trigger.probability)),
    );
    const configuration = { trigger, sampling, stride: 1, initial: [...solution.root!] };
    const algorithm = { name: 'local-sa', stepSize, serverStepSize: 1 } as const;
    const errors = exactErrors(problem, solution, configuration, algorithm, [round]);
    if (errors.kind === 'refused') throw new Error(errors.reason);
    const [square, bias] = [errors.meanSquare[0]!, errors.biasSquare[0]!];
    return { bias: Math.sqrt(bias), variance: square - bias };
  };
  const cases = [steps(1), steps(4), { kind: 'bernoulli', probability: 0.3 } as const].flatMap((trigger) =>
    (['iid', 'markov'] as const).map((sampling) => ({ trigger, sampling })),
  );

  test.each(cases)('$trigger, $sampling: tr Cov − tr Σ is O(γ²)', ({ trigger, sampling }) => {
    const remainder = (stepSize: number): number =>
      settled(stepSize, trigger, sampling).variance -
      trace(expanded(problem, stepSize, trigger, sampling), d);
    expectSecondOrder(remainder, 0.02, 0.1);
  });

  test.each(cases)(
    '$trigger, $sampling: ‖bias‖ is the first order but for O(γ²)',
    ({ trigger, sampling }) => {
      // What is left is at most some 3 γ²; where it passes through 0 the ratio of halvings says nothing.
      for (const stepSize of [0.02, 0.01, 0.005]) {
        const exact = settled(stepSize, trigger, sampling).bias;
        const first = Math.hypot(...expanded(problem, stepSize, trigger, sampling).bias!);
        expect(Math.abs(exact - first)).toBeLessThan(3 * stepSize ** 2);
      }
    },
  );

  test('Markov sampling biases even one local step, and the memory term is all of it', () => {
    const x = expanded(problem, 0.005, steps(1), 'markov');
    expect(Math.hypot(...x.heterogeneityBias)).toBe(0);
    expect(Math.hypot(...x.noiseBias!)).toBe(0);
    const exact = settled(0.005, steps(1), 'markov').bias;
    expect(Math.abs(Math.hypot(...x.memoryBias) / exact - 1)).toBeLessThan(0.01);
  });
});

describe('nonlinear operators, against the transfer operator', () => {
  const bend = (t: number): number => t + 0.4 * (1 - Math.cos(t));
  const fair = [
    [0.5, 0.5],
    [0.5, 0.5],
  ];
  const slow = [
    [0.8, 0.2],
    [0.2, 0.8],
  ];
  const additive = (transition: ScalarAgent['transition']): ScalarAgent => ({
    transition,
    operator: (t, s) => -bend(t) + (s === 0 ? 1 : -1),
  });
  const multiplicative = (transition: ScalarAgent['transition']): ScalarAgent => ({
    transition,
    operator: (t, s) => (s === 0 ? 1 - 1.4 * bend(t) : -1 - 0.6 * (t + 0.3 * Math.sin(t))),
  });
  const shifted = (agent: ScalarAgent): ScalarAgent => ({
    transition: agent.transition,
    operator: (t, s) => agent.operator(1.3 * t - 0.4, s),
  });
  const problemOf = (agents: readonly ScalarAgent[]): Problem =>
    buildProblem(
      { kind: 'module', module: 'x.ts', export: 'agent', agents: agents.length, dimension: 1 },
      ({ agent }) => ({
        stream: { transition: agents[agent]!.transition },
        operator: (theta: Readonly<Float64Array>, s: number, out: Float64Array) => {
          out[0] = agents[agent]!.operator(theta[0]!, s);
        },
      }),
    );
  const cases = [
    { name: 'one agent, fair coin', agents: [additive(fair)], localSteps: 1, sampling: 'iid' },
    {
      name: 'one agent, noise that depends on θ',
      agents: [multiplicative(fair)],
      localSteps: 2,
      sampling: 'iid',
    },
    {
      name: 'two different agents',
      agents: [additive(fair), shifted(multiplicative(fair))],
      localSteps: 2,
      sampling: 'iid',
    },
    { name: 'one agent on a slow chain', agents: [additive(slow)], localSteps: 1, sampling: 'markov' },
    {
      name: 'a slow chain, noise that depends on θ',
      agents: [multiplicative(slow)],
      localSteps: 3,
      sampling: 'markov',
    },
  ] as const;

  test.each(cases)('$name: mean and variance but for O(γ²)', ({ agents, localSteps, sampling }) => {
    const problem = problemOf(agents);
    const root = solveProblem(problem).root![0]!;
    const moments = new Map<number, { mean: number; square: number }>();
    const at = (stepSize: number): { mean: number; square: number } => {
      const known = moments.get(stepSize) ?? stationaryMoments(agents, stepSize, localSteps, 2.5);
      moments.set(stepSize, known);
      return known;
    };
    const first = (stepSize: number): Expansion => expanded(problem, stepSize, steps(localSteps), sampling);
    expectSecondOrder((stepSize) => at(stepSize).mean - root - first(stepSize).bias![0]!, 0.02, 0.1);
    expectSecondOrder(
      (stepSize) => {
        const { mean, square } = at(stepSize);
        return square - mean * mean - first(stepSize).covariance[0]!;
      },
      0.02,
      0.1,
    );
  });

  test('b_s is what makes the bias of the fair coin: E θ̄ − θ* ≈ −γ · 0.4/4', () => {
    // Ḡ = −θ − 0.4(1 − cos θ): J = −1, D²Ḡ = −0.4, C = 1, Σ = γ/2; −½ J⁻¹ D²Ḡ Σ = −γ/10.
    const x = expanded(problemOf([additive(fair)]), 0.01, steps(5), 'iid');
    expect(Math.abs(x.noiseBias![0]! + 0.001)).toBeLessThan(1e-9);
    expect(Math.abs(x.covariance[0]! - 0.005)).toBeLessThan(1e-9);
    expect(Math.abs(x.meanSquare! - 0.005001)).toBeLessThan(1e-9);
  });
});

describe('what cannot be expanded is told', () => {
  const refusal = (problem: Problem, sampling: Sampling): string => {
    const solution = solveProblem(problem);
    const result = expansion(problem, solution, { stepSize: 0.1, trigger: steps(1), sampling });
    return result.kind === 'refused' ? result.reason : 'not refused';
  };

  test('noise that is not known; an unstable root', () => {
    const means = randomMeans(2, 2, 0.1, 3);
    expect(refusal(meansOnly(2, means), 'iid')).toMatch(/agent 0 does not say/);
    const unstable = means.map((mean) => ({ ...mean, A: mean.A.map((x) => -x) }));
    expect(refusal(meansOnly(2, unstable), 'exact')).toMatch(/not stable/);
  });

  test('a record that does not mix has a first order under i.i.d. sampling only', () => {
    const problem = buildProblem({
      kind: 'recorded-regression',
      dimension: 1,
      series: [{ x: Float64Array.of(1, 2, 1), y: Float64Array.of(0, 1, 2) }],
      windows: [{ series: 0, start: 0, length: 3 }],
      regularisation: 0.1,
      initial: 'first',
    });
    expect(refusal(problem, 'markov')).toMatch(/do not mix/);
    expect(expanded(problem, 0.1, steps(1), 'iid').covariance[0]).toBeGreaterThan(0);
  });

  test('Q-learning has covariance and heterogeneity bias, but no second derivative', () => {
    const problem = buildProblem(
      specimen('q-learning', {
        agents: 2,
        environment: { kind: 'garnet', states: 3, actions: 2, branching: 2, heterogeneity: 'high' },
        behaviour: 'uniform',
        discount: 0.5,
      }),
    );
    const x = expanded(problem, 0.01, steps(4), 'markov');
    expect(x.noiseBias).toBeNull();
    expect(x.meanSquare).toBeNull();
    expect(x.reason).toMatch(/piecewise linear/);
    expect(trace(x, 6)).toBeGreaterThan(0);
  });
});
