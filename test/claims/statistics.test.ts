import { describe, expect, it } from 'vitest';
import { exactly, jointLevel, meanInterval, ratioInterval } from '../../src/claims/statistics/intervals.ts';
import { exponentialRate, exponentInterval, exponentOf } from '../../src/claims/statistics/slopes.ts';
import { generatorFor } from '../../src/maths/generator.ts';
import { isPlausible } from './coverage.ts';

describe('meanInterval', () => {
  it('is Student’s: quantiles of t with 1 and 2 degrees of freedom have closed forms', () => {
    // t_p with one degree is tan(π(p − 1/2)); with two it is (2p − 1)/√(2p(1 − p)).
    const two = meanInterval([1, 3], 0.9);
    expect(two.high - 2).toBeCloseTo(Math.tan(Math.PI * 0.45), 9);
    const three = meanInterval([1, 2, 3], 0.95);
    expect(three.estimate).toBe(2);
    expect(three.high - 2).toBeCloseTo(0.95 / Math.sqrt(2 * 0.975 * 0.025) / Math.sqrt(3), 9);
    expect(three.low + three.high).toBeCloseTo(4, 12);
  });

  it('is a point of equal values, and everything of one', () => {
    expect(meanInterval([2, 2, 2], 0.95)).toMatchObject({ estimate: 2, low: 2, high: 2, level: 0.95 });
    expect(meanInterval([2], 0.95)).toEqual({ estimate: 2, low: -Infinity, high: Infinity, level: 0.95 });
  });
});

describe('ratioInterval', () => {
  it('has the coverage it says, also with noise that both share', () => {
    const draws = generatorFor(1, 'ratios');
    let covered = 0;
    const runs = 2000;
    for (let run = 0; run < runs; run++) {
      const above: number[] = [];
      const below: number[] = [];
      for (let seed = 0; seed < 5; seed++) {
        const shared = Math.exp(3 * draws.normal());
        above.push(2 * shared * Math.exp(0.3 * draws.normal()));
        below.push(shared * Math.exp(0.3 * draws.normal()));
      }
      const { low, high } = ratioInterval(above, below, 0.9);
      if (low <= 2 && 2 <= high) covered += 1;
    }
    expect(isPlausible(covered, runs, 0.9)).toBe(true); // fails with probability below 10⁻⁶
  });

  it('is the ratio of geometric means, and refuses other seeds', () => {
    expect(ratioInterval([2, 8], [1, 1], 0.95).estimate).toBeCloseTo(4, 12);
    expect(() => ratioInterval([1, 2], [1], 0.95)).toThrow(/same seeds/);
  });
});

describe('exponents', () => {
  it('finds the power of a power law', () => {
    expect(exponentOf([1, 5, 20, 100], [3, 3 / 5, 3 / 20, 3 / 100])).toBeCloseTo(-1, 12);
    expect(exponentOf([2, 8], [5, 80])).toBeCloseTo(2, 12);
  });

  it('covers the true exponent as often as it says', () => {
    const draws = generatorFor(2, 'exponents');
    const at = [1, 5, 20, 100];
    let covered = 0;
    const runs = 2000;
    for (let run = 0; run < runs; run++) {
      const seeds = Array.from({ length: 4 }, () => at.map((x) => x ** -1 * Math.exp(0.2 * draws.normal())));
      const { low, high } = exponentInterval(at, seeds, 0.95);
      if (low <= -1 && -1 <= high) covered += 1;
    }
    expect(isPlausible(covered, runs, 0.95)).toBe(true); // fails with probability below 10⁻⁶
  });
});

describe('exponentialRate', () => {
  it('finds the slowest mode, before rounding', () => {
    const t = Array.from({ length: 200 }, (_, index) => index);
    const y = t.map((index) => 0.9 ** index + 5 * 0.3 ** index + 1e-7);
    expect(exponentialRate(t, y, 1e-4) / Math.log(0.9)).toBeCloseTo(1, 2);
    expect(exponentialRate([0, 1, 2], [1, 0, 0], 1e-4)).toBeNaN();
  });
});

describe('levels', () => {
  it('share 5 % between the parts of a claim', () => {
    expect(jointLevel(1)).toBeCloseTo(0.95, 12);
    expect(jointLevel(5)).toBeCloseTo(0.99, 12);
  });

  it('bounds rounding where there is no chance', () => {
    expect(exactly(-2)).toMatchObject({ estimate: -2, level: 'exact' });
    expect(exactly(-2).high - exactly(-2).low).toBeCloseTo(4e-9, 15);
  });
});
