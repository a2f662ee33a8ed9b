import { describe, expect, test } from 'vitest';
import { spectralRadius } from '../../src/maths/eigenvalues.ts';
import { identity, matrixPower, multiply } from '../../src/maths/linearAlgebra.ts';
import { stationaryDistribution } from '../../src/maths/markovChain.ts';
import { mixingTime, spectralGap } from '../../src/maths/mixing.ts';
import { jointPseudoSpectralGap, pseudoSpectralGap } from '../../src/maths/pseudoSpectralGap.ts';
import { CYCLE, STYLE, TWO_CLASSES, kernel, randomKernel } from './chainExamples.ts';

/** γ((P*)^k P^k) from the definition: P* written out, π taken off as a projection. */
function gapOfPower(P: Float64Array, states: number, stationary: Float64Array, k: number): number {
  const reversal = new Float64Array(states * states);
  for (let x = 0; x < states; x++)
    for (let y = 0; y < states; y++)
      reversal[x * states + y] = (stationary[y]! * P[y * states + x]!) / stationary[x]!;
  const product = multiply(matrixPower(reversal, states, k), matrixPower(P, states, k), states);
  for (let x = 0; x < states; x++)
    for (let y = 0; y < states; y++) product[x * states + y]! -= stationary[y]!;
  return 1 - spectralRadius(product, states);
}

/** A reversible chain: symmetric weights, rows normalised. */
function reversibleKernel(states: number, seed: number): Float64Array {
  const random = randomKernel(states, seed);
  const P = new Float64Array(states * states);
  for (let x = 0; x < states; x++) {
    let sum = 0;
    for (let y = 0; y < states; y++) {
      P[x * states + y] = random[x * states + y]! + random[y * states + x]!;
      sum += P[x * states + y]!;
    }
    for (let y = 0; y < states; y++) P[x * states + y]! /= sum;
  }
  return P;
}

describe('pseudoSpectralGap', () => {
  test('of [[¾, ¼], [½, ½]], whose other eigenvalue is ¼, is 1 − 1/16, at k = 1', () => {
    const gap = pseudoSpectralGap(STYLE, 2, Float64Array.of(2 / 3, 1 / 3))!;
    expect(gap.gap).toBeCloseTo(15 / 16, 14);
    expect(gap.power).toBe(1);
  });

  test('of a reversible chain is 1 − λ², λ the second largest modulus', () => {
    for (const seed of [3, 4]) {
      const P = reversibleKernel(7, seed);
      const gap = pseudoSpectralGap(P, 7, stationaryDistribution(P, 7))!;
      expect(gap.gap).toBeCloseTo(1 - (1 - spectralGap(P, 7)) ** 2, 11);
      expect(gap.power).toBe(1);
    }
  });

  test('of random chains is the maximum of the definition over k up to 1/ν_ps, and may need k > 1', () => {
    const powers: number[] = [];
    // 0 → 1 → 2 → 0 or stay in 2: P*P has eigenvalue 1 twice, P²'s has not
    const delayed = kernel([0, 1, 0], [0, 0, 1], [0.5, 0, 0.5]);
    for (const P of [randomKernel(5, 1), randomKernel(9, 2), delayed]) {
      const states = Math.sqrt(P.length);
      const stationary = stationaryDistribution(P, states);
      const { gap, power } = pseudoSpectralGap(P, states, stationary)!;
      let best = 0;
      for (let k = 1; k <= Math.ceil(1 / gap); k++)
        best = Math.max(best, gapOfPower(P, states, stationary, k) / k);
      expect(gap).toBeCloseTo(best, 11);
      expect(gapOfPower(P, states, stationary, power) / power).toBeCloseTo(best, 11);
      powers.push(power);
    }
    expect(powers.at(-1)).toBeGreaterThan(1);
  });

  test('1/ν_ps ≤ 2 τ(¼) (Streaming FL, (165)), on reversible and other chains', () => {
    for (const P of [reversibleKernel(6, 8), randomKernel(6, 9), kernel([0.99, 0.01], [0.01, 0.99])]) {
      const states = Math.sqrt(P.length);
      const stationary = stationaryDistribution(P, states);
      const { gap } = pseudoSpectralGap(P, states, stationary)!;
      expect(1 / gap).toBeLessThanOrEqual(2 * mixingTime(P, states, stationary, 0.25));
    }
  });

  test('transient states do not count, independent draws have gap 1, and so has a single state', () => {
    const P = kernel([0.9, 0.05, 0.05], [0, 0.75, 0.25], [0, 0.5, 0.5]);
    expect(pseudoSpectralGap(P, 3, stationaryDistribution(P, 3))!.gap).toBeCloseTo(15 / 16, 14);
    const fresh = kernel([0.25, 0.75], [0.25, 0.75]);
    expect(pseudoSpectralGap(fresh, 2, Float64Array.of(0.25, 0.75))!.gap).toBeCloseTo(1, 14);
    expect(pseudoSpectralGap(identity(1), 1, Float64Array.of(1))).toEqual({ gap: 1, power: 1 });
  });

  test('what does not mix has none: 0', () => {
    expect(pseudoSpectralGap(CYCLE, 3, new Float64Array(3).fill(1 / 3))).toEqual({ gap: 0, power: 0 });
    expect(pseudoSpectralGap(TWO_CLASSES, 5, Float64Array.of(0, 0, 0, 1, 0))!.gap).toBe(0);
  });

  test('a search that is not allowed to end gives nothing', () => {
    const P = kernel([0, 1, 0], [0, 0, 1], [0.5, 0, 0.5]);
    expect(pseudoSpectralGap(P, 3, stationaryDistribution(P, 3), 1)).toBeUndefined();
  });
});

test('independent chains together: as of their product, below the smallest of theirs where the powers differ', () => {
  const chains = [3, 4].map((states) => {
    // nearly a cycle: the best power is that at which the way round is done
    const transition = Float64Array.from({ length: states * states }, (_, e) => {
      const [x, y] = [Math.floor(e / states), e % states];
      return y === (x + 1) % states ? 0.7 : 0.3 / (states - 1);
    });
    return { transition, states, stationary: stationaryDistribution(transition, states) };
  });
  const [left, other] = chains;
  const n = 12;
  const product = Float64Array.from({ length: n * n }, (_, e) => {
    const [x, y] = [Math.floor(e / n), e % n];
    const first = left!.transition[Math.floor(x / 4) * 3 + Math.floor(y / 4)]!;
    return first * other!.transition[(x % 4) * 4 + (y % 4)]!;
  });
  const stationary = Float64Array.from(
    { length: n },
    (_, x) => left!.stationary[Math.floor(x / 4)]! * other!.stationary[x % 4]!,
  );
  const joint = jointPseudoSpectralGap(chains)!;
  expect(Math.abs(joint.gap - pseudoSpectralGap(product, n, stationary)!.gap)).toBeLessThan(1e-12);
  for (const { transition, states, stationary } of chains)
    expect(joint.gap).toBeLessThanOrEqual(pseudoSpectralGap(transition, states, stationary)!.gap + 1e-12);
});
