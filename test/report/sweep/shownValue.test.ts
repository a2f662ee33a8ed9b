/** Swept values in tables and on axes. */
import { expect, test } from 'vitest';
import { shownAmong } from '../../../src/report/sweep/shownValue.ts';

test.each<[string, (string | number)[], string[]]>([
  ['spaced by a rule', [0.001, 0.0031622776601683794, 0.01], ['0.001', '0.00316', '0.01']],
  ['hardly apart', [0.12345, 0.12346, 0.5], ['0.12345', '0.12346', '0.5']],
  ['as typed', [0.0464, 0.04642, 0.1], ['0.0464', '0.04642', '0.1']],
  ['whole', [20, 1234, 98765], ['20', '1234', '98765']],
  ['tiny', [1.2345e-7, 2e-7], ['1.2345 × 10⁻⁷', '2 × 10⁻⁷']],
  ['words', ['markov', 'iid'], ['markov', 'iid']],
])('values %s', (_, values, entry) => {
  expect(values.map(shownAmong(values))).toEqual(entry);
});
