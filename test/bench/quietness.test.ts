import { expect, it } from 'vitest';
import { aroundBench, quietness } from '../../bench/harness/printing.ts';
import { coreTimes } from '../../bench/harness/quietness.ts';
import { CORE } from './madeUp.ts';

it('says what both loops took, and how much that changed', () => {
  expect(aroundBench(CORE)).toBe(
    'a core before and after: chained operations 2.00 and 2.02 ns, side by side 1.50 and 1.98 ns',
  );
  expect(quietness(CORE)[0]).toBe(
    'a core between benches: chained operations up to 1.01 times their least, side by side 1.32',
  );
});

it('twelve operations side by side take less than twelve of a chain', () => {
  const { chained, sideBySide } = coreTimes();
  expect(chained).toBeGreaterThan(0);
  expect(sideBySide).toBeLessThan(6 * chained);
});
