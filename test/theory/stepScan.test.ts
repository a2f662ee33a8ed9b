import { expect, test } from 'vitest';
import { endOfStability } from '../../src/theory/stepScan.ts';

test.each(['smaller', 'larger'] as const)(
  'a scan ends at all ranges, also where a step times the ratio is the same double (%s)',
  (otherwise) => {
    for (const smallest of [0, 5e-324, 1e-300, 1, 1.7e308, Infinity, NaN])
      for (const most of [0, 5e-324, 1, Infinity])
        for (const end of [0, 1e-310, 1, 1e308, Infinity]) {
          let count = 0;
          endOfStability((step) => ++count > 0 && step < end, { smallest, most, otherwise });
          expect(count).toBeLessThan(7000);
        }
  },
);

test('the end of stability is found within the precision', () => {
  const range = { smallest: 1e-3, most: 1e4, otherwise: 'smaller' } as const;
  expect(endOfStability((step) => step < 0.7, range)).toBeCloseTo(0.7, 5);
});
