/**
 * The exact errors of Richardson–Romberg extrapolation, against every path of a tiny problem through
 * the program's actors, closed forms of one scalar agent, and the order of its bias.
 */
import { describe, expect, test } from 'vitest';
import { finiteLinear } from '../../../src/problems/finiteLinear/family.ts';
import type { FiniteObservations } from '../../../src/problems/observationLaw.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { AlgorithmConfiguration } from '../../../src/configuration/configuration.ts';
import { type ExactErrors, exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { LOCAL_SA, RICHARDSON_ROMBERG } from '../../oracles/events.ts';
import { randomProblem, specificationOf } from '../../oracles/explicitProblem.ts';
import { bernoulli, deterministic } from '../../oracles/triggers.ts';
import { gaussMarkovAgent, lawsOnly } from './observedProblems.ts';
import { enumeratedErrors } from './pathEnumeration.ts';

type Exact = Extract<ExactErrors, { kind: 'exact' }>;

function computed(...question: Parameters<typeof exactErrors>): Exact {
  const errors = exactErrors(...question);
  if (errors.kind === 'refused') throw new Error(errors.reason);
  return errors;
}

const COMMON = RICHARDSON_ROMBERG(0.12, 'step-size', 'common');

describe('with common noise: all paths of two agents on three states, d = 2,', () => {
  const problem = finiteLinear.build(specificationOf(randomProblem(2, 2, 7)));
  const solution = solveProblem(problem);
  const laws = [0, 1].map((i) => problem.agent(i).observations!() as FiniteObservations);
  const initial = Float64Array.of(1, -2);
  test.each(['iid', 'markov'] as const)('two rounds of two local steps, %s', (sampling) => {
    const trigger = deterministic(2);
    const found = computed(problem, solution, { trigger, sampling, initial: [1, -2] }, COMMON, [0, 1, 2]);
    for (const t of [1, 2]) {
      const gaps = new Array<number>(t).fill(2);
      const all = enumeratedErrors(laws, sampling, COMMON, trigger, initial, solution.root!, gaps);
      const bias = all.mean.reduce((sum, x, j) => sum + (x - solution.root![j]!) ** 2, 0);
      expect(Math.abs(found.meanSquare[t]! / all.square - 1)).toBeLessThan(1e-11);
      expect(Math.abs(found.biasSquare[t]! - bias)).toBeLessThan(1e-11 * all.square);
    }
  });
});

describe('one scalar agent with additive noise of variance v, Ḡ = −aθ,', () => {
  const [a, v, step, start] = [0.7, 0.3, 0.2, 2];
  const agent = gaussMarkovAgent([a], [0], [0], v, 'stationary');
  const problem = lawsOnly(1, [agent]);
  const solution = { root: Float64Array.of(0), mean: agent.mean };
  const rounds = [0, 1, 2, 7, 40];
  // k local steps of η: the mean (1 − ηa)^k θ_0, the variance η²v (1 − (1 − ηa)^{2k})/(1 − (1 − ηa)²)
  const meanOf = (eta: number, k: number): number => start * (1 - eta * a) ** k;
  const varianceOf = (eta: number, k: number): number =>
    (eta ** 2 * v * (1 - (1 - eta * a) ** (2 * k))) / (1 - (1 - eta * a) ** 2);

  test('independent noise, twice the step size: the variances add with weights 4 and 1', () => {
    const H = 3;
    const configuration = { trigger: deterministic(H), sampling: 'iid', initial: [start] } as const;
    const found = computed(problem, solution, configuration, RICHARDSON_ROMBERG(step), rounds);
    rounds.forEach((t, at) => {
      const mean = 2 * meanOf(step, H * t) - meanOf(2 * step, H * t);
      const square = mean ** 2 + 4 * varianceOf(step, H * t) + varianceOf(2 * step, H * t);
      expect(found.biasSquare[at]).toBeCloseTo(mean ** 2, 12);
      expect(found.meanSquare[at]).toBeCloseTo(square, 12);
    });
  });

  test('independent noise, twice the local steps: weights (5/3)² and (2/3)² at H = 3', () => {
    const configuration = { trigger: deterministic(3), sampling: 'iid', initial: [start] } as const;
    const found = computed(problem, solution, configuration, RICHARDSON_ROMBERG(step, 'local-steps'), rounds);
    rounds.forEach((t, at) => {
      const mean = (5 * meanOf(step, 3 * t) - 2 * meanOf(step, 6 * t)) / 3;
      const square = mean ** 2 + (25 * varianceOf(step, 3 * t) + 4 * varianceOf(step, 6 * t)) / 9;
      expect(found.biasSquare[at]).toBeCloseTo(mean ** 2, 12);
      expect(found.meanSquare[at]).toBeCloseTo(square, 12);
    });
  });

  test('refused, with the reason: gaps that both runs share, and Gauss–Markov noise that they share', () => {
    const errors = (algorithm: AlgorithmConfiguration, trigger = deterministic(3)) =>
      exactErrors(problem, solution, { trigger, sampling: 'iid', initial: [start] }, algorithm, rounds);
    expect(errors(RICHARDSON_ROMBERG(step), bernoulli(0.5))).toMatchObject({
      reason: expect.stringContaining('share the gaps') as unknown,
    });
    expect(errors(RICHARDSON_ROMBERG(step, 'step-size', 'common'))).toMatchObject({
      reason: expect.stringContaining('common to both runs') as unknown,
    });
  });
});

test('without noise its bias falls one order in γ faster than Local SA’s: slopes 4 and 2 of the squared bias', () => {
  const problem = finiteLinear.build(specificationOf(randomProblem(4, 3, 12)));
  const solution = solveProblem(problem);
  const limit = (algorithm: AlgorithmConfiguration): number => {
    const configuration = { trigger: deterministic(6), sampling: 'exact', initial: [0, 0, 0] } as const;
    return computed(problem, solution, configuration, algorithm, [60_000]).meanSquare[0]!;
  };
  const slope = (compute: (step: number) => AlgorithmConfiguration): number => {
    const [coarse, fine] = [limit(compute(1 / 256)), limit(compute(1 / 512))];
    return Math.log2(coarse / fine);
  };
  // What is left out is of the next order: at γ = 1/512 a few per cent of the exponent.
  expect(Math.abs(slope(LOCAL_SA) - 2)).toBeLessThan(0.1);
  expect(Math.abs(slope((step) => RICHARDSON_ROMBERG(step)) - 4)).toBeLessThan(0.2);
  expect(Math.abs(slope((step) => RICHARDSON_ROMBERG(step, 'local-steps')) - 4)).toBeLessThan(0.2);
});
