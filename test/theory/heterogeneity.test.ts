import { describe, expect, test } from 'vitest';
import type { NonlinearMean } from '../../src/problems/operator.ts';
import { solveProblem, type Solution } from '../../src/problems/root.ts';
import { heterogeneityOf, type Heterogeneity } from '../../src/theory/heterogeneity.ts';
import { meansOnly, scalarMeans } from './linearFixture.ts';

describe('heterogeneityOf', () => {
  test('scalar agents 1 − θ and 4 − 2θ have ζ_{*,1} = 2/3 and ζ_{*,2} = 1/2 about 5/3', () => {
    const means = scalarMeans([1, 1], [2, 4]);
    const agents = means.map((mean) => ({ mean, localRoot: Float64Array.of(mean.b[0]! / mean.A[0]!) }));
    const { heterogeneity, gradientHeterogeneity, hessianHeterogeneity } = heterogeneityOf(
      solveProblem(meansOnly(1, means)),
      agents,
    );
    expect(heterogeneity).toBeCloseTo(5 / 18, 14);
    expect(gradientHeterogeneity).toBeCloseTo(2 / 3, 14);
    expect(hessianHeterogeneity).toBeCloseTo(1 / 2, 14);
  });

  test('matrices differ in spectral norm', () => {
    // ±[[3, 4], [0, 0]] about the average I, of norm 5
    const agents = [1, -1].map((sign) => ({
      kind: 'linear' as const,
      A: Float64Array.of(1 + 3 * sign, 4 * sign, 0, 1),
      b: Float64Array.of(0, 0),
    }));
    const found = heterogeneityOf(
      solveProblem(meansOnly(2, agents)),
      agents.map((mean) => ({ mean, localRoot: undefined })),
    );
    expect(found.hessianHeterogeneity).toBeCloseTo(5, 13);
    expect(found.heterogeneity).toBeNull();
  });

  test('operators that are not linear count with their slopes at θ*', () => {
    const cubic = (shift: number): NonlinearMean => ({
      kind: 'nonlinear',
      evaluate: (theta, out) => {
        out[0] = shift - theta[0]! - shift * theta[0]! ** 3;
      },
    });
    const average: NonlinearMean = {
      kind: 'nonlinear',
      evaluate: (theta, out) => {
        out[0] = -theta[0]!;
      },
    };
    const solution: Solution = { root: Float64Array.of(0.5), mean: average };
    const found = heterogeneityOf(
      solution,
      [1, -1].map((shift) => ({ mean: cubic(shift), localRoot: undefined })),
    );
    // slopes −1 ∓ 3/4, values ±1 − ½ ∓ 1/8
    expect(found.hessianHeterogeneity).toBeCloseTo(0.75, 6);
    expect(found.gradientHeterogeneity).toBeCloseTo(Math.sqrt((0.375 ** 2 + 1.375 ** 2) / 2), 13);
  });

  test('nothing is known without a root, and no gradients without every operator', () => {
    const none: Heterogeneity = {
      heterogeneity: null,
      gradientHeterogeneity: null,
      hessianHeterogeneity: null,
    };
    const [mean] = scalarMeans([1, 1]);
    const known = { mean, localRoot: Float64Array.of(1) };
    const unknown = { mean: undefined, localRoot: undefined };
    expect(heterogeneityOf({ root: undefined, mean }, [known])).toEqual(none);
    expect(heterogeneityOf({ root: Float64Array.of(1), mean }, [known, unknown])).toEqual(none);
  });
});
