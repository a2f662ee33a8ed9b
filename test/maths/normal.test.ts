import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';

const DRAWS = 1_000_000;
const sample = (): Float64Array => {
  const generator = generatorFor(1, 'normal');
  return Float64Array.from({ length: DRAWS }, () => generator.normal());
};
const draws = sample();

/** Φ(x) by its series for |x| ≤ 5: Φ(x) = ½ + φ(x)(x + x³/3 + x⁵/15 + …) (Marsaglia 2004). */
function normalDistribution(x: number): number {
  let term = x;
  let sum = x;
  for (let k = 3; Math.abs(term) > 1e-18; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return 0.5 + sum * Math.exp(-0.5 * x * x) * Math.sqrt(1 / (2 * Math.PI));
}

describe('zigguratNormal', () => {
  test('the first four moments of a million draws are 0, 1, 0 and 3', () => {
    const moment = (order: number): number => draws.reduce((sum, x) => sum + x ** order, 0) / DRAWS;
    // Var xᵏ = E x²ᵏ − (E xᵏ)²: 1, 2, 15 and 96. Five standard errors each: failure probability 2.4e-6 in all.
    const bound = (variance: number): number => 5 * Math.sqrt(variance / DRAWS);
    expect(Math.abs(moment(1))).toBeLessThan(bound(1));
    expect(Math.abs(moment(2) - 1)).toBeLessThan(bound(2));
    expect(Math.abs(moment(3))).toBeLessThan(bound(15));
    expect(Math.abs(moment(4) - 3)).toBeLessThan(bound(96));
  });

  test('the counts in 72 bins over [−3.6, 3.6] and beyond fit the distribution, tails included', () => {
    // The ziggurat's own tail begins at 3.4426, inside the last bins and beyond them.
    const edges = Array.from({ length: 73 }, (_, k) => -3.6 + 0.1 * k);
    const counts = new Array<number>(74).fill(0);
    for (const x of draws) counts[Math.min(73, Math.max(0, Math.floor((x + 3.6) / 0.1) + 1))]! += 1;
    const cumulative = [0, ...edges.map(normalDistribution), 1];
    let chiSquare = 0;
    counts.forEach((count, k) => {
      const expected = DRAWS * (cumulative[k + 1]! - cumulative[k]!);
      chiSquare += (count - expected) ** 2 / expected;
    });
    // 73 degrees of freedom: exceeded with probability 1e-6 above 145.4.
    expect(chiSquare).toBeLessThan(145.4);
  });

  test('draws beyond the start of the tail have the tail’s probability and mean', () => {
    const start = 3.442619855899;
    const beyond = draws.filter((x) => Math.abs(x) > start);
    const probability = 2 * (1 - normalDistribution(start));
    const expected = DRAWS * probability;
    // A count of about 576 with standard deviation 24; five of them: 6e-7.
    expect(Math.abs(beyond.length - expected)).toBeLessThan(5 * Math.sqrt(expected));
    // E[|x| − start given the tail] = φ(start)/(1 − Φ(start)) − start ≈ 0.27, standard deviation below 0.27.
    const density = Math.exp(-0.5 * start * start) / Math.sqrt(2 * Math.PI);
    const excess = density / (probability / 2) - start;
    const measured = beyond.reduce((sum, x) => sum + Math.abs(x) - start, 0) / beyond.length;
    expect(Math.abs(measured - excess)).toBeLessThan((5 * 0.27) / Math.sqrt(beyond.length));
  });

  test('the same stream gives the same draws', () => {
    const again = generatorFor(1, 'normal');
    expect(Array.from({ length: 100 }, () => again.normal())).toEqual([...draws.slice(0, 100)]);
  });
});
