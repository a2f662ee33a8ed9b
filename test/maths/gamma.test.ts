/** Against values that are known in closed form, and an integral. */
import { expect, test } from 'vitest';
import { gamma, scaledExponentialIntegral } from '../../src/maths/gamma.ts';

test('Γ is the factorial, and (2n − 1)!!/2ⁿ √π half way between, to 13 digits', () => {
  let [whole, half] = [1, Math.sqrt(Math.PI)];
  for (let n = 1; n <= 170; n++) {
    expect(gamma(n) / whole - 1).toBeCloseTo(0, 12);
    expect(gamma(n - 0.5) / half - 1).toBeCloseTo(0, 12);
    whole *= n;
    half *= n - 0.5;
  }
  expect(gamma(172)).toBe(Infinity);
});

test('Γ(x) Γ(1 − x) = π/sin πx, also near 0', () => {
  for (const x of [1e-6, 0.01, 0.2, 1 / 3, 0.49])
    expect((gamma(x) * gamma(1 - x) * Math.sin(Math.PI * x)) / Math.PI).toBeCloseTo(1, 13);
});

test('e^x E₁(x) is ∫ e^{−u}/(x + u) du over (0, ∞)', () => {
  // u = e^v and the trapezoid rule, exact to rounding
  const integral = (x: number): number => {
    let sum = 0;
    for (let v = -80; v <= 8; v += 1 / 64) sum += Math.exp(v - Math.exp(v)) / (x + Math.exp(v)) / 64;
    return sum;
  };
  for (const x of [1e-8, 0.01, 0.5, 0.999, 1, 1.001, 3, 40, 1e4])
    expect(scaledExponentialIntegral(x) / integral(x)).toBeCloseTo(1, 12);
});
