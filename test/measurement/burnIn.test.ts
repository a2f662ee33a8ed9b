import { expect, test } from 'vitest';
import { burnIn } from '../../src/measurement/burnIn.ts';

// k/n of n rounds is k, whatever the rounding of k/n: without care 0.29 of 100 is 28.
test('every fraction k/n of n rounds is k rounds, also where it comes of a division, and of m·n rounds m·k', () => {
  for (const n of [3, 7, 100, 1000]) {
    for (let k = 0; k < n; k++) {
      const written = Number((k / n).toPrecision(15));
      for (const m of [1, 3, 1000, 2_000_000]) {
        expect(burnIn(k / n, m * n), `${k}/${n} of ${m * n}`).toBe(m * k);
        if (n >= 100) expect(burnIn(written, m * n)).toBe(m * k);
      }
    }
  }
});

test('a fraction that is no whole number of rounds is rounded down', () => {
  expect(burnIn(0.29, 99)).toBe(28);
  expect(burnIn(0.999, 100)).toBe(99);
  expect(burnIn(0.5, 1)).toBe(0);
});
