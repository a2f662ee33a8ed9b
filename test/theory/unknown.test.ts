import { expect, test } from 'vitest';
import { tooExpensive } from '../../src/theory/unknown.ts';

test.each([
  [3e9, 5e8, '3e+9 multiplications, more than 5e+8'],
  [1.34e10, 1e10, '1.3e+10 multiplications, more than 1.0e+10'],
  [8.0412e6, 8e6, '8.04e+6 multiplications, more than 8.00e+6'],
])('%d beyond %d is told with digits that differ', (needed, multiplications, text) => {
  expect(tooExpensive('it takes', needed, { multiplications })).toEqual({
    reason: `it takes about ${text}`,
    needed,
  });
});
