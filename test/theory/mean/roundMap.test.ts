import { describe, expect, test } from 'vitest';
import { spectralRadius } from '../../../src/maths/eigenvalues.ts';
import { identity, matrixPower } from '../../../src/maths/linearAlgebra.ts';
import type { LinearMean } from '../../../src/problems/operator.ts';
import type {
  AlgorithmConfiguration,
  AlgorithmName,
  TriggerConfiguration,
} from '../../../src/configuration/configuration.ts';
import { dominantModulus } from '../../../src/maths/dominantModulus.ts';
import { meanRound } from '../../../src/theory/mean/roundMap.ts';
import { directScafflsa, linearOf, randomMeans, roundFactor, scalarMeans } from '../linearFixture.ts';

/** The momentum of Local SGD-M; the others have none. */
const BETA = 0.4;

function factor(
  name: Exclude<AlgorithmName, 'richardson-romberg'>,
  d: number,
  means: readonly LinearMean[],
  stepSize: number,
  trigger: TriggerConfiguration,
  serverStepSize = 1,
): number {
  // Each takes those that are its own.
  const algorithm = { name, stepSize, serverStepSize, momentum: BETA } as AlgorithmConfiguration;
  return roundFactor(linearOf(d, means), algorithm, trigger);
}

const TWO = scalarMeans([1, 1], [2, 4]);
const COIN = { kind: 'bernoulli', probability: 0.5 } as const;
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

  test('Minibatch SGD contracts by |1 − γĀ| with Ā = 1.5, for every number of observations and either trigger', () => {
    for (const trigger of [H2, { kind: 'deterministic', localSteps: 50 }, COIN] as const) {
      expect(factor('minibatch-sgd', 1, TWO, NaN, trigger, 0.4)).toBeCloseTo(0.4, 15);
      expect(factor('minibatch-sgd', 1, TWO, NaN, trigger, 1.2)).toBeCloseTo(0.8, 15);
    }
  });

  test('Local SGD-M contracts by the larger eigenvalue of [[1 − γβS, −γ(1 − β)T̄], [βS, (1 − β)T̄]]', () => {
    // H = 2: T_i = C_i/2 = 1 − ηβa_i/2. η = 0.5, β = 0.4: T = 0.9 and 0.8, T̄ = 0.85,
    // S = (0.9·1 + 0.8·2)/2 = 1.25. γ = 0.6: trace 1 − 0.3 + 0.51 = 1.21, determinant (1 − β)T̄ = 0.51.
    const largest = Math.sqrt(0.51);
    // 1.21² < 4 · 0.51: two complex eigenvalues, of modulus √0.51.
    expect(factor('local-sgd-m', 1, TWO, 0.5, H2, 0.6)).toBeCloseTo(largest, 14);
    // γ = 0.1: trace 1 − 0.05 + 0.51 = 1.46, the same determinant.
    const trace = 1.46;
    expect(factor('local-sgd-m', 1, TWO, 0.5, H2, 0.1)).toBeCloseTo(
      trace / 2 + Math.sqrt(trace ** 2 / 4 - 0.51),
      14,
    );
  });

  test('SCAFFOLD contracts by the larger eigenvalue of its 2 × 2 map on (e, z₁)', () => {
    // Δy_i = ηC_i r_i, r₁ = z − e, r₂ = −z − 2e, with ηC = 0.19 and 0.18 and T = 0.95 and 0.9:
    // e⁺ = e + (α_g/2)(0.19(z − e) + 0.18(−z − 2e)) = (1 − 0.275α_g)e + 0.005α_g z;
    // z₁ − T₁r₁ = 0.05z + 0.95e and z₂ − T₂r₂ = −0.1z + 1.8e; z⁺ = half of their difference.
    for (const gain of [1, 1.7]) {
      const [a, b] = [1 - 0.275 * gain, 0.005 * gain];
      const [c, e] = [(0.95 - 1.8) / 2, (0.05 + 0.1) / 2];
      const largest = (a + e) / 2 + Math.sqrt(((a - e) / 2) ** 2 + b * c);
      expect(factor('scaffold', 1, TWO, 0.1, H2, gain)).toBeCloseTo(largest, 14);
    }
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
    for (const name of ['local-sa', 'scafflsa', 'fedhsa', 'scaffold'] as const)
      expect(factor(name, 1, TWO, 2, COIN)).toBe(Infinity);
    // The local step of Local SGD-M is ηβ.
    expect(factor('local-sgd-m', 1, TWO, 2 / BETA, COIN)).toBe(Infinity);
  });
});

describe('the same round under two names', () => {
  const means = randomMeans(5, 3, 0.4, 6);
  const [eta, localSteps] = [0.2, 7];
  const H7 = { kind: 'deterministic', localSteps } as const;

  test('SCAFFOLD with α_g = 1 has the factor of SCAFFLSA under the deterministic trigger', () => {
    const difference = factor('scaffold', 3, means, eta, H7) - factor('scafflsa', 3, means, eta, H7);
    expect(Math.abs(difference)).toBeLessThan(1e-13);
  });

  test('Local SGD-M with β = 1 and γ = ηH has the factor of Local SA', () => {
    const algorithm = { name: 'local-sgd-m', stepSize: eta, serverStepSize: eta * localSteps, momentum: 1 };
    const found = roundFactor(linearOf(3, means), { ...algorithm, name: 'local-sgd-m' }, H7);
    expect(Math.abs(found - factor('local-sa', 3, means, eta, H7))).toBeLessThan(1e-13);
  });

  test('Minibatch SGD with γ = η has the factor of Local SA with one local step', () => {
    const H1 = { kind: 'deterministic', localSteps: 1 } as const;
    const difference =
      factor('minibatch-sgd', 3, means, NaN, H1, eta) - factor('local-sa', 3, means, eta, H1);
    expect(Math.abs(difference)).toBeLessThan(1e-15);
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

test('corrected algorithms end at the root of 500 agents, whose pulls add up to rounding', () => {
  const pairs = Array.from({ length: 500 }, (_, i): readonly [number, number] => [
    1,
    1000 + Math.sin(i) / 1000,
  ]);
  for (const name of ['scafflsa', 'scaffold'] as const) {
    const algorithm = { name, stepSize: 0.1, serverStepSize: 1 };
    const limit = meanRound(linearOf(1, scalarMeans(...pairs)), algorithm, H2)!.limit();
    expect([...limit]).toEqual([0]);
  }
});
