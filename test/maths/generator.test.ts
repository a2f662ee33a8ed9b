import { describe, expect, test } from 'vitest';
import { Generator, generatorFor } from '../../src/maths/generator.ts';

describe('xoshiro128++', () => {
  test('the state (1, 2, 3, 4) gives the published first ten outputs', () => {
    const generator = new Generator([1, 2, 3, 4]);
    expect(Array.from({ length: 10 }, () => generator.uint32())).toEqual([
      641, 1573767, 3222811527, 3517856514, 836907274, 4247214768, 3867114732, 1355841295, 495546011,
      621204420,
    ]);
  });

  test('the draw after 102,400 from the state (1, 2, 3, 4) is 0x2c873cfa', () => {
    const generator = new Generator([1, 2, 3, 4]);
    for (let k = 0; k < 102_400; k++) generator.uint32();
    expect(generator.uint32()).toBe(0x2c873cfa);
  });

  test('the state of zeros, which never moves, is refused', () => {
    expect(() => new Generator([0, 0, 0, 0])).toThrow(RangeError);
  });
});

describe('uniform and below', () => {
  test('a uniform double is made of two words: (⌊a/2⁵⌋·2²⁶ + ⌊b/2⁶⌋)/2⁵³', () => {
    // a = 641 → 20, b = 1573767 → 24590.
    expect(new Generator([1, 2, 3, 4]).uniform()).toBe((20 * 2 ** 26 + 24_590) / 2 ** 53);
  });

  test('100,000 uniforms lie in [0, 1) with the mean ½ and the variance 1/12', () => {
    const generator = generatorFor(1, 'uniform');
    let [sum, squares] = [0, 0];
    const n = 100_000;
    for (let k = 0; k < n; k++) {
      const u = generator.uniform();
      if (!(u >= 0 && u < 1)) throw new Error(`${u} is outside [0, 1)`);
      sum += u - 0.5;
      squares += (u - 0.5) ** 2;
    }
    // Standard errors √(1/12n) = 9.1e-4 and √(1/180n) = 2.4e-4; five of them: failure probability 1e-6.
    expect(Math.abs(sum / n)).toBeLessThan(4.6e-3);
    expect(Math.abs(squares / n - 1 / 12)).toBeLessThan(1.2e-3);
  });

  test('below(7) is uniform on 0 … 6', () => {
    const generator = generatorFor(2, 'below');
    const counts = new Array<number>(7).fill(0);
    for (let k = 0; k < 70_000; k++) counts[generator.below(7)]! += 1;
    const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    // Six degrees of freedom: exceeded with probability 1e-6 above 38.3.
    expect(chiSquare).toBeLessThan(38.3);
  });
});

describe('generatorFor', () => {
  const first = (...role: [number, ...(string | number)[]]): number => generatorFor(...role).uint32();

  test('the same seed and role give the same stream', () => {
    expect(first(3, 'chain', 5)).toBe(first(3, 'chain', 5));
  });

  test('another seed, role or agent gives another stream', () => {
    const outputs = [
      first(3, 'chain', 5),
      first(4, 'chain', 5),
      first(3, 'noise', 5),
      first(3, 'chain', 6),
      first(3, 'chain'),
    ];
    expect(new Set(outputs).size).toBe(outputs.length);
  });

  test('the streams of 100 neighbouring agents are uncorrelated in their first draws', () => {
    const draws = Array.from({ length: 101 }, (_, agent) => generatorFor(1, 'chain', agent).uniform() - 0.5);
    let correlation = 0;
    for (let k = 0; k < 100; k++) correlation += 12 * draws[k]! * draws[k + 1]!;
    // Mean 0 and standard deviation √100 = 10 for independent draws; five of them: about 1e-6.
    expect(Math.abs(correlation)).toBeLessThan(50);
  });
});
