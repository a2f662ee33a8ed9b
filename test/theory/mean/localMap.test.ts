import { describe, expect, test } from 'vitest';
import { identity, multiply } from '../../../src/maths/linearAlgebra.ts';
import { matrix } from '../../../src/maths/matrix.ts';
import { localMap } from '../../../src/theory/mean/localMap.ts';
import { meanGap } from '../../../src/triggers/index.ts';
import { randomMeans } from '../linearFixture.ts';

const d = 3;
const A = randomMeans(1, d, 0.5, 1)[0]!.A;
const stepSize = 0.3;
const mean = matrix(d, d, A);
const B = identity(d).map((value, j) => value - stepSize * A[j]!);

describe('the deterministic trigger', () => {
  test('Γ = B^H and C = Σ_{k<H} Bᵏ for every H up to 40', () => {
    let power = identity(d);
    let sum = new Float64Array(d * d);
    for (let localSteps = 1; localSteps <= 40; localSteps++) {
      sum = sum.map((value, j) => value + power[j]!);
      power = multiply(power, B, d);
      const map = localMap(mean, stepSize, { kind: 'deterministic', localSteps })!;
      // Sums and products of matrices of norm about 1: some ε each.
      power.forEach((value, j) => expect(Math.abs(map.power.values[j]! - value)).toBeLessThan(1e-14));
      sum.forEach((value, j) => expect(Math.abs(map.sum.values[j]! - value)).toBeLessThan(1e-13));
    }
  });

  test('a singular Ā is no trouble: A = 0 has Γ = I and C = H I, also at H = 10,000', () => {
    const map = localMap(matrix(2, 2), 0.1, { kind: 'deterministic', localSteps: 10_000 })!;
    expect([...map.power.values]).toEqual([1, 0, 0, 1]);
    expect([...map.sum.values]).toEqual([10_000, 0, 0, 10_000]);
  });
});

describe('the Bernoulli trigger', () => {
  test('Γ and C are the expectations over Geometric(p) gaps: their series, cut after 2,000 terms', () => {
    for (const p of [0.02, 0.3, 0.9]) {
      const power = new Float64Array(d * d);
      const sum = new Float64Array(d * d);
      let current = identity(d);
      let partial = new Float64Array(d * d);
      for (let gap = 1; gap <= 2_000; gap++) {
        partial = partial.map((value, j) => value + current[j]!);
        current = multiply(current, B, d);
        const probability = p * (1 - p) ** (gap - 1);
        for (let j = 0; j < d * d; j++) {
          power[j]! += probability * current[j]!;
          sum[j]! += probability * partial[j]!;
        }
      }
      const map = localMap(mean, stepSize, { kind: 'bernoulli', probability: p })!;
      // What is cut off has probability 0.98²⁰⁰⁰ < 3e-18.
      power.forEach((value, j) => expect(Math.abs(map.power.values[j]! - value)).toBeLessThan(1e-13));
      sum.forEach((value, j) => expect(Math.abs(map.sum.values[j]! - value)).toBeLessThan(1e-12));
    }
  });

  test('p = 1 is one local step a round', () => {
    const map = localMap(mean, stepSize, { kind: 'bernoulli', probability: 1 })!;
    expect(map.power.values).toEqual(B);
    expect(map.sum.values).toEqual(identity(d));
  });

  test('the expectation exists if and only if (1 − p)|1 − ηa| < 1', () => {
    // p = ½: −1 < ½(1 − ηa) < 1 for a = −1 ends at η = 1, for a = 1 at η = 3.
    const exists = (a: number, step: number): boolean =>
      localMap(matrix(1, 1, Float64Array.of(a)), step, { kind: 'bernoulli', probability: 0.5 }) !== undefined;
    expect([exists(-1, 0.999), exists(-1, 1), exists(-1, 1.001)]).toEqual([true, false, false]);
    expect([exists(1, 2.999), exists(1, 3), exists(1, 3.001)]).toEqual([true, false, false]);
  });
});

test('the mean gap is H, or 1/p', () => {
  expect(meanGap({ kind: 'deterministic', localSteps: 7 })).toBe(7);
  expect(meanGap({ kind: 'bernoulli', probability: 0.25 })).toBe(4);
});
