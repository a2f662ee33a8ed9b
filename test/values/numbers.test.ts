import { expect, test } from 'vitest';
import {
  amount,
  amountOver,
  decimals,
  inPowers,
  exact,
  grouped,
  numberText,
  overText,
  percent,
  powerOfTen,
  ranges,
  scientific,
  spreadText,
  uncertaintyText,
  withHalfWidth,
  withInterval,
} from '../../src/values/numbers.ts';

/** A row for each number: measured, an amount, exact, chosen, and counted. */
const CASES: readonly (readonly [number, string, string, string, string, string])[] = [
  [0, '0', '0', '0', '0', '0'],
  [1, '1.00', '1', '1', '1', '1'],
  [12, '12.0', '12', '12', '12', '12'],
  [-1.5, '−1.50', '−1.50', '−1.5', '−1.5', '−1.5'],
  [10.54, '10.5', '10.5', '10.54', '10.54', '10.54'],
  [0.4, '0.400', '0.400', '0.4', '0.4', '0.4'],
  [0.0123456789, '0.0123', '0.0123', '0.0123457', '0.0123456789', '0.01'],
  [0.001, '0.00100', '0.00100', '0.001', '0.001', '0'],
  [0.0009996, '0.00100', '0.00100', '9.996 × 10⁻⁴', '0.0009996', '0'],
  [2.14e-4, '2.14 × 10⁻⁴', '2.14 × 10⁻⁴', '2.14 × 10⁻⁴', '0.000214', '0'],
  [1e-7, '1.00 × 10⁻⁷', '1.00 × 10⁻⁷', '10⁻⁷', '10⁻⁷', '0'],
  [-2e-9, '−2.00 × 10⁻⁹', '−2.00 × 10⁻⁹', '−2 × 10⁻⁹', '−2 × 10⁻⁹', '0'],
  [999.6, '1,000', '1,000', '999.6', '999.6', '999.6'],
  [1293, '1,290', '1,290', '1,293', '1293', '1,293'],
  [-1234.567, '−1,230', '−1,230', '−1,234.57', '−1234.567', '−1,234.57'],
  [999_600, '1.00 × 10⁶', '1,000,000', '999,600', '999600', '999,600'],
  [123_456.789, '123,000', '123,000', '123,457', '123456.789', '123,456.79'],
  [1234567, '1.23 × 10⁶', '1.23 × 10⁶', '1.23457 × 10⁶', '1234567', '1,234,567'],
  [2.5e30, '2.50 × 10³⁰', '2.50 × 10³⁰', '2.5 × 10³⁰', '2.5 × 10³⁰', '2.5 × 10³⁰'],
  [NaN, '–', '–', '–', '–', '–'],
  [-Infinity, '−∞', '−∞', '−∞', '−∞', '−∞'],
];

test.each(CASES)(
  '%d is written %s measured, %s as an amount, %s exactly, %s as chosen, %s counted',
  (x, ...texts) => {
    expect([scientific, amount, numberText, exact, grouped].map((write) => write(x))).toEqual(texts);
  },
);

test('fewer digits are a parameter; a single digit 1 of a power is left out', () => {
  expect([scientific(3e9, 1), scientific(1e7, 1), scientific(40_200, 1)]).toEqual([
    '3 × 10⁹',
    '10⁷',
    '40,000',
  ]);
  expect([amount(0.4321, 2), amount(1999, 2), numberText(0.0431, 2)]).toEqual(['0.43', '2,000', '0.043']);
  expect([0, 1, -3, 12].map(powerOfTen)).toEqual(['10⁰', '10¹', '10⁻³', '10¹²']);
});

test.each([
  [0.369, { low: 0.361, high: 0.377 }, '0.369 [0.361, 0.377]'],
  [1.9e-5, { low: 1.81e-5, high: 1.99e-5 }, '(1.90 [1.81, 1.99]) × 10⁻⁵'],
  // Two numbers of the same table are plain at 10⁻³, and have one last place.
  [3.1e-3, { low: 2.55e-3, high: 3.76e-3 }, '0.00310 [0.00255, 0.00376]'],
  [9.47e-3, { low: 2.45e-3, high: 36.54e-3 }, '0.00947 [0.00245, 0.03654]'],
  [9.98, { low: 9.51, high: 10.45 }, '9.98 [9.51, 10.45]'],
  [1204.3, { low: 919.4, high: 1578 }, '1,200 [919, 1,580]'],
  // As many digits as tell the ends apart.
  [1204.3, { low: 1204.1, high: 1204.5 }, '1,204.3 [1,204.1, 1,204.5]'],
  [8.9e-4, { low: 6.6e-9, high: 120 }, '8.90 × 10⁻⁴ [6.60 × 10⁻⁹, 120]'],
  [3, { low: 0, high: Infinity }, '3.00 [0, ∞]'],
  [3, { low: 3, high: 3 }, '3.00'],
  // Rounding is no interval.
  [1.32787, { low: 1.3278699, high: 1.3278701 }, '1.33'],
  [NaN, { low: 1, high: 2 }, '–'],
  [0.5, undefined, '0.500'],
])('%d with %j is %s', (mean, interval, text) => {
  expect(withInterval(mean, interval)).toBe(text);
});

test('of two or three seeds the values are shown', () => {
  const interval = { low: 1, high: 9 };
  expect(overText({ mean: 3, interval, values: [2, 4] })).toBe('3.00 (seeds 2.00, 4.00)');
  expect(overText({ mean: 3, interval, values: [2, 3, 3, 4] })).toBe('3.00 [1.00, 9.00]');
  expect(amountOver({ mean: 12, interval, values: [11, 13] }, 's')).toBe('12 s (seeds 11, 13)');
  expect(amountOver({ mean: 1204, interval: { low: 919.4, high: 1578 } })).toBe('1,200 [919, 1,580]');
  expect(spreadText({ interval: { low: 2, high: Infinity } })).toBe('[2.00, ∞]');
});

test.each([
  [1.23456e-3, 1.234e-5, '0.001235 ± 0.000012'],
  [12.3456, 0.5, '12.35 ± 0.50'],
  [2e-7, 3e-6, '(2 ± 30) × 10⁻⁷'],
  [4e7, 1e4, '(4.0000 ± 0.0010) × 10⁷'],
  [12_345, 230, '12,345 ± 230'],
  [4e-5, 0, '4.00 × 10⁻⁵ ± 0'],
  [4e-5, NaN, '4.00 × 10⁻⁵'],
])('%d with half-width %d is %s', (value, halfWidth, text) => {
  expect(withHalfWidth(value, halfWidth)).toBe(text);
});

test.each([
  [0.27, '27 %', '± 27 %'],
  [0.0424, '4.2 %', '± 4.2 %'],
  [0.00424, '0.42 %', '± 0.4 %'],
  [0.994, '99 %', '± 99 %'],
  [0.9994, '99.9 %', '± 100 %'],
  [1, '100 %', '± 100 %'],
  [0, '0 %', ''],
  [1e-5, '0.001 %', '± < 0.1 %'],
])('the share %d is %s, and as an estimated error %s', (share, text, uncertainty) => {
  expect([percent(share), uncertaintyText(share)]).toEqual([text, uncertainty]);
});

test('numbers in recorded reasons are powers of ten for readers', () => {
  expect(inPowers('no exact moments: 1e+7 numbers, more than 8.04e+6; ε is 1e-9, seed-1e+5 is a name')).toBe(
    'no exact moments: 10⁷ numbers, more than 8.04 × 10⁶; ε is 10⁻⁹, seed-1e+5 is a name',
  );
});

test('slopes have two decimals, and runs of seeds are joined', () => {
  expect([-0.984, 1, -0.004, NaN].map(decimals)).toEqual(['−0.98', '1.00', '0.00', '–']);
  expect(ranges([1, 2, 3, 5, 7, 8])).toBe('1–3, 5, 7, 8');
});
