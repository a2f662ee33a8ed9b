import { describe, expect, test } from 'vitest';
import { buildProblem } from '../../../src/problems/buildProblem.ts';
import type { MeanOperator, NonlinearMean } from '../../../src/problems/operator.ts';
import {
  regulariserCurvature,
  regulariserThirdDerivative,
} from '../../../src/problems/regulariser/regulariser.ts';
import { secondDerivativeAt } from '../../../src/theory/expansion/secondDerivative.ts';
import type { ProblemSpecification } from '../../../src/problems/specification.ts';
import { gradientOf } from '../../oracles/finiteDifferences.ts';
import { relativeDistance, type Row } from '../../oracles/plainMatrices.ts';
import { specimen } from '../../oracles/specimens.ts';

const contracted = (mean: MeanOperator, theta: Row, S: Row): Row => {
  const out = new Float64Array(theta.length);
  secondDerivativeAt(mean, Float64Array.from(theta), Float64Array.from(S), out);
  return [...out];
};

/** Σ_kl ∂_k (∂Ḡ_j/∂θ_l) S_kl, by differences of the Jacobian. */
function byDifferences(mean: NonlinearMean, theta: Row, S: Row): Row {
  const d = theta.length;
  const jacobian = (at: Row): Row => {
    const out = new Float64Array(d * d);
    mean.jacobian!(Float64Array.from(at), out);
    return [...out];
  };
  return theta.map((_, j) => {
    let sum = 0;
    for (let l = 0; l < d; l++) {
      gradientOf((at) => jacobian(at)[j * d + l]!, theta).forEach(
        (slope, k) => (sum += slope * S[k * d + l]!),
      );
    }
    return sum;
  });
}

const THETA = [0.4, -0.9, 0.2];
const S = [2, 0.3, -0.5, 0.3, 1, 0.1, -0.5, 0.1, 0.7];

const shipped: ProblemSpecification[] = [
  specimen('logistic-regression', {
    agents: 2,
    records: 9,
    separation: 1,
    labels: 'true',
    regularisation: 0.2,
  }),
  specimen('two-state-regression', { agents: 2, regularisation: 2 }),
  {
    kind: 'recorded-regression',
    dimension: 3,
    series: [{ x: Float64Array.from({ length: 12 }, (_, e) => Math.sin(e)), y: Float64Array.of(1, 2, 0, 1) }],
    windows: [{ series: 0, start: 0, length: 4 }],
    regularisation: 3,
    initial: 'first',
  },
];

describe.each(shipped)('$kind', (specification) => {
  const mean = buildProblem(specification).agent(0).mean as NonlinearMean;

  test('D²Ḡ[S] is what differences of the Jacobian say', () => {
    expect(relativeDistance(contracted(mean, THETA, S), byDifferences(mean, THETA, S))).toBeLessThan(1e-8);
  });

  test('without it, differences stand in: of the Jacobian, or of the values', () => {
    const exact = contracted(mean, THETA, S);
    const evaluate: NonlinearMean['evaluate'] = (theta, out) => mean.evaluate(theta, out);
    const jacobian: NonlinearMean['evaluate'] = (theta, out) => mean.jacobian!(theta, out);
    const withJacobian: NonlinearMean = { kind: 'nonlinear', evaluate, jacobian };
    expect(relativeDistance(contracted(withJacobian, THETA, S), exact)).toBeLessThan(1e-8);
    expect(relativeDistance(contracted({ kind: 'nonlinear', evaluate }, THETA, S), exact)).toBeLessThan(1e-5);
  });
});

test('by hand: Ḡ = (−θ₁² θ₂, eᶿ¹) has D²Ḡ[S] = (−2θ₂ S₁₁ − 4θ₁ S₁₂, eᶿ¹ S₁₁)', () => {
  const evaluate = (theta: Readonly<Float64Array>, out: Float64Array): void => {
    out.set([-theta[0]! * theta[0]! * theta[1]!, Math.exp(theta[0]!)]);
  };
  const value = contracted({ kind: 'nonlinear', evaluate }, [0.5, 2], [3, 1, 1, 7]);
  expect(relativeDistance(value, [-14, 3 * Math.exp(0.5)])).toBeLessThan(1e-7);
});

test('a linear operator has none', () => {
  const mean = { kind: 'linear', A: Float64Array.of(2), b: Float64Array.of(1) } as const;
  expect(contracted(mean, [3], [5])).toEqual([0]);
});

test('r‴ is the slope of r″', () => {
  for (const w of [-3, -1, -0.2, 0, 0.5, 1 / Math.sqrt(3), 2]) {
    const slope = gradientOf(([x]) => regulariserCurvature(x!), [w])[0]!;
    expect(Math.abs(regulariserThirdDerivative(w) - slope)).toBeLessThan(1e-8);
  }
});
