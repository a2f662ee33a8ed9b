/** Who has answered by a deadline: equal decimals are equal times, as they are to the clock. */
import { expect, test } from 'vitest';
import { answeredBy, secondsLeft } from '../../../src/theory/schedules/answeredBy.ts';
import type { Cycle } from '../../../src/theory/schedules/cycle.ts';

/** A cycle of known parts and one of exactly so many seconds by a law. */
const cycleOf = (fixed: number, seconds: number): Cycle =>
  ({
    fixed,
    random: [{ law: { kind: 'uniform', low: seconds, high: seconds }, factor: 1, draws: 1, isRate: false }],
  }) as unknown as Cycle;

test.each([
  // 0.3 − 0.2 is 0.09999999999999998 in doubles.
  [0.2, 0.1, 0.3],
  [1.1, 2.2, 3.3],
  [0.7, 0.1, 0.8],
])('%d s and %d s are over by %d s, and a tick earlier they are not', (fixed, random, deadline) => {
  expect(answeredBy(cycleOf(fixed, random), deadline)).toBe(1);
  expect(answeredBy(cycleOf(fixed, random), deadline - 1e-9)).toBe(0);
});

test('what is left of equal decimals is nothing', () => {
  expect(secondsLeft(0.3, 0.1 + 0.2)).toBe(0);
  expect(secondsLeft(Infinity, 0.3)).toBe(Infinity);
});
