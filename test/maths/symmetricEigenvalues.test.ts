import { describe, expect, test } from 'vitest';
import { eigenvalues } from '../../src/maths/eigenvalues.ts';
import { NumericalFailure } from '../../src/maths/numericalFailure.ts';
import { generatorFor } from '../../src/maths/generator.ts';
import { identity } from '../../src/maths/linearAlgebra.ts';
import { symmetricEigenvectors } from '../../src/maths/symmetricEigenvectors.ts';
import {
  largestEigenvalue,
  largestRatio,
  smallestEigenvalue,
  spectralNorm,
  symmetricEigenvalues,
} from '../../src/maths/symmetricEigenvalues.ts';

describe('extreme eigenvalues', () => {
  test('of [[2, 1], [1, 2]] are 1 and 3', () => {
    const S = Float64Array.of(2, 1, 1, 2);
    expect(smallestEigenvalue(S, 2)).toBeCloseTo(1, 14);
    expect(largestEigenvalue(S, 2)).toBeCloseTo(3, 14);
  });

  test('the spectral norm of [[3, 4], [0, 0]] is 5, and that of a rotation 1', () => {
    expect(spectralNorm(Float64Array.of(3, 4, 0, 0), 2)).toBeCloseTo(5, 14);
    expect(spectralNorm(Float64Array.of(0, -1, 1, 0), 2)).toBeCloseTo(1, 14);
  });

  test('the largest ratio of Q to S touches λS − Q ≽ 0', () => {
    const Q = Float64Array.of(4, 1, 1, 2);
    const S = Float64Array.of(2, 0.5, 0.5, 1);
    expect(largestRatio(Q, S, 2)).toBeCloseTo(2, 13);
    const T = Float64Array.of(1, 0.3, 0.3, 2);
    const ratio = largestRatio(Q, T, 2);
    const slack = T.map((value, j) => ratio * value - Q[j]!);
    expect(smallestEigenvalue(slack, 2)).toBeCloseTo(0, 13);
    expect(largestRatio(Q, identity(2), 2)).toBeCloseTo(largestEigenvalue(Q, 2), 13);
    expect(() => largestRatio(Q, Float64Array.of(1, 0, 0, -1), 2)).toThrow(RangeError);
  });
});

/** A symmetric matrix, by its lower triangle. */
function symmetric(n: number, element: (i: number, j: number) => number): Float64Array {
  const S = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let j = 0; j <= i; j++) S[i * n + j] = S[j * n + i] = element(i, j);
  return S;
}

/** The largest difference to what is expected, in units of n ε times the largest eigenvalue. */
function deviation(S: Float64Array, expected: readonly number[]): number {
  const n = expected.length;
  const found = symmetricEigenvalues(S, n);
  const wanted = [...expected].sort((a, b) => a - b);
  const size = Math.max(...wanted.map(Math.abs));
  return Math.max(...wanted.map((value, k) => Math.abs(value - found[k]!))) / (n * Number.EPSILON * size);
}

describe('all eigenvalues', () => {
  test.each([1, 2, 3, 10, 64])('of a path of %d rows are 2 − 2 cos(kπ/(n + 1))', (n) => {
    const S = symmetric(n, (i, j) => (i === j ? 2 : i - j === 1 ? -1 : 0));
    const known = Array.from({ length: n }, (_, k) => 2 - 2 * Math.cos(((k + 1) * Math.PI) / (n + 1)));
    expect(deviation(S, known)).toBeLessThan(4);
  });

  test.each([1, 1e-200, 1e200])('of dense matrices, times %d, are those of the general algorithm', (size) => {
    const generator = generatorFor(3, 'symmetric');
    for (let n = 1; n <= 24; n++) {
      const S = symmetric(n, () => size * (generator.uniform() - 0.5));
      expect(
        deviation(
          S,
          eigenvalues(S, n).map(({ re }) => re),
        ),
      ).toBeLessThan(10);
    }
  });

  test('of a cluster: 1 with n on all of a vector of ones', () => {
    const n = 40;
    const S = symmetric(n, (i, j) => 1 + (i === j ? 1 : 0));
    expect(deviation(S, [...new Array<number>(n - 1).fill(1), n + 1])).toBeLessThan(4);
  });

  test('of a matrix that falls into parts, with a diagonal of zeros', () => {
    const S = symmetric(6, (i, j) => (i - j === 1 && i % 2 === 1 ? 10 ** -i : 0));
    expect([...symmetricEigenvalues(S, 6)].map((value) => value.toPrecision(12))).toEqual(
      [-0.1, -1e-3, -1e-5, 1e-5, 1e-3, 0.1].map((value) => value.toPrecision(12)),
    );
    expect([...symmetricEigenvalues(new Float64Array(9), 3)]).toEqual([0, 0, 0]);
  });

  test('there are none of what is not finite', () => {
    expect(() => symmetricEigenvalues(Float64Array.of(1, NaN, NaN, 1), 2)).toThrow(NumericalFailure);
  });
});

test.each([1e300, 1e-300])('eigenvectors of a matrix of size %d are those of its multiple', (size) => {
  const S = [2, 1, 0.5, 1, 3, -1, 0.5, -1, 1];
  const { values, vectors } = symmetricEigenvectors(
    Float64Array.from(S, (value) => size * value),
    3,
  );
  const plain = symmetricEigenvectors(Float64Array.from(S), 3);
  values.forEach((value, k) => {
    expect(Math.abs(value / size / plain.values[k]! - 1)).toBeLessThan(1e-13);
  });
  vectors.forEach((element, k) => {
    expect(Math.abs(element - plain.vectors[k]!)).toBeLessThan(1e-13);
  });
});

test('a matrix with an element beyond all doubles has no eigenvectors', () => {
  for (const value of [NaN, Infinity])
    expect(() => symmetricEigenvectors(Float64Array.of(1, value, value, 1), 2)).toThrow(NumericalFailure);
});
