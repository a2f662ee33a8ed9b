/** What benches assert before they time anything. */
import { describe, expect, it } from 'vitest';
import { assertSameModel } from '../../bench/harness/sameWork.ts';

const model = (...values: number[]): Float64Array => Float64Array.from(values);

describe('models of contenders', () => {
  it('are told to be the same bit for bit, or how far apart and how many are not', () => {
    expect(assertSameModel({ a: model(3, 4), b: model(3, 4) })).toBe('the same final θ, bit for bit');
    // ‖(3, 4)‖ = 5, and one ulp of 4 is 2⁻⁵⁰: 2⁻⁵⁰/5 = 1.8e-16
    const next = 4 + 2 ** -50;
    expect(assertSameModel({ a: model(3, 4), b: model(3, 4), c: model(3, next) })).toBe(
      'the same final θ to 1.8e-16, 2 of 3 bit for bit',
    );
    expect(assertSameModel({ a: model(3, 4), c: model(3, next) })).toBe('the same final θ to 1.8e-16');
  });

  it('are refused where they differ by more than rounding, have other lengths, or nothing was computed', () => {
    expect(() => assertSameModel({ a: model(3, 4), b: model(3, 4 + 1e-8) })).toThrow(
      /^b and a ended at different θ/,
    );
    expect(() => assertSameModel({ a: model(3, 4), b: model(3, 4, 0) })).toThrow(/^b and a ended/);
    expect(() => assertSameModel({ a: model(3, 4), b: model(3, NaN) })).toThrow(/^b and a ended/);
    expect(() => assertSameModel({ a: model(0, 0), b: model(0, 0) })).toThrow(/nothing was computed/);
  });
});
