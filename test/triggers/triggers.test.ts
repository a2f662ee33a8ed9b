import { describe, expect, test } from 'vitest';
import { geometricGap } from '../../src/triggers/bernoulli.ts';
import { gapsOf, lawOf, meanGap } from '../../src/triggers/index.ts';
import { type Generator, generatorFor } from '../../src/maths/generator.ts';
import { chiSquareBound, ONE_IN_1E8, pearson } from '../oracles/tailBounds.ts';

/** A generator that knows one number. */
const fixed = (u: number): Generator => ({ uniform: () => u }) as unknown as Generator;

describe('a gap of Bernoulli(p) coins', () => {
  test('is k exactly for uniforms in [1 − (1−p)^(k−1), 1 − (1−p)^k): an interval of length p (1−p)^(k−1)', () => {
    for (const p of [0.5, 0.25, 0.1, 0.9, 1e-3]) {
      for (const k of [1, 2, 3, 5, 10]) {
        const from = 1 - (1 - p) ** (k - 1);
        const to = 1 - (1 - p) ** k;
        // 10⁻¹² inside the ends, where rounding of the ends themselves does not matter
        expect(geometricGap(p, fixed(from + 1e-12))).toBe(k);
        expect(geometricGap(p, fixed(to - 1e-12))).toBe(k);
        expect(geometricGap(p, fixed((from + to) / 2))).toBe(k);
      }
    }
  });

  test('is 1 for p = 1, whatever is drawn, and at least 1 for u = 0', () => {
    for (const u of [0, 0.5, 1 - 2 ** -53]) expect(geometricGap(1, fixed(u))).toBe(1);
    for (const p of [1e-9, 0.3, 1 - 1e-16]) expect(geometricGap(p, fixed(0))).toBe(1);
  });

  test('never exceeds 2³¹ − 1, which 32 bits hold', () => {
    expect(geometricGap(1e-300, fixed(1 - 2 ** -53))).toBe(2_147_483_647);
  });

  test('has the probabilities p (1−p)^(k−1) over 100,000 draws for p = 0.3, and one uniform a gap', () => {
    const p = 0.3;
    const generator = generatorFor(1, 'trigger');
    const twin = generatorFor(1, 'trigger');
    const counts = new Array<number>(21).fill(0);
    for (let time = 0; time < 100_000; time++) {
      counts[Math.min(geometricGap(p, generator), 21) - 1]!++;
      twin.uniform();
    }
    const law = counts.map((_, k) => (k < 20 ? p * (1 - p) ** k : (1 - p) ** 20));
    expect(pearson(counts, law)).toBeLessThan(chiSquareBound(20, ONE_IN_1E8));
    expect(generator.uniform()).toBe(twin.uniform());
  });
});

describe('the next gap', () => {
  test('is H and draws nothing under the deterministic trigger', () => {
    const generator = generatorFor(2, 'trigger');
    for (let time = 0; time < 3; time++)
      expect(gapsOf({ kind: 'deterministic', localSteps: 7 })(time, generator)).toBe(7);
    expect(generator.uniform()).toBe(generatorFor(2, 'trigger').uniform());
  });

  test('is the geometric gap under the Bernoulli trigger', () => {
    const [one, other] = [generatorFor(3, 'trigger'), generatorFor(3, 'trigger')];
    for (let time = 0; time < 50; time++) {
      expect(gapsOf({ kind: 'bernoulli', probability: 0.2 })(time, one)).toBe(geometricGap(0.2, other));
    }
  });
});

test('laws and mean gaps are those of what is drawn', () => {
  expect(lawOf({ kind: 'deterministic', localSteps: 7 })).toEqual({ kind: 'constant', gap: 7 });
  expect(meanGap({ kind: 'deterministic', localSteps: 7 })).toBe(7);
  const coins = { kind: 'bernoulli', probability: 0.25 } as const;
  expect(lawOf(coins)).toEqual({ kind: 'geometric', probability: 0.25 });
  // Σ k p q^(k−1), cut where q^k is below rounding
  const sum = Array.from({ length: 200 }, (_, k) => (k + 1) * 0.25 * 0.75 ** k).reduce((a, b) => a + b);
  expect(meanGap(coins)).toBeCloseTo(sum, 12);
});
