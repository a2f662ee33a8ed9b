import { expect, test } from 'vitest';
import { oneIn, oneOfEach } from './parts.ts';

test('the suite takes one case of each row, along the diagonal, and the long tests take the others', () => {
  const rows = [['a0', 'a1', 'a2'], ['b0'], ['c0', 'c1', 'c2'], ['d0', 'd1']];
  expect(oneOfEach(rows)).toEqual(['a0', 'b0', 'c2', 'd1']);
  expect(oneOfEach(rows, true)).toEqual(['a1', 'a2', 'c0', 'c1', 'd0']);
});

test('one case in so many: the two parts are all, and nothing is in both', () => {
  expect(oneIn(3, [1, 2, 3, 4, 5, 6, 7])).toEqual([1, 5, 7]);
  expect(oneIn(3, [1, 2, 3, 4, 5, 6, 7], true)).toEqual([2, 3, 4, 6]);
});
