/** The estimated error of theory on 160 hard cases whose truth is known. */
import { expect, test } from 'vitest';
import { badCases, judged, slowCases, tally } from './badCases.ts';

test(
  'the true error is at most twice the estimate in 95 % of them, and wherever a number is shown',
  { timeout: 600_000 },
  () => {
    const found = badCases(21, 160).flatMap((badCase) => judged(badCase) ?? []);
    const { rounds, held, displayed, shownHeld } = tally(found);
    expect(rounds).toBeGreaterThan(400);
    expect(held / rounds).toBeGreaterThanOrEqual(0.95);
    expect(shownHeld / displayed).toBeGreaterThanOrEqual(0.98);
    expect(displayed).toBeGreaterThan(0.8 * rounds);
  },
);

test(
  'where levels cross, at 99 % of the rounds, and the estimate is rarely above 10 %',
  { timeout: 600_000 },
  () => {
    const found = slowCases(8, 160).flatMap((slowCase) => judged(slowCase) ?? []);
    for (const cases of [found, found.map(({ bias }) => bias)]) {
      const { rounds, displayed, shownHeld } = tally(cases);
      expect(rounds).toBeGreaterThan(600);
      expect(displayed).toBeGreaterThan(0.95 * rounds);
      expect(shownHeld / displayed).toBeGreaterThanOrEqual(0.99);
    }
  },
);
