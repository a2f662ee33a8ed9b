import { expect, test } from 'vitest';
import {
  exact,
  grouped,
  notationOf,
  powerOfTen,
  ranges,
  spreadText,
  scientific,
  withHalfWidth,
  withInterval,
} from '../../src/report/numbers.ts';

test('powers of ten have superscripts', () => {
  expect([0, 1, -3, 12, -30].map(powerOfTen)).toEqual(['10⁰', '10¹', '10⁻³', '10¹²', '10⁻³⁰']);
});

test('numbers have three digits, and a power of ten outside [0.01, 1000)', () => {
  expect(
    [0, 1, 0.0123456, 0.00999, 123.456, 999.9, 1234, -2e-5, NaN, Infinity, null].map((x) => scientific(x)),
  ).toEqual([
    '0',
    '1.00',
    '0.0123',
    '9.99 × 10⁻³',
    '123',
    '1.00 × 10³',
    '1.23 × 10³',
    '−2.00 × 10⁻⁵',
    '–',
    '∞',
    '–',
  ]);
});

test('an interval has the mean’s power of ten, unless its ends are decades apart', () => {
  expect(withInterval(1.9e-5, { low: 1.81e-5, high: 1.99e-5 })).toBe('(1.90 [1.81, 1.99]) × 10⁻⁵');
  expect(withInterval(8.9e-4, { low: 6.6e-9, high: 120 })).toBe('8.90 × 10⁻⁴ [6.60 × 10⁻⁹, 120]');
  expect(withInterval(3, { low: 0, high: Infinity })).toBe('3.00 [0, ∞]');
  expect(spreadText({ interval: { low: 2, high: Infinity } })).toBe('[2.00, ∞]');
});

test('a mean and its half-width share a power of ten and the half-width’s second digit', () => {
  expect(withHalfWidth(1.23456e-3, 1.234e-5)).toBe('(1.235 ± 0.012) × 10⁻³');
  expect(withHalfWidth(12.3456, 0.5)).toBe('12.35 ± 0.50');
  expect(withHalfWidth(2e-7, 3e-6)).toBe('(2 ± 30) × 10⁻⁷');
  expect(withHalfWidth(4e5, 100)).toBe('(4.0000 ± 0.0010) × 10⁵');
  expect(withHalfWidth(4e-5, 0)).toBe('4.00 × 10⁻⁵ ± 0');
  expect(withHalfWidth(4e-5, NaN)).toBe('4.00 × 10⁻⁵');
});

test('parameters keep every digit', () => {
  expect([0.01, 1e-7, 2.5e-9, 123456.789, -1].map(exact)).toEqual([
    '0.01',
    '10⁻⁷',
    '2.5 × 10⁻⁹',
    '123456.789',
    '−1',
  ]);
});

test('counts have thousands separators, and runs of seeds are joined', () => {
  expect([0, 999, 1000, 1234567, 1234.567].map(grouped)).toEqual([
    '0',
    '999',
    '1,000',
    '1,234,567',
    '1,234.57',
  ]);
  expect(ranges([1, 2, 3, 5, 7, 8])).toBe('1–3, 5, 7, 8');
});

test.each([
  [[0.372, 0.0175, undefined], undefined, ['0.372', '0.0175']],
  [[3e-6, 2e-5, 0], undefined, ['3.00 × 10⁻⁶', '2.00 × 10⁻⁵']],
  [[0.35, 2.14e-4, null], 'plain', ['0.350', '0.000214']],
  [[0.35, 2.14e-5], 'powers', ['3.50 × 10⁻¹', '2.14 × 10⁻⁵']],
  [[12, 1200, Infinity], 'powers', ['1.20 × 10¹', '1.20 × 10³']],
])('a column with %j has one notation, %s', (values, notation, texts) => {
  expect(notationOf(values)).toBe(notation);
  expect(texts).toEqual(values.slice(0, 2).map((value) => scientific(value!, 3, notationOf(values))));
});

test('an interval is written as its column is', () => {
  const interval = { low: 2.55e-3, high: 3.76e-3 };
  expect(withInterval(3.1e-3, interval)).toBe('(3.10 [2.55, 3.76]) × 10⁻³');
  expect(withInterval(3.1e-3, interval, 'plain')).toBe('0.00310 [0.00255, 0.00376]');
  expect(withInterval(0.31, { low: 0.255, high: 0.376 }, 'powers')).toBe('(3.10 [2.55, 3.76]) × 10⁻¹');
});
