/** The exact values in an atlas against curves and closed forms; no bound lies below what it bounds. */
import { describe, expect, test } from 'vitest';
import { runConfiguration } from '../../../src/configuration/runConfiguration.ts';
import type { RunSettings } from '../../../src/configuration/settings/runSettings.ts';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import type { BoundRatio } from '../../../src/search/atlas/atlasReport.ts';
import { boundRatios } from '../../../src/search/atlas/boundRatios.ts';
import { problemScale } from '../../../src/search/atlas/problemScale.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';

/** As the shipped atlas has it: A_i(o) = a_i, b_i(o) = b_i ± noise. */
const problemOf = (agents: number, persistence: number) =>
  buildProblem({
    ...{ kind: 'finite-sum-quadratic', agents, components: 2, dimension: 1, eigenvalues: [1, 1] },
    ...{
      agentScale: 'exponential',
      agentOffset: 1,
      componentOffset: 0.5,
      initial: 'stationary',
      seed: 39848,
    },
    kernel: { shape: 'uniform', persistence },
  });
const problem = problemOf(3, 0.5);
const solution = solveProblem(problem);
const ALGORITHMS: RunSettings['algorithms'] = [
  'local-sa',
  'scafflsa',
  'fedhsa',
  { name: 'minibatch-sgd', serverStepSize: 0.05 },
];
const settings: RunSettings = { algorithms: ALGORITHMS, stepSize: 0.004, localSteps: 2, rounds: 50 };
const configured = (more: RunSettings) => runConfiguration({ ...settings, ...more }, 1);
const ratiosOf = (more: RunSettings, asked = problem): BoundRatio[] => {
  const ratios = boundRatios(asked, asked === problem ? solution : solveProblem(asked), configured(more));
  if ('reason' in ratios) throw new Error(ratios.reason);
  return ratios;
};
const foundIn = (ratios: readonly BoundRatio[], source: string): BoundRatio =>
  ratios.find((ratio) => ratio.source === source)!;

/** Ā = (1/3) Σ a_i */
const A = (solution.mean as { readonly A: Float64Array }).A[0]!;
const curveOf = (more: RunSettings, k: number, rounds: readonly number[]) => {
  const configuration = configured(more);
  const errors = exactErrors(problem, solution, configuration, configuration.algorithms[k]!, rounds);
  if (errors.kind === 'refused') throw new Error(errors.reason);
  return errors;
};

describe('exact values', () => {
  test('E‖θ̄_T − θ*‖² is the curve’s, and the ratio its quotient with the total', () => {
    const ratios = ratiosOf({ sampling: 'iid' });
    for (const [k, source] of [
      [0, 'SCAFFLSA Th. 4.1'],
      [1, 'SCAFFLSA Th. 5.3'],
      [2, 'FedHSA Th. 1'],
    ] as const) {
      const { exact, bound, ratio } = foundIn(ratios, source);
      expect(exact! / curveOf({ sampling: 'iid' }, k, [50]).meanSquare[0]!).toBeCloseTo(1, 12);
      expect(ratio).toBe(exact! / bound!);
    }
  });

  test.each(['iid', 'markov'] as const)(
    'E‖∇F(ŵ_T)‖² is Ā² of the mean over rounds 0 to T − 1, %s',
    (sampling) => {
      const rounds = Array.from({ length: 50 }, (_, t) => t);
      const ratios = ratiosOf({ sampling });
      for (const [k, source] of [
        [0, 'Streaming FL Th. 4.7'],
        [3, 'Streaming FL Th. 4.5'],
      ] as const) {
        const { meanSquare } = curveOf({ sampling }, k, rounds);
        const expected = (A ** 2 * meanSquare.reduce((sum, value) => sum + value, 0)) / 50;
        expect(foundIn(ratios, source).exact! / expected).toBeCloseTo(1, 12);
      }
    },
  );

  test('E‖θ_T − E θ̄_∞‖² and ‖E θ̄_∞ − θ*‖²: at a T by which the mean has converged, variance and bias', () => {
    const long: RunSettings = { sampling: 'iid', rounds: 20_000, localSteps: 4 };
    const ratios = ratiosOf(long);
    const { meanSquare, biasSquare } = curveOf(long, 0, [20_000]);
    const variance = meanSquare[0]! - biasSquare[0]!;
    expect(foundIn(ratios, 'Richardson–Romberg Prop. 4').exact! / variance).toBeCloseTo(1, 9);
    expect(foundIn(ratios, 'Richardson–Romberg Th. 2').exact! / biasSquare[0]!).toBeCloseTo(1, 9);
  });

  test('without noise the distance from the limit shrinks by ((1/M) Σ (1 − ηa_i)^H)² a round', () => {
    const first = foundIn(ratiosOf({ sampling: 'exact', rounds: 10 }), 'Richardson–Romberg Prop. 1').exact!;
    const next = foundIn(ratiosOf({ sampling: 'exact', rounds: 11 }), 'Richardson–Romberg Prop. 1').exact!;
    const curvatures = [0, 1, 2].map((index) => (problem.agent(index).mean as { A: Float64Array }).A[0]!);
    const factor = curvatures.reduce((sum, a) => sum + (1 - 0.004 * a) ** 2 / 3, 0);
    expect(next / first).toBeCloseTo(factor ** 2, 12);
  });
});

test('no bound is below what it bounds, over η, H, M, mixing and sampling', () => {
  let bounds = 0;
  for (const [agents, persistence] of [
    [1, 0],
    [2, 0.5],
    [3, 0.9],
  ] as const) {
    const other = problemOf(agents, persistence);
    for (const sampling of ['iid', 'markov', 'exact'] as const)
      for (const stepSize of [0.0005, 0.01])
        for (const localSteps of [1, 5])
          for (const rounds of [3, 5000])
            for (const found of ratiosOf({ sampling, stepSize, localSteps, rounds }, other)) {
              if (found.kind !== 'bound' || found.ratio === null) continue;
              bounds++;
              expect([found, found.ratio <= 1 + 1e-9]).toEqual([found, true]);
            }
  }
  expect(bounds).toBeGreaterThan(150);
});

test('where there is no ratio the reason says why', () => {
  const ratios = ratiosOf({ sampling: 'iid', stepSize: 0.1 });
  expect(foundIn(ratios, 'SCAFFLSA Th. 5.3')).toEqual({
    ...{ algorithm: 'scafflsa', source: 'SCAFFLSA Th. 5.3', quantity: 'E‖θ̄_T − θ*‖²', kind: 'none' },
    ...{
      bound: null,
      exact: null,
      ratio: null,
      reason: expect.stringMatching(/^needs ηH ≤ 0\.01239, has 0\.2/),
    },
  });
  expect(foundIn(ratiosOf({ sampling: 'iid', localSteps: 1 }), 'Richardson–Romberg Th. 2')).toMatchObject({
    ...{ bound: 0, ratio: null, reason: 'the bound is 0' },
  });
  expect(foundIn(ratiosOf({ sampling: 'exact', rounds: 1_000_000 }), 'SCAFFLSA Th. 5.3').reason).toBe(
    'no exact value: it is lost in rounding',
  );
});

test('recommendations are no errors', () => {
  const sources = ratiosOf({ sampling: 'markov' }).map(({ source }) => source);
  expect(sources.filter((source) => /Cor|\(14\)/.test(source))).toEqual([]);
});

test('the scale: M, ζ from the pulls at θ*, and 1/(1 − ρ) with the persistence as ρ', () => {
  const scale = problemScale(problem, solution, { sampling: 'markov' });
  const pulls = [0, 1, 2].map((index) => {
    const { A: a, b } = problem.agent(index).mean as { A: Float64Array; b: Float64Array };
    return b[0]! - a[0]! * solution.root![0]!;
  });
  expect(scale).toEqual({
    agents: 3,
    heterogeneity: expect.closeTo(Math.sqrt(pulls.reduce((sum, pull) => sum + pull ** 2 / 3, 0)), 14),
    mixing: expect.closeTo(2, 12),
  });
  expect(problemScale(problem, solution, { sampling: 'iid' })).toHaveProperty('mixing', 1);
});
