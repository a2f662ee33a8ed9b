import { expect, test } from 'vitest';
import { exact } from '../../../src/values/numbers.ts';
import {
  along,
  linearScale,
  logScale,
  onLine,
  placesScale,
  sharedScale,
} from '../../../src/report/chart/scale.ts';

const labels = ({ ticks }: { ticks: readonly { label: string }[] }): string[] =>
  ticks.map(({ label }) => label);

test('from 10⁻⁴ to 1 every power of ten is labelled, with 4 % of air at both ends', () => {
  const scale = logScale([1, 1e-4, 0.5]);
  expect(labels(scale)).toEqual(['10⁻⁴', '10⁻³', '10⁻²', '10⁻¹', '10⁰']);
  expect(scale.low).toBeCloseTo(-4.16, 12);
  expect(scale.high).toBeCloseTo(0.16, 12);
  expect(along(scale, 1e-2)).toBeCloseTo(0.5, 12);
});

test('over thirty decades at most eight labels remain, 10⁰ among them', () => {
  const { ticks } = logScale([10, 1e-29]);
  expect(ticks.length).toBeLessThanOrEqual(8);
  expect(labels({ ticks })).toContain('10⁰');
  expect(new Set(ticks.slice(1).map(({ at }, k) => at - ticks[k]!.at)).size).toBe(1);
});

test('within a decade multiples are labelled, as powers or as numbers', () => {
  expect(labels(logScale([0.00012, 0.0012]))).toEqual(['2 × 10⁻⁴', '5 × 10⁻⁴', '10⁻³']);
  expect(labels(logScale([0.0012, 0.012]))).toEqual(['0.002', '0.005', '0.01']);
  expect(labels(logScale([9_000, 50_000]))).toEqual(['10,000', '20,000', '50,000']);
  expect(labels(logScale([0.15, 2]))).toEqual(['0.2', '0.5', '1', '2']);
  expect(labels(logScale([0.00012, 0.0012], exact))).toEqual(['0.0002', '0.0005', '0.001']);
});

test('a constant is widened to half a decade', () => {
  const scale = logScale([2, 2]);
  expect(scale.high - scale.low).toBeCloseTo(0.54, 12);
  expect(along(scale, 2)).toBeCloseTo(0.5, 12);
});

test('zeros and what is below 1e-30 stretch nothing; bars end at the edge, and lines go on to 1e-30', () => {
  const scale = logScale([1, 1e-2, 0, 1e-35]);
  expect(scale).toEqual(logScale([1, 1e-2]));
  expect([0, 1e-35, 1e-20, 10, Infinity].map((value) => along(scale, value))).toEqual([0, 0, 0, 1, 1]);
  // from −2.08 to 0.08
  expect([0, 1e-35, 1e-30].map((value) => onLine(scale, value))).toEqual(
    Array(3).fill(expect.closeTo(-27.92 / 2.16, 9)),
  );
  expect(onLine(scale, 10)).toBeCloseTo(1 + 0.92 / 2.16, 9);
  expect([Infinity, 1e308].map((value) => onLine(scale, value) > 100)).toEqual([true, true]);
  expect(Number.isFinite(logScale([]).low)).toBe(true);
});

test('places have each its label, and room at both sides', () => {
  const scale = placesScale([100, 0.01, 1, 100]);
  expect(labels(scale)).toEqual(['0.01', '1', '100']);
  expect(labels(placesScale([10, 10_000]))).toEqual(['10', '10,000']);
  expect([0.01, 1, 100].map((place) => along(scale, place))).toEqual(
    [0.05 / 1.1, 0.5, 1.05 / 1.1].map((place) => expect.closeTo(place, 12) as number),
  );
  expect(along(placesScale([7]), 7)).toBeCloseTo(0.5, 12);
});

test('a linear scale labels round numbers from 0 on', () => {
  expect(labels(linearScale(0.62, 6))).toEqual(['0', '0.2', '0.4', '0.6']);
  expect(labels(linearScale(0.07, 6))).toEqual(['0', '0.02', '0.04', '0.06']);
  expect(labels(linearScale(18.4, 6))).toEqual(['0', '5', '10', '15']);
  expect(labels(linearScale(6_000, 6))).toEqual(['0', '1,000', '2,000', '3,000', '4,000', '5,000', '6,000']);
  // Rounds are counted: there is no tick between the start and the first.
  expect(labels(linearScale(1, 1))).toEqual(['0', '1']);
  expect([0, 15, 99, -1].map((value) => along(linearScale(20, 6), value))).toEqual([0, 0.75, 1, 0]);
});

test('for whatever values there are two to seven ticks between its ends', () => {
  for (let exponent = -6; exponent <= 6; exponent += 0.037) {
    const { low, high, ticks } = linearScale(10 ** exponent, 6);
    expect(ticks.length).toBeGreaterThanOrEqual(2);
    expect(ticks.length).toBeLessThanOrEqual(7);
    expect([low, high, ticks.at(-1)!.at <= high]).toEqual([0, 10 ** exponent, true]);
  }
});

test('figures that share a scale have the lowest of their ends and the highest, and stay linear where they are', () => {
  const [first, second] = [logScale([1, 100]), logScale([1e-3, 1])];
  expect(sharedScale([first, second])).toMatchObject({ low: second.low, high: first.high });
  expect(sharedScale([linearScale(3, 6), linearScale(5, 6)])).toMatchObject({
    kind: 'linear',
    low: 0,
    high: 5,
  });
});
