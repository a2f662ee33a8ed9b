import { describe, expect, test } from 'vitest';
import { largestStable } from '../../../src/theory/stability/largestStable.ts';

test.each(['smaller', 'larger'] as const)(
  'a scan ends at all ranges, also where a step times the ratio is the same double (%s)',
  (otherwise) => {
    for (const from of [0, 5e-324, 1e-300, 1, 1.7e308, Infinity, NaN])
      for (const most of [0, 5e-324, 1, Infinity])
        for (const end of [0, 1e-310, 1, 1e308, Infinity]) {
          let count = 0;
          largestStable({ from, most, otherwise, factor: (step) => (++count > 0 && step < end ? 0 : 2) });
          expect(count).toBeLessThan(7000);
        }
  },
);

describe('the end of stability', () => {
  /** With how many factors it takes. */
  const found = (factor: (step: number) => number, more: object = {}) => {
    let count = 0;
    const counted = (step: number): number => (count++, factor(step));
    return { end: largestStable({ from: 1e-3, most: 1e4, factor: counted, ...more }), count };
  };

  test('is found within the precision, whatever the factor is like', () => {
    for (const factor of [
      (step: number) => (step < 0.7 ? 0 : 2),
      (step: number) => 1 + (step - 0.7) * step,
      (step: number) => (step / 0.7) ** 9,
      (step: number) => (step < 0.7 ? 0.999 : Infinity),
    ])
      expect(Math.abs((found(factor).end as number) / 0.7 - 1)).toBeLessThan(1e-6);
  });

  test('of a smooth factor takes a few of them after the scan', () => {
    const { count } = found((step) => 1 - step + step ** 2 / 0.7, { from: 0.1 });
    expect(count).toBeLessThan(14);
  });

  test.each([
    (step: number) => Math.max(0.997, Math.exp(177 * (step - 0.7) + 200 * (step - 0.7) ** 2)),
    (step: number) => Math.max(0.9999 - 0.001 * step, (step / 0.7) ** 500),
    (step: number) => Math.max(0.98 + 0.001 * step, Math.abs(1 - step / 0.35) ** 300),
  ])('at a kink next to it takes not many more', (factor) => {
    const { end, count } = found(factor, { from: 0.1 });
    expect(Math.abs((end as number) / 0.7 - 1)).toBeLessThan(1e-6);
    expect(count).toBeLessThan(15);
  });

  test('is none where more is stable than is looked at, and 0 where nothing is', () => {
    expect(found((step) => 1 - 1e-6 * step).end).toBe(Infinity);
    expect(found(() => 1).end).toBe(0);
  });

  test('is refused where the scan, or a factor on its way, takes too much', () => {
    expect(found(() => 0, { cost: 1e6, budget: 1e6 }).end).toMatchObject({
      needed: expect.any(Number) as number,
    });
    const grows = { from: 1, factor: (step: number) => (step < 5 ? 0 : { reason: 'too much', needed: 1e9 }) };
    expect(largestStable({ most: 10, ...grows })).toEqual({ reason: 'too much', needed: 1e9 });
  });

  test('is looked for around a setting at which arithmetic fails: that is no instability', () => {
    const failsAt = (at: number) => (step: number) =>
      step === at ? { reason: 'no convergence' } : step < 3 ? 0.9 : 1.1;
    for (const at of [1, 2, 2 * 2 ** (1 / 3), 3, 4])
      expect(largestStable({ from: 1, most: 10, factor: failsAt(at) }), String(at)).toBeCloseTo(3, 5);
  });

  test('is looked for below settings at which arithmetic fails, and refused with their reason where they begin at it', () => {
    const failing = (from: number) => (step: number) =>
      step >= from ? { reason: 'no convergence' } : step < 3 ? 0.9 : 1.1;
    expect(largestStable({ from: 1, most: 10, factor: failing(3.1) })).toBeCloseTo(3, 5);
    expect(largestStable({ from: 1, most: 10, factor: failing(2.9) })).toEqual({ reason: 'no convergence' });
    expect(largestStable({ from: 1, most: 10, factor: (step) => (step < 2.9 ? 0 : NaN) })).toMatchObject({
      reason: expect.any(String) as string,
    });
    expect(largestStable({ from: 1, most: 10, factor: failing(0) })).toEqual({ reason: 'no convergence' });
  });
});
