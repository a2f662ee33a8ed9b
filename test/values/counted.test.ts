import { expect, test } from 'vitest';
import { counted, rangeText } from '../../src/values/counted.ts';

test('one is one round, and a range of one round is that round', () => {
  expect([0, 1, 2, 1200].map((count) => counted(count, 'round'))).toEqual([
    '0 rounds',
    '1 round',
    '2 rounds',
    '1,200 rounds',
  ]);
  expect(rangeText('round', { first: 2, last: 2 })).toBe('round 2');
  expect(rangeText('round', { first: 281, last: 4000 })).toBe('rounds 281–4,000');
});
