import { expect, test } from 'vitest';
import { TimeLeft } from '../../src/commandLine/timeLeft.ts';
import { durationText } from '../../src/values/durationText.ts';

test.each([
  [0.2, '1 s'],
  [59.01, '1 min'],
  [12, '12 s'],
  [75, '2 min'],
  [3600, '1 h'],
  [3601, '1 h 10 min'],
  [115_471, '1 day 9 h'], // what was said as 1924:31
  [86_400, '1 day'],
  [86_399, '24 h'],
  [200_000, '2 days 8 h'],
])('%d s are %s', (seconds, words) => {
  expect(durationText(seconds)).toBe(words);
});

test('nothing is said before ten rounds and two seconds after the first one seen; then the pace since then holds', () => {
  const left = new TimeLeft();
  expect(left.at(100, 0, 1010)).toBeUndefined();
  // Threads took five seconds to start: they are no part of the pace.
  expect(left.at(105, 10, 1010)).toBeUndefined();
  expect(left.at(106.9, 500, 1010)).toBeUndefined();
  // 200 rounds in 2 s leave 800 rounds, and so 8 s.
  expect(left.at(107, 210, 1010)).toBe(8);
  const slow = new TimeLeft();
  slow.at(0, 1, 100);
  expect(slow.at(60, 10, 100)).toBeUndefined();
  expect(slow.at(70, 11, 100)).toBe(7 * 89);
});
