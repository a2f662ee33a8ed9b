import { expect, test } from 'vitest';
import { falselyLater } from './equalResults.ts';

test('of equal results one is called later than the first in 5 % of 500 studies at most', () => {
  // Binomial of 500 and 0.05: 25 ± 4.9; above 45 with probability 5·10⁻⁵. Corrected for the five tested pairs alone there are 57.
  expect(falselyLater(500)).toBeLessThanOrEqual(45);
});
