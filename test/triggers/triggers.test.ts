import { describe, expect, test } from 'vitest';
import { geometricGap } from '../../src/triggers/bernoulli.ts';
import { lawOf, meanGap, type OwnTrigger, roundGaps } from '../../src/triggers/index.ts';
import type { RunConfiguration } from '../../src/configuration/configuration.ts';
import { configurationOf, replicationsOf } from '../oracles/events.ts';
import { specificationOf } from '../oracles/explicitProblem.ts';
import { ownTrigger } from '../oracles/ownTriggers.ts';
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

describe('the gaps of rounds', () => {
  test('are H under the deterministic trigger', () => {
    const gaps = roundGaps({ kind: 'deterministic', localSteps: 7 }, 3, 2);
    for (const round of [1, 2, 3]) expect(gaps(round)).toBe(7);
  });

  test('are geometric under the Bernoulli trigger, of the seed’s own coins', () => {
    const gaps = roundGaps({ kind: 'bernoulli', probability: 0.2 }, 3, 3);
    const coins = generatorFor(3, 'trigger');
    for (let round = 1; round <= 50; round++) expect(gaps(round)).toBe(geometricGap(0.2, coins));
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

describe('gaps that differ by agent', () => {
  /** uniform on 1, …, 6 */
  const dice: OwnTrigger = ownTrigger('dice', (_round, { coins }) => 1 + coins.below(6));

  test('are drawn from each agent’s own coins, so that an agent more changes nobody’s', () => {
    const [three, four] = [3, 4].map((agents) => {
      const gaps = roundGaps(dice, agents, 5);
      return Array.from({ length: 20 }, (_, t) => gaps(t + 1) as readonly number[]);
    }) as [number[][], number[][]];
    expect(four.map((round) => round.slice(0, 3))).toEqual(three);
    for (const agent of [0, 1, 2]) {
      const coins = generatorFor(5, 'trigger', agent);
      expect(three.map((round) => round[agent])).toEqual(Array.from(three, () => 1 + coins.below(6)));
    }
  });

  test.each([
    [0, '0'],
    [2.5, '2.5'],
    [NaN, 'NaN'],
    [2 ** 31, '2147483648'],
  ])('a gap of %d is refused, with its trigger and round', (gap, found) => {
    const gaps = roundGaps(
      ownTrigger(`bad-${found}`, () => gap),
      2,
      1,
    );
    expect(() => gaps(3)).toThrow(
      `trigger bad-${found}, round 3: it gives ${found} local steps; it must give a whole number from 1 to 2147483647`,
    );
  });

  test.each<Partial<RunConfiguration>>([
    { placement: 'inline' },
    { placement: 'packed', threads: 2 },
    { placement: 'own-thread' },
    { placement: 'inline', kernels: 'reference' },
    { placement: 'inline', verify: true },
    { placement: 'inline', budget: { kind: 'steps', steps: 12 } },
  ])('agents take 1, 3 and 5 local steps a round under %o, and the mean is counted', async (changes) => {
    // θ_i ← θ_i − α (a_i θ_i − b_i) without noise: H_i steps from θ̄ leave r_i = (1 − α a_i)^H_i of θ̄ − b_i/a_i.
    const [A, b] = [
      [1, 2, 3],
      [1, 1, 2],
    ];
    const H = [1, 3, 5];
    const alpha = 0.1;
    const specification = specificationOf(
      A.map((a, i) => ({ transition: [[1]], A: [[[a]]], b: [[b[i]!]], initial: 'stationary' })),
    );
    const trigger = ownTrigger('uneven', (_round, { agent }) => H[agent]!);
    const { records } = (
      await replicationsOf(
        specification,
        configurationOf({
          trigger,
          sampling: 'exact',
          initial: [2],
          budget: { kind: 'rounds', rounds: 4 },
          recording: 'all',
          iterates: true,
          ...changes,
        }),
      )
    )[0]!;
    expect(records.map(({ step }) => step)).toEqual([0, 3, 6, 9, 12]);
    const root = (1 + 1 + 2) / (1 + 2 + 3);
    let theta = 2;
    const errors = [(theta - root) ** 2];
    for (let t = 1; t <= 4; t++) {
      theta =
        A.reduce((sum, a, i) => sum + b[i]! / a + (1 - alpha * a) ** H[i]! * (theta - b[i]! / a), 0) / 3;
      errors.push((theta - root) ** 2);
    }
    records.forEach(({ error }, t) => expect(error).toBeCloseTo(errors[t]!, 14));
  });
});
