import { expect, test } from 'vitest';
import type { TriggerConfiguration } from '../../../src/triggers/index.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { expansion } from '../../../src/theory/expansion/expansion.ts';
import { type CurvedAgent, localNoiseBias } from '../../../src/theory/expansion/localNoise.ts';
import { manyAgentsMean, twoAgentsMean } from './manyAgents.ts';
import { specimen } from '../../oracles/specimens.ts';

// Ḡ = −θ − 0.4 (1 − cos θ): θ* = 0, J = −1, D²Ḡ = −0.4; noise ±1: C = 1.
const bend = (t: number): number => t + 0.4 * (1 - Math.cos(t));
const coin = (t: number, s: number): number => -bend(t) + (s === 0 ? 1 : -1);
const scalar: CurvedAgent = {
  jacobian: Float64Array.of(-1),
  noise: Float64Array.of(1),
  curvature: (S, out) => {
    out[0] = -0.4 * S[0]!;
  },
};
const steps = (localSteps: number): TriggerConfiguration => ({ kind: 'deterministic', localSteps });
/** b_local of agents alike, of one coordinate. */
function biasOf(sigma: Float64Array, stepSize: number, trigger: TriggerConfiguration): number {
  const bias = localNoiseBias([scalar], sigma, stepSize, trigger);
  if ('reason' in bias) throw new Error(bias.reason);
  return bias[0]!;
}
const ofMany = (stepSize: number, trigger: TriggerConfiguration): number =>
  biasOf(Float64Array.of(0), stepSize, trigger);

/** Two agents' exact stationary mean, less what the expansion says. */
function remainder(stepSize: number, localSteps: number, without: 'nothing' | 'local'): number {
  const problem = buildProblem(
    { kind: 'module', module: 'x.ts', export: 'agent', agents: 2, dimension: 1 },
    () => ({
      stream: {
        transition: [
          [0.5, 0.5],
          [0.5, 0.5],
        ],
      },
      operator: (theta: Readonly<Float64Array>, s: number, out: Float64Array) => {
        out[0] = coin(theta[0]!, s);
      },
    }),
  );
  const law = expansion(problem, solveProblem(problem), {
    stepSize,
    trigger: steps(localSteps),
    sampling: 'iid',
  });
  if (law.kind === 'refused') throw new Error(law.reason);
  const mean = twoAgentsMean(coin, stepSize, localSteps, 2.5);
  return mean - law.bias![0]! + (without === 'local' ? law.localNoiseBias![0]! : 0);
}

test('two agents: it is what local steps add to the bias', () => {
  for (const stepSize of [0.02, 0.01]) {
    const added = (without: 'nothing' | 'local'): number =>
      remainder(stepSize, 4, without) - remainder(stepSize, 1, without);
    // −½ · 0.4 · (1 − ½) γ² (4 − 1)/2
    const byHand = -0.15 * stepSize ** 2;
    expect(Math.abs(added('local') / byHand - 1)).toBeLessThan(6 * stepSize);
    expect(Math.abs(added('nothing') / byHand)).toBeLessThan(3 * stepSize);
  }
});

test.each([
  { stepSize: 0.02, trigger: steps(10) },
  { stepSize: 0.01, trigger: steps(100) },
  { stepSize: 0.02, trigger: steps(200) },
  { stepSize: 0.01, trigger: { kind: 'bernoulli', probability: 0.02 } as const },
])('many agents, $stepSize, $trigger: the fixed point of the mean, whatever γH', ({ stepSize, trigger }) => {
  const exact = (at: number): number => manyAgentsMean(coin, at, trigger, 2.5);
  expect(Math.abs(ofMany(stepSize, trigger) / exact(stepSize) - 1)).toBeLessThan(0.5 * stepSize);
});

test('by hand: (1 − 1/M) γ²(H−1)/2 where γH is small; none for one agent or one local step', () => {
  const sigma = (M: number): Float64Array => Float64Array.of(1e-6 / (2 * M));
  for (const M of [4, 16]) {
    const value = biasOf(sigma(M), 1e-6, steps(5));
    expect(Math.abs(value / (-0.2 * (1 - 1 / M) * 2e-12) - 1)).toBeLessThan(1e-5);
  }
  expect(biasOf(sigma(1), 1e-6, steps(5))).toBeCloseTo(0, 20);
  expect(biasOf(sigma(4), 1e-6, steps(1))).toBeCloseTo(0, 20);
  expect(localNoiseBias([scalar], sigma(4), 2.5, steps(3))).toEqual({
    reason: 'the mean round does not contract at this step size',
  });
});

test('noisy logistic regression with 10 agents, H = 10: most of the bias', () => {
  // Figure 1 of Mangold et al. 2025: measured ‖bias‖² 9.4e-4 with some variance in it, 4.6e-5 without b_local
  const problem = buildProblem(
    specimen('logistic-regression', {
      agents: 10,
      dimension: 20,
      records: 200,
      deviation: 4,
      labels: 'true',
      regularisation: 0.01,
    }),
  );
  const law = expansion(problem, solveProblem(problem), {
    stepSize: 0.01,
    trigger: steps(10),
    sampling: 'iid',
  });
  if (law.kind === 'refused') throw new Error(law.reason);
  const biasSquare = law.bias!.reduce((sum, x) => sum + x * x, 0);
  expect(biasSquare).toBeGreaterThan(6.5e-4);
  expect(biasSquare).toBeLessThan(8.3e-4);
  const without = law.bias!.map((x, j) => x - law.localNoiseBias![j]!);
  expect(without.reduce((sum, x) => sum + x * x, 0)).toBeLessThan(5e-5);
});
