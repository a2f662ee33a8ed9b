import { describe, expect, test } from 'vitest';
import { stationaryDistribution } from '../../src/maths/markovChain.ts';
import { mixingTime, spectralGap, supremumRatio } from '../../src/maths/mixing.ts';
import { CYCLE, STYLE, TWO_CLASSES, kernel, oneStep, randomKernel } from './chainExamples.ts';

/** τ(ε) by carrying every starting law forward step by step. */
function bruteForceMixingTime(P: Float64Array, stationary: Float64Array, epsilon: number): number {
  const states = stationary.length;
  let laws: Float64Array[] = Array.from({ length: states }, (_, x) =>
    Float64Array.from({ length: states }, (_, y) => (x === y ? 1 : 0)),
  );
  const distance = (law: Float64Array): number =>
    law.reduce((sum, value, y) => sum + Math.abs(value - stationary[y]!), 0) / 2;
  let time = 0;
  while (Math.max(...laws.map(distance)) > epsilon) {
    laws = laws.map((law) => oneStep(law, P));
    time += 1;
  }
  return time;
}

describe('mixingTime', () => {
  test('[[¾, ¼], [½, ½]] has τ(0.01) = 4, as ⅔·4⁻ᵗ is 0.0104 at t = 3 and 0.0026 at t = 4', () => {
    const stationary = stationaryDistribution(STYLE, 2);
    expect(mixingTime(STYLE, 2, stationary, 0.01)).toBe(4);
    expect(mixingTime(STYLE, 2, stationary, 0.2)).toBe(1);
    expect(mixingTime(STYLE, 2, stationary, 0.7)).toBe(0);
  });

  test('random chains have the mixing time of a step-by-step computation', () => {
    for (const states of [2, 5, 12]) {
      const P = randomKernel(states, 100 + states);
      const stationary = stationaryDistribution(P, states);
      for (const epsilon of [0.25, 0.01, 1e-6]) {
        expect(mixingTime(P, states, stationary, epsilon)).toBe(bruteForceMixingTime(P, stationary, epsilon));
      }
    }
  });

  test('transient starts count', () => {
    // From state 0 the mass not yet in {1} is 0.9ᵗ: ≤ ½ from t = 7 on (0.9⁶ = 0.53, 0.9⁷ = 0.48).
    const P = kernel([0.9, 0.1], [0, 1]);
    expect(mixingTime(P, 2, stationaryDistribution(P, 2), 0.5)).toBe(7);
  });

  test('a chain that flips with probability 10⁻⁵ mixes in log ½ / log(1 − 2·10⁻⁵) steps', () => {
    // TV from either state is ½ (1 − 2p)ᵗ; ≤ ¼ from t = ⌈log ½ / log(1 − 2p)⌉ = ⌈34657.01…⌉ on.
    const p = 1e-5;
    const P = kernel([1 - p, p], [p, 1 - p]);
    const expected = Math.ceil(Math.log(0.5) / Math.log1p(-2 * p));
    expect(mixingTime(P, 2, Float64Array.of(0.5, 0.5), 0.25)).toBe(expected);
  });

  test('periodic chains and chains with several closed classes never mix', () => {
    expect(mixingTime(CYCLE, 3, new Float64Array(3).fill(1 / 3), 0.1)).toBe(Infinity);
    expect(mixingTime(TWO_CLASSES, 5, Float64Array.of(0, 0, 0, 1, 0), 0.1)).toBe(Infinity);
  });

  test('an ε outside (0, 1] is refused', () => {
    for (const epsilon of [0, -1, 1.5, NaN]) {
      expect(() => mixingTime(STYLE, 2, Float64Array.of(2 / 3, 1 / 3), epsilon)).toThrow(RangeError);
    }
  });
});

describe('spectral gap and supremum ratio', () => {
  test('a two-state chain that leaves with p and q has the gap 1 − |1 − p − q|', () => {
    expect(spectralGap(STYLE, 2)).toBeCloseTo(0.75, 14);
    expect(spectralGap(kernel([0.1, 0.9], [0.9, 0.1]), 2)).toBeCloseTo(0.2, 14);
  });

  test('periodic chains and several closed classes have no gap; a single state has gap 1', () => {
    expect(spectralGap(CYCLE, 3)).toBe(0);
    expect(spectralGap(kernel([1, 0], [0, 1]), 2)).toBe(0);
    expect(spectralGap(kernel([1]), 1)).toBe(1);
  });

  test('the supremum ratio of [[¾, ¼], [½, ½]] is ½/⅓ = 3/2, and 1 for independent draws', () => {
    expect(supremumRatio(STYLE, 2, Float64Array.of(2 / 3, 1 / 3))).toBeCloseTo(1.5, 14);
    expect(supremumRatio(kernel([0.25, 0.75], [0.25, 0.75]), 2, Float64Array.of(0.25, 0.75))).toBe(1);
  });
});
