import { describe, expect, test } from 'vitest';
import { identity, multiply } from '../../../src/maths/linearAlgebra.ts';
import { matrix } from '../../../src/maths/matrix.ts';
import { stepAverage } from '../../../src/theory/mean/stepAverage.ts';
import { randomMeans } from '../linearFixture.ts';

const averageOf = (A: Float64Array, d: number, stepSize: number, p: number): Float64Array =>
  stepAverage(matrix(d, d, A), stepSize, p).values;

describe('under the Bernoulli trigger', () => {
  test('T of one dimension is (p/q) ln((1 − qB)/p)/(1 − B), for p from 10⁻⁶ to 0.9999 and up to the edge of existence', () => {
    // Σ_K p q^{K−1}/K · (1 − Bᴷ)/(1 − B), with Σ_K xᴷ/K = −ln(1 − x).
    for (const [a, p] of [
      [0.3, 0.02],
      [0.01, 0.001],
      [0.1, 1e-6],
      [1.5, 0.1],
      [2.5, 0.7],
      [0.5, 0.9999],
      // (1 − p)|B| = 0.9999 and 0.99891: at 1, T ceases to exist.
      [-0.01, 0.01],
      [2.009, 0.01],
    ] as const) {
      const q = 1 - p;
      const expected = ((p / q) * Math.log((1 - q * (1 - a)) / p)) / a;
      const found = averageOf(Float64Array.of(a), 1, 1, p)[0]!;
      // The logarithm of 1 − qB itself is good to 1e-16/10⁻⁴ at the edge.
      expect(Math.abs(found / expected - 1), `a = ${a}, p = ${p}`).toBeLessThan(2e-12);
    }
  });

  test('T of matrices is the series Σ p q^{K−1} C_K/K, cut after 2,000 terms', () => {
    const d = 3;
    const A = randomMeans(1, d, 0.5, 1)[0]!.A;
    const B = identity(d).map((value, j) => value - 0.3 * A[j]!);
    for (const p of [0.02, 0.3, 0.9]) {
      const expected = new Float64Array(d * d);
      let power: Float64Array = identity(d);
      let sum: Float64Array = new Float64Array(d * d);
      for (let gap = 1; gap <= 2_000; gap++) {
        sum = sum.map((value, j) => value + power[j]!);
        power = multiply(B, power, d);
        for (let j = 0; j < d * d; j++) expected[j]! += (p * (1 - p) ** (gap - 1) * sum[j]!) / gap;
      }
      const found = averageOf(A, d, 0.3, p);
      // What is cut off has probability 0.98²⁰⁰⁰ < 3e-18.
      found.forEach((value, j) => expect(Math.abs(value - expected[j]!)).toBeLessThan(1e-13));
    }
  });

  test('A = 0 has T = I', () => {
    averageOf(new Float64Array(4), 2, 0.1, 0.05).forEach((value, j) =>
      expect(Math.abs(value - identity(2)[j]!)).toBeLessThan(1e-14),
    );
  });
});
