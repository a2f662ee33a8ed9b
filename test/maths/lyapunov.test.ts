import { expect, test } from 'vitest';
import { Generator } from '../../src/maths/generator.ts';
import { spectralRadius } from '../../src/maths/eigenvalues.ts';
import { multiply, transpose } from '../../src/maths/linearAlgebra.ts';
import { stationaryCovariance, summedByDoubling } from '../../src/maths/lyapunov.ts';

test('a scalar autoregression has the variance v/(1 − q²), also at q = 0.999999', () => {
  for (const q of [0, -0.5, 0.9, 0.999999]) {
    const expected = 0.01 / (1 - q * q);
    // 1 − q² itself has a relative error of ε/(1 − q²).
    const tolerance = (8 * Number.EPSILON) / (1 - q * q);
    expect(Math.abs(stationaryCovariance(Float64Array.of(q), 1, 0.01)[0]! / expected - 1)).toBeLessThan(
      tolerance,
    );
  }
});

test('a nilpotent Q sums two terms: I + QQᵀ', () => {
  // Q = [[0, 3], [0, 0]], Q² = 0, QQᵀ = [[9, 0], [0, 0]].
  expect([...stationaryCovariance(Float64Array.of(0, 3, 0, 0), 2, 1)]).toEqual([10, 0, 0, 1]);
});

test('a random Q of spectral radius 1/1.2 satisfies Σ = QΣQᵀ + vI, with Σ symmetric to the bit', () => {
  const n = 10;
  const generator = new Generator([5, 6, 7, 8]);
  const raw = Float64Array.from({ length: n * n }, () => generator.normal());
  const scale = 1 / (1.2 * spectralRadius(raw, n));
  const Q = raw.map((value) => value * scale);
  const sigma = stationaryCovariance(Q, n, 0.01);
  const back = multiply(multiply(Q, sigma, n), transpose(Q, n), n);
  const size = Math.max(...sigma.map(Math.abs));
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n; j++) {
      const expected = back[i * n + j]! + (i === j ? 0.01 : 0);
      expect(Math.abs(sigma[i * n + j]! - expected)).toBeLessThan(1e-13 * size);
      expect(sigma[i * n + j]).toBe(sigma[j * n + i]);
    }
  }
});

test('a spectral radius of 1 or more is refused', () => {
  for (const q of [1, -1, 1.001]) {
    expect(() => stationaryCovariance(Float64Array.of(q), 1, 1)).toThrow(RangeError);
  }
  expect(() => stationaryCovariance(Float64Array.of(0, 1, 1, 0), 2, 1)).toThrow(RangeError);
});

test('a stationary law that rounding decides is refused with its condition number', () => {
  const close = (gap: number) => () => stationaryCovariance(Float64Array.of(1 - gap), 1, 1);
  // (1 + q²)/(1 − q²) is about 1/gap
  expect(close(2 ** -32)()[0]! * 2 * 2 ** -32).toBeCloseTo(1, 6);
  expect(close(2 ** -40)).toThrow('the condition number of the stationary law is about 1e+12, above 1e+10');
});

test('a variance that is small beside another one is summed to its end', () => {
  // 1/(1 − ¼) of 1, and 1/(1 − 0.998001) of 10⁻⁴⁰
  const Q = Float64Array.of(0.5, 0, 0, 0.999);
  const sigma = summedByDoubling(Q, 2, Float64Array.of(1, 0, 0, 1e-40));
  expect(Math.abs(sigma[0]! / (4 / 3) - 1)).toBeLessThan(1e-15);
  expect(Math.abs((sigma[3]! * (1 - 0.999 ** 2)) / 1e-40 - 1)).toBeLessThan(1e-12);
});
