import { describe, expect, test } from 'vitest';
import { squaredDistance } from '../../../src/maths/vector.ts';
import type { ObservationLaw } from '../../../src/problems/observationLaw.ts';
import type { LinearMean } from '../../../src/problems/operator.ts';
import { solveProblem } from '../../../src/problems/root.ts';
import { type GradientLaw, gradientLaw } from '../../../src/theory/bounds/gradientLaw.ts';
import {
  extrapolatedCommunication,
  plainCommunication,
} from '../../../src/theory/bounds/richardsonRomberg/complexity.ts';
import {
  deterministicConvergence,
  deterministicNeighbourhood,
  quadraticBias,
  stochasticConvergence,
} from '../../../src/theory/bounds/richardsonRomberg/convergence.ts';
import type { TermedStatement } from '../../../src/theory/bounds/statement.ts';
import { exactErrors } from '../../../src/theory/moments/exactErrors.ts';
import { directLocalSa, linearOf, localSaLimit } from '../linearFixture.ts';
import { lawsOnly } from '../moments/observedProblems.ts';
import type { Unknown } from '../../../src/theory/unknown.ts';

const means: LinearMean[] = [
  { kind: 'linear', A: Float64Array.of(2, 0.5, 0.5, 1), b: Float64Array.of(1, -1) },
  { kind: 'linear', A: Float64Array.of(1, -0.2, -0.2, 3), b: Float64Array.of(0, 2) },
];
const d = 2;
const linear = linearOf(d, means);
const WHITE: ObservationLaw = {
  kind: 'gauss-markov',
  Q: new Float64Array(4),
  variance: 0.3,
  start: 'stationary',
};
const noisy = means.map((mean) => ({ mean, law: WHITE }));
const START = Float64Array.of(2, -1);

function lawOf(laws: readonly (ObservationLaw | undefined)[]): GradientLaw {
  const law = gradientLaw(linear, laws);
  if ('reason' in law) throw new Error(law.reason);
  return law;
}
const quiet = lawOf([undefined, undefined]);
const total = (statement: TermedStatement | Unknown): number => {
  if ('reason' in statement) throw new Error(statement.reason);
  return statement.total;
};

test('the constants of two quadratics', () => {
  // eigenvalues of (2 ½; ½ 1): (3 ± √2)/2; of (1 −0.2; −0.2 3): 2 ± √1.04
  expect(Math.abs(quiet.monotonicity - (3 - Math.SQRT2) / 2)).toBeLessThan(1e-14);
  expect(Math.abs(quiet.smoothness - (2 + Math.sqrt(1.04)))).toBeLessThan(1e-14);
  // z ∼ N(0, 0.3 I) in two dimensions: ‖z‖² is 0.3 times a χ² of 2 degrees, with third moment 48
  const { noise } = lawOf(noisy.map(({ law }) => law));
  expect(Math.abs(noise!.meanSquare - 0.6)).toBeLessThan(1e-14);
  expect(Math.abs(noise!.sixthMoment - 0.3 * Math.cbrt(48))).toBeLessThan(1e-13);
});

describe('the terms with μ = ½, L = 2, ζ_1² = 3 and ζ_2² = 5, at γ = 1/16, H = 4 and t = 2', () => {
  const noise = { meanSquare: 0.25, sixthMoment: 0.125, largest: Infinity };
  const law = { agents: 2, monotonicity: 0.5, smoothness: 2, gradientSpread: 3, hessianSpread: 5, noise };
  const run = { stepSize: 1 / 16, localSteps: 4, round: 2 };
  const once = { ...run, localSteps: 1 };
  /** (1 − γμ)^{Ht} */
  const left = (31 / 32) ** 8;
  const termsOf = (statement: TermedStatement | Unknown): number[] => {
    if ('reason' in statement) throw new Error(statement.reason);
    expect(statement.total).toBe(statement.terms.reduce((sum, { value }) => sum + value, 0));
    return statement.terms.map(({ value }) => value);
  };
  const expectTerms = (statement: TermedStatement | Unknown, ...expected: number[]): void => {
    const terms = termsOf(statement);
    expect(terms).toHaveLength(expected.length);
    for (const [k, value] of expected.entries()) expect(terms[k]).toBeCloseTo(value, 12);
  };

  test('Proposition 1 from a distance of 3: (1 − γμ)^{Ht} 9', () => {
    expectTerms(deterministicConvergence(law, run, 3), left * 9);
  });

  test('Corollary 1: twice that, and 2 (γ (H − 1) L/μ)² ζ_1² = 2 (3/4)² 3, nothing for H = 1', () => {
    expectTerms(deterministicNeighbourhood(law, run, 3), left * 18, 3.375);
    expect(termsOf(deterministicNeighbourhood(law, once, 3))[1]).toBe(0);
  });

  test('Theorem 2: (γ (H − 1)/μ)² ζ_1² ζ_2² = (3/8)² 15, nothing for H = 1', () => {
    expectTerms(quadraticBias(law, run), 2.109375);
    expect(termsOf(quadraticBias(law, once))).toEqual([0]);
  });

  test('Proposition 4: ψ_0 = 4·9 + 24 (H γ L/μ)² ζ_1² + 32 γ τ²/μ = 36 + 72 + ½, and 4 γ τ̃²/μ = ⅛', () => {
    expectTerms(stochasticConvergence(law, run, 3), left * 108.5, 0.125);
  });
});

describe('without noise', () => {
  const steps = [1, 3, 10].flatMap((H) => [0.05, 0.1, 0.3].map((gamma) => [gamma, H] as const));
  test.each(steps)('γ = %d, H = %i: Proposition 1, and Corollary 1 where γμH ≤ 1', (stepSize, localSteps) => {
    const limit = localSaLimit(linear, stepSize, { kind: 'deterministic', localSteps });
    const fixed = limit.map((x, j) => x + linear.root[j]!);
    const distance = Math.sqrt(squaredDistance(START, fixed));
    const run = directLocalSa(means, Float64Array.from(START), stepSize);
    const within = stepSize * quiet.monotonicity * localSteps <= 1;
    for (let round = 1; round <= 30; round++) {
      const theta = Float64Array.from(run.round(localSteps, 0));
      const at = { stepSize, localSteps, round };
      expect(squaredDistance(theta, fixed)).toBeLessThanOrEqual(
        total(deterministicConvergence(quiet, at, distance)) + 1e-28,
      );
      const near = deterministicNeighbourhood(quiet, at, distance);
      if (within) expect(squaredDistance(theta, linear.root)).toBeLessThanOrEqual(total(near));
      else expect(near).toHaveProperty('reason');
    }
    if (within) {
      const bias = total(quadraticBias(quiet, { stepSize, localSteps, round: 1 }));
      expect(limit.reduce((sum, x) => sum + x * x, 0)).toBeLessThanOrEqual(bias + 1e-28);
    }
  });

  test('steps beyond 1/L are refused', () => {
    const run = { stepSize: 0.34, localSteps: 1, round: 1 };
    expect(deterministicConvergence(quiet, run, 1)).toHaveProperty('reason');
  });
});

test('Proposition 4 is above the exact second moment about the stationary mean, at every round', () => {
  const problem = lawsOnly(d, noisy);
  const law = lawOf(noisy.map(({ law }) => law));
  const rounds = [1, 2, 5, 20, 100, 400];
  for (const [stepSize, localSteps] of [
    [0.04, 1],
    [0.04, 10],
    [0.01, 40],
  ] as const) {
    const trigger = { kind: 'deterministic', localSteps } as const;
    const limit = localSaLimit(linear, stepSize, trigger);
    const fixed = limit.map((x, j) => x + linear.root[j]!);
    const errors = exactErrors(
      problem,
      // about the stationary mean: linear maps have the same moments about any point that is theirs
      solveProblem(problem),
      { trigger, sampling: 'iid', stride: 1, initial: [...START] },
      { name: 'local-sa', stepSize },
      rounds,
    );
    if (errors.kind === 'refused') throw new Error(errors.reason);
    rounds.forEach((round, k) => {
      const run = directLocalSa(means, Float64Array.from(START), stepSize);
      let mean = Float64Array.from(START);
      for (let t = 0; t < round; t++) mean = Float64Array.from(run.round(localSteps, 0));
      const variance = errors.meanSquare[k]! - errors.biasSquare[k]!;
      const exact = variance + squaredDistance(mean, fixed);
      const distance = Math.sqrt(squaredDistance(START, linear.root));
      expect(exact).toBeLessThanOrEqual(
        total(stochasticConvergence(law, { stepSize, localSteps, round }, distance)),
      );
    });
  }
});

test('matrices that are not symmetric, and components that are not convex, are told', () => {
  const twisted = linearOf(1, [{ kind: 'linear', A: Float64Array.of(1), b: Float64Array.of(0) }]);
  const chain = {
    states: 2,
    transition: new Float64Array(4).fill(0.5),
    stationary: Float64Array.of(0.5, 0.5),
  };
  const law: ObservationLaw = {
    kind: 'finite',
    chain,
    start: chain.stationary,
    observes: 'states',
    affine: (s, _next, A, b) => {
      A[0] = s === 0 ? 3 : -1;
      b[0] = 0;
    },
  };
  expect(gradientLaw(twisted, [law])).toMatchObject({
    reason: expect.stringMatching(/negative eigenvalue/) as string,
  });
  const rotating = linearOf(2, [
    { kind: 'linear', A: Float64Array.of(1, 1, -1, 1), b: Float64Array.of(0, 0) },
  ]);
  expect(gradientLaw(rotating, [undefined])).toMatchObject({
    reason: expect.stringMatching(/not symmetric/) as string,
  });
});

test('Theorem 5: a precision eight times finer costs √8 times the rounds, but for the logarithm; without, 8', () => {
  const logarithms = Math.log(8e3) / Math.log(1e3);
  const ratio = (rounds: (precision: number) => { rounds: number }): number =>
    rounds(1 / 8e3).rounds / rounds(1e-3).rounds / logarithms;
  expect(Math.abs(ratio(extrapolatedCommunication) - Math.sqrt(8))).toBeLessThan(1e-12);
  expect(Math.abs(ratio(plainCommunication) - 8)).toBeLessThan(1e-12);
});
