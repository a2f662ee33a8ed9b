import { expect, test } from 'vitest';
import { logAxis, onAxis, tickLabel } from '../../src/report/logAxis.ts';

test('from 10⁻⁴ to 1 every power of ten is labelled, with 4 % of air at both ends', () => {
  const axis = logAxis([1, 1e-4, 0.5]);
  expect(axis.ticks).toEqual([-4, -3, -2, -1, 0]);
  expect(axis.low).toBeCloseTo(-4.16, 12);
  expect(axis.high).toBeCloseTo(0.16, 12);
});

test('over thirty decades at most eight labels remain, 10⁰ among them', () => {
  const axis = logAxis([10, 1e-29]);
  expect(axis.ticks.length).toBeLessThanOrEqual(8);
  expect(axis.ticks).toContain(0);
  expect(new Set(axis.ticks.slice(1).map((tick, k) => tick - axis.ticks[k]!)).size).toBe(1);
});

test('within a decade multiples are labelled', () => {
  expect(logAxis([0.0012, 0.012]).ticks.map(tickLabel)).toEqual(['2 × 10⁻³', '5 × 10⁻³', '10⁻²']);
});

test('a constant is widened to half a decade', () => {
  const axis = logAxis([2, 2]);
  expect(axis.high - axis.low).toBeCloseTo(0.54, 12);
  expect(onAxis(axis, 2)).toBeCloseTo((axis.high + axis.low) / 2, 12);
});

test('zeros and what is below 1e-30 stretch nothing and lie on the lower edge', () => {
  const axis = logAxis([1, 1e-2, 0, 1e-35]);
  expect(axis).toEqual(logAxis([1, 1e-2]));
  expect([0, 1e-35, 1e-20].map((value) => onAxis(axis, value))).toEqual([axis.low, axis.low, axis.low]);
  expect(Number.isFinite(logAxis([]).low)).toBe(true);
});
