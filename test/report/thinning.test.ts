import { expect, test } from 'vitest';
import { shownRounds } from '../../src/report/commonGrid.ts';

test('600 rounds are all shown; of 2,001 at most 600, the first and last among them', () => {
  const few = Array.from({ length: 600 }, (_, k) => k);
  expect(shownRounds(few)).toEqual(few);
  const displayed = shownRounds(Array.from({ length: 2001 }, (_, k) => k));
  expect(displayed.length).toBeLessThanOrEqual(600);
  expect(displayed.length).toBeGreaterThan(450);
  expect([displayed[0], displayed.at(-1)]).toEqual([0, 2000]);
  // Log-spaced ones among them show the start, equally spaced ones leave no gap: 2000/449 = 4.45.
  expect(displayed.slice(0, 6)).toEqual([0, 1, 2, 3, 4, 5]);
  displayed.slice(1).forEach((round, k) => {
    expect(round - displayed[k]!).toBeGreaterThan(0);
    expect(round - displayed[k]!).toBeLessThanOrEqual(5);
  });
});

test('of log-spaced rounds only recorded ones are shown, each once', () => {
  const recorded = [...new Set(Array.from({ length: 2000 }, (_, k) => Math.round(1e6 ** (k / 1999))))];
  const displayed = shownRounds(recorded);
  expect(displayed.length).toBeLessThanOrEqual(600);
  expect(displayed.every((round) => recorded.includes(round))).toBe(true);
  expect(new Set(displayed).size).toBe(displayed.length);
  expect([displayed[0], displayed.at(-1)]).toEqual([1, 1e6]);
});
