import { describe, expect, test } from 'vitest';
import { spectralRadius } from '../../src/maths/eigenvalues.ts';
import { identity, matrixPower } from '../../src/maths/linearAlgebra.ts';
import type { LinearMean } from '../../src/problems/operator.ts';
import type { TriggerConfiguration } from '../../src/protocol/configuration.ts';
import type { AlgorithmName } from '../../src/algorithms/catalogue.ts';
import { averageMap } from '../../src/theory/averageMap.ts';
import { dominantModulus } from '../../src/theory/dominantModulus.ts';
import { roundFactor } from '../../src/theory/roundMap.ts';
import { directScafflsa, linearOf, randomMeans, scalarMeans } from './linearFixture.ts';

function factor(
  name: AlgorithmName,
  d: number,
  means: readonly LinearMean[],
  stepSize: number,
  trigger: TriggerConfiguration,
  serverStepSize = 1,
): number {
  const linear = linearOf(d, means);
  return roundFactor(linear, averageMap(linear, stepSize, trigger), { name, serverStepSize }, trigger);
}

const TWO = scalarMeans([1, 1], [2, 4]);
const H2 = { kind: 'deterministic', localSteps: 2 } as const;

describe('scalar agents with Ā = 1 and 2, by hand', () => {
  test('Local SA contracts by the mean of (1 − η)² and (1 − 2η)²', () => {
    expect(factor('local-sa', 1, TWO, 0.1, H2)).toBeCloseTo((0.81 + 0.64) / 2, 15);
  });

  test('FedHSA contracts by 1 − α_g η C̄ Ā with C̄ = 2 − 1.5η and Ā = 1.5', () => {
    // At α_g = 1 that is (1 − 1.5η)².
    expect(factor('fedhsa', 1, TWO, 0.1, H2)).toBeCloseTo(0.85 ** 2, 15);
    expect(factor('fedhsa', 1, TWO, 0.1, H2, 3)).toBeCloseTo(1 - 3 * 0.1 * 1.85 * 1.5, 15);
  });

  test('SCAFFLSA contracts by the larger eigenvalue of its 2 × 2 map on (e, z₁)', () => {
    // û₁ = Γ₁e + ηC₁z, û₂ = Γ₂e − ηC₂z, z₂ = −z₁ = −z, and z⁺ = z + κ(e⁺ − û₁), with
    // Γ = 0.81, 0.64, C = 1.9, 1.8 and κ = 1/(ηH) = 5.
    const [a, b] = [(0.81 + 0.64) / 2, (0.1 * (1.9 - 1.8)) / 2];
    const [c, e] = [(5 * (0.64 - 0.81)) / 2, 1 - (5 * 0.1 * (1.9 + 1.8)) / 2];
    const largest = (a + e) / 2 + Math.sqrt(((a - e) / 2) ** 2 + b * c);
    expect(factor('scafflsa', 1, TWO, 0.1, H2)).toBeCloseTo(largest, 14);
  });

  test('under the Bernoulli trigger Local SA contracts by the mean of pB/(1 − (1 − p)B)', () => {
    // p = ½, η = 0.1: B = 0.9 and 0.8.
    const expected = (0.45 / 0.55 + 0.4 / 0.6) / 2;
    expect(factor('local-sa', 1, TWO, 0.1, { kind: 'bernoulli', probability: 0.5 })).toBeCloseTo(
      expected,
      14,
    );
  });

  test('where the expectation over the gaps does not exist the factor is infinite', () => {
    for (const name of ['local-sa', 'scafflsa', 'fedhsa'] as const) {
      expect(factor(name, 1, TWO, 2, { kind: 'bernoulli', probability: 0.5 })).toBe(Infinity);
    }
  });
});

describe('SCAFFLSA with many agents', () => {
  test('agents with one Ā have the radius max(ρ(B^H), ρ(I − C/H)), also by Arnoldi’s method', () => {
    // e⁺ = Γe since Σz = 0; then z_i⁺ = (I − C/H)z_i on the plane Σz = 0, whatever e.
    const [d, eta, localSteps] = [2, 0.3, 25];
    const A = randomMeans(1, d, 0.5, 3)[0]!.A;
    const B = identity(d).map((value, j) => value - eta * A[j]!);
    const C = new Float64Array(d * d);
    for (let k = 0; k < localSteps; k++) matrixPower(B, d, k).forEach((value, j) => (C[j]! += value));
    const controls = identity(d).map((value, j) => value - C[j]! / localSteps);
    const expected = Math.max(spectralRadius(matrixPower(B, d, localSteps), d), spectralRadius(controls, d));
    for (const agents of [4, 50]) {
      const means = randomMeans(agents, d, 0.5, 9).map(({ b }) => ({ kind: 'linear' as const, A, b }));
      const found = factor('scafflsa', d, means, eta, { kind: 'deterministic', localSteps });
      expect(Math.abs(found - expected)).toBeLessThan(1e-9);
    }
  });

  test('the iterates of 40 different agents shrink at the rate that Arnoldi’s method finds', () => {
    const [d, eta, localSteps] = [2, 0.1, 5];
    const means = randomMeans(40, d, 0.5, 21);
    const { root } = linearOf(d, means);
    const run = directScafflsa(means, new Float64Array(d), eta);
    const distance = (theta: Float64Array): number =>
      Math.hypot(...theta.map((value, j) => value - root[j]!));
    let [early, late] = [0, 0];
    // A window long enough to average over turning, short of rounding: 0.7⁶⁰ ≈ 1e-9.
    for (let t = 1; t <= 60; t++) {
      const now = distance(Float64Array.from(run.round(localSteps, 1 / (eta * localSteps))));
      if (t === 20) early = now;
      if (t === 60) late = now;
    }
    const rate = (late / early) ** (1 / 40);
    const found = factor('scafflsa', d, means, eta, { kind: 'deterministic', localSteps });
    // Lower eigenvalues still count at round 20: within a few per cent.
    expect(Math.abs(rate / found - 1)).toBeLessThan(0.03);
  });
});

test('Arnoldi’s method finds a radius of 2 in a diagonal map of size 200, and infinity in an infinite one', () => {
  const scaled = (x: Float64Array): Float64Array => x.map((value, j) => value * (j === 3 ? -2 : j / 200));
  expect(Math.abs(dominantModulus(200, scaled) - 2)).toBeLessThan(1e-9);
  expect(dominantModulus(200, (x) => x.map(() => Infinity))).toBe(Infinity);
});
