/** The estimated error of theory on hard cases: a tenth of badCases.endurance.test.ts. */
import { expect, test } from 'vitest';
import { badCases, judged, tally } from './badCases.ts';

test('the true error is at most twice the estimate, and an estimate that is too small would be noticed', () => {
  const found = badCases(20, 10).flatMap((badCase) => judged(badCase) ?? []);
  const { rounds, held, displayed, shownHeld } = tally(found);
  expect(rounds).toBeGreaterThan(24);
  expect(held).toBe(rounds);
  expect(shownHeld).toBe(displayed);
  const optimistic = found.map(({ estimated, ...rest }) => ({
    ...rest,
    estimated: estimated.map((error) => error / 100),
  }));
  expect(tally(optimistic).held).toBeLessThan(0.95 * rounds);
});
