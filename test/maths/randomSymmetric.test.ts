import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import { symmetricWithEigenvalues } from '../../src/maths/randomSymmetric.ts';
import { product, relativeDistance, rowsOf, transposed, unit } from '../oracles/plainMatrices.ts';

const drawn = (lambda: number[], seed = 1): number[][] =>
  rowsOf(
    symmetricWithEigenvalues(Float64Array.from(lambda), generatorFor(seed, 'matrix')),
    lambda.length,
    lambda.length,
  );

describe('a random symmetric matrix with given eigenvalues', () => {
  test('of 1, 2, 3, 5, 8 is symmetric to the bit and is annihilated by Π (A − λ I) and by no product of four', () => {
    const lambda = [1, 2, 3, 5, 8];
    const A = drawn(lambda);
    expect(transposed(A)).toEqual(A);
    const shifted = (l: number): number[][] => A.map((row, i) => row.map((a, j) => a - (i === j ? l : 0)));
    const entries = (left: number[]): number =>
      Math.max(...left.map(shifted).reduce(product, unit(5)).flat().map(Math.abs));
    // Norms of the factors are at most 7, 6, 5, 4 and 7: 5880 ε of rounding.
    expect(entries(lambda)).toBeLessThan(1e-11);
    for (const l of lambda) expect(entries(lambda.filter((other) => other !== l))).toBeGreaterThan(0.01);
  });

  test('with equal eigenvalues is that multiple of the identity, in any basis', () => {
    const A = drawn([3, 3, 3, 3]);
    expect(
      relativeDistance(
        A.flat(),
        unit(4)
          .flat()
          .map((x) => 3 * x),
      ),
    ).toBeLessThan(1e-14);
  });

  test('of one row is its eigenvalue', () => {
    expect(drawn([4])).toEqual([[4]]);
  });

  test('has a basis without a preferred direction: E A = (trace/n) I, within 6 standard errors of 4,000 draws', () => {
    // With λ = (1, 0, 0), A = q qᵀ with q uniform on the sphere: E q_i² = 1/3, E q_i⁴ = 1/5,
    // E q_i² q_j² = 1/15, so the variances are 4/45 on the diagonal and 1/15 off it.
    const n = 4000;
    const sum = new Array<number>(9).fill(0);
    for (let seed = 0; seed < n; seed++) {
      drawn([1, 0, 0], seed)
        .flat()
        .forEach((entry, e) => (sum[e]! += entry));
    }
    sum.forEach((total, e) => {
      const diagonal = e % 4 === 0;
      const deviation = Math.sqrt((diagonal ? 4 / 45 : 1 / 15) / n);
      expect(Math.abs(total / n - (diagonal ? 1 / 3 : 0))).toBeLessThan(6 * deviation);
    });
  });
});
