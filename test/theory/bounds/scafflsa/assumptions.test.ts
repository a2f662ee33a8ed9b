import { describe, expect, test } from 'vitest';
import { identity, multiply, symmetricPart, transpose } from '../../../../src/maths/linearAlgebra.ts';
import { solve } from '../../../../src/maths/linearSolve.ts';
import { largestEigenvalue, smallestEigenvalue } from '../../../../src/maths/symmetricEigenvalues.ts';
import type { ObservationLaw } from '../../../../src/problems/observationLaw.ts';
import type { Problem } from '../../../../src/problems/operator.ts';
import { solveProblem } from '../../../../src/problems/root.ts';
import { lsaConstants, type LsaConstants } from '../../../../src/theory/bounds/scafflsa/assumptions.ts';
import {
  designMatrix,
  featureSpread,
  temporalDifferenceConstants,
  withinLemma,
} from '../../../../src/theory/bounds/scafflsa/temporalDifference.ts';
import { linearProblem, type LinearProblem } from '../../../../src/theory/linearProblem.ts';
import { eachOutcome } from '../../../../src/theory/noise/eachOutcome.ts';
import { linearOf, randomMeans, scalarMeans } from '../../linearFixture.ts';
import { randomTd, scalarProblem } from '../../observedAgents.ts';

function known(problem: Problem): { linear: LinearProblem; laws: ObservationLaw[]; constants: LsaConstants } {
  const linear = linearProblem(problem, solveProblem(problem));
  if ('reason' in linear) throw new Error(linear.reason);
  const laws = Array.from({ length: problem.agents }, (_, i) => problem.agent(i).observations!());
  const constants = lsaConstants(linear, laws);
  if ('reason' in constants) throw new Error(constants.reason);
  return { linear, laws, constants };
}

/** X ↦ E[(I − ηA)ᵀ X (I − ηA)], by enumeration of the law. */
function pulledBack(law: ObservationLaw, d: number, eta: number, X: Float64Array): Float64Array {
  if (law.kind !== 'finite') throw new Error('not a finite law');
  const out = new Float64Array(d * d);
  eachOutcome(law, d, (weight, A) => {
    const B = identity(d).map((value, j) => value - eta * A[j]!);
    const image = multiply(multiply(transpose(B, d), X, d), B, d);
    for (let j = 0; j < out.length; j++) out[j]! += weight * image[j]!;
  });
  return out;
}

/** Checks A 2 at η for products of 1, 2, … matrices: E‖Π (I − ηA) u‖² ≤ (1 − ηa)^{2h} ‖u‖² for every u. */
function expectContraction(laws: readonly ObservationLaw[], d: number, eta: number, a: number): void {
  for (const law of laws) {
    let X: Float64Array = identity(d);
    for (let h = 1; h <= 6; h++) {
      X = pulledBack(law, d, eta, X);
      expect(largestEigenvalue(X, d)).toBeLessThanOrEqual((1 - eta * a) ** (2 * h) * (1 + 1e-12));
    }
  }
}

describe('lsaConstants', () => {
  const td = randomTd(3, 6, 2, 0.8, 5);

  test('A 2 holds with a and η_∞, and A 3 with a and L, where L is touched', () => {
    for (const problem of [td, scalarProblem()]) {
      const { linear, laws, constants } = known(problem);
      const d = linear.dimension;
      expect(constants.largestStep * constants.contraction).toBeLessThanOrEqual(0.5);
      for (const part of [0.01, 0.3, 0.7, 0.999])
        expectContraction(laws, d, part * constants.largestStep, constants.contraction);
      const slack = linear.agents.map(({ A }, index) => {
        const S = symmetricPart(A, d);
        expect(smallestEigenvalue(S, d)).toBeGreaterThanOrEqual(constants.monotonicity * (1 - 1e-12));
        const law = laws[index]!;
        if (law.kind !== 'finite') throw new Error('not a finite law');
        const gap = S.map((value) => constants.smoothness * value);
        eachOutcome(law, d, (weight, matrix) => {
          const square = multiply(transpose(matrix, d), matrix, d);
          for (let j = 0; j < gap.length; j++) gap[j]! -= weight * square[j]!;
        });
        return smallestEigenvalue(gap, d);
      });
      expect(Math.min(...slack)).toBeCloseTo(0, 11);
    }
  });

  test('of scalar agents are told by hand', () => {
    // A = {0.6, 1.6} and {1, 0.4}: means 1.1 and 0.7, half differences 0.5 and 0.3; b: 0.25 ± 0.75, 1.25 ± 0.75
    const { constants, linear } = known(scalarProblem());
    const root = 1.5 / 1.8;
    expect(linear.root[0]).toBeCloseTo(root, 14);
    const local = [0.25 / 1.1, 1.25 / 0.7];
    const away = local.map((value) => value - root);
    // Ãθ − b̃ is ±(0.5 θ + 0.75) for the first and ∓(0.3 θ + 0.75) for the second
    const expected: Partial<LsaConstants> = {
      agents: 2,
      contraction: 0.35,
      monotonicity: 0.7,
      smoothness: (1.1 ** 2 + 0.25) / 1.1,
      largestStep: 1.1 / (1.1 ** 2 + 0.25),
      matrixNorm: 1.1,
      largestSquare: 1.1 ** 2 + 0.25,
      matrixNoise: (0.25 + 0.09) / 2,
      heterogeneityNoise: (0.25 * away[0]! ** 2 + 0.09 * away[1]! ** 2) / 2,
      localNoise: ((0.5 * local[0]! + 0.75) ** 2 + (0.3 * local[1]! + 0.75) ** 2) / 2,
      rootNoise: ((0.5 * root + 0.75) ** 2 + (0.3 * root + 0.75) ** 2) / 2,
      rootSpread: (Math.abs(away[0]!) + Math.abs(away[1]!)) / 2,
      pullSpread: ((1.1 * away[0]!) ** 2 + (0.7 * away[1]!) ** 2) / 2,
    };
    for (const [name, value] of Object.entries(expected))
      expect(constants[name as keyof LsaConstants], name).toBeCloseTo(value, 12);
  });

  test('an agent that is not monotone allows no a, and the reason names it', () => {
    const linear = linearOf(1, scalarMeans([2, 1], [-0.5, 1]));
    expect(lsaConstants(linear, [undefined, undefined])).toEqual({
      reason: 'A 2 does not hold: (Ā + Āᵀ)/2 of agent 1 has the eigenvalue -0.500, not above 0',
    });
  });

  test('what would take too long is refused', () => {
    const linear = linearOf(40, randomMeans(100, 40, 0.001, 2));
    expect(
      lsaConstants(
        linear,
        linear.agents.map(() => undefined),
      ),
    ).toHaveProperty('reason');
  });
});

describe('Lemma 3.1', () => {
  test.each([0.5, 0.9])(
    'holds at γ = %d, and its constants are no sharper than the exact ones',
    (discount) => {
      const problem = randomTd(3, 6, 2, discount, 7);
      const { linear, laws, constants } = known(problem);
      const agents = Array.from({ length: 3 }, (_, i) => problem.agent(i));
      for (const { values } of agents) expect(withinLemma(values!)).toBe(true);
      const spread = Math.min(...agents.map(({ values, chain }) => featureSpread(values!, chain!)));
      expect(spread).toBeGreaterThan(0);
      const local = linear.agents.map(({ A, b }) => solve(A, b, 2));
      const lemma = temporalDifferenceConstants(discount, spread, { local, common: linear.root });
      for (const part of [0.05, 0.5, 1])
        expectContraction(laws, 2, part * lemma.largestStep, lemma.contraction);
      const atMost = ['contraction', 'largestStep', 'monotonicity'] as const;
      for (const name of atMost) expect(lemma[name], name).toBeLessThanOrEqual(constants[name]);
      for (const name of Object.keys(lemma) as (keyof LsaConstants)[]) {
        if ((atMost as readonly string[]).includes(name)) continue;
        expect(lemma[name] * (1 + 1e-12), name).toBeGreaterThanOrEqual(constants[name]);
      }
    },
  );

  test('Σ_φ is the mean of φφᵀ', () => {
    const chain = { states: 2, transition: new Float64Array(4), stationary: Float64Array.of(0.25, 0.75) };
    expect(designMatrix(Float64Array.of(1, 0, 1, 2), 2, chain)).toEqual(Float64Array.of(1, 1.5, 1.5, 3));
  });

  test('longer features and rewards outside [0, 1] are outside it', () => {
    const values = {
      dimension: 1,
      discount: 0.5,
      features: Float64Array.of(1, 0.5),
      rewards: Float64Array.of(0, 1),
    };
    expect(withinLemma(values)).toBe(true);
    expect(withinLemma({ ...values, features: Float64Array.of(1, 1.5) })).toBe(false);
    expect(withinLemma({ ...values, rewards: Float64Array.of(0, -1) })).toBe(false);
  });
});
