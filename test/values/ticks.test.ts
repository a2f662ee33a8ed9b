/** Seconds and ticks, there and back, against decimals in whole numbers. */
import { describe, expect, test } from 'vitest';
import { generatorFor } from '../../src/maths/generator.ts';
import { LONGEST_RUN, secondsAbove0, secondsFrom0, secondsOf, ticksOf } from '../../src/values/ticks.ts';
import { readText } from '../../src/values/text.ts';

const decimal = (ticks: number): string => {
  const digits = String(ticks).padStart(10, '0');
  return `${digits.slice(0, -9)}.${digits.slice(-9)}`;
};

test('decimals of nine places are read and printed to the tick for 97 days', () => {
  const draws = generatorFor(1, 'ticks');
  for (let k = 0; k < 20_000; k++) {
    const ticks = Math.floor(2 ** 23 * 1e9 * draws.uniform() ** 4);
    expect(ticksOf(Number(decimal(ticks)))).toBe(ticks);
    expect(ticksOf(secondsOf(ticks))).toBe(ticks);
    expect(secondsOf(ticks)).toBe(Number(decimal(ticks)));
  }
});

test('sums of equal decimals are equal', () => {
  expect(ticksOf(0.1) + ticksOf(0.2)).toBe(ticksOf(0.3));
  expect(25 * ticksOf(1.1)).toBe(ticksOf(27.5));
  expect(secondsOf(3 * ticksOf(0.1))).toBe(0.3);
});

test('sums of whole seconds are exact as long as a run lasts, of milliseconds for 18 years', () => {
  const year = 31_557_600;
  for (const [unit, last] of [
    [1, 146],
    [0.001, 18],
  ] as const) {
    const end = ticksOf(last * year);
    expect(end).toBeLessThan(LONGEST_RUN);
    expect(end - ticksOf(unit) + ticksOf(unit)).toBe(end);
    expect(end - ticksOf(unit)).toBeLessThan(end);
    expect(BigInt(end - ticksOf(unit))).toBe(BigInt(end) - BigInt(ticksOf(unit)));
  }
});

test('half a tick is rounded up, and what no run lasts is later than any, yet no Infinity', () => {
  expect([0.4e-9, 0.5e-9, 1.5e-9].map(ticksOf)).toEqual([0, 1, 2]);
  for (const seconds of [1e10, 1e308, Infinity]) {
    expect(ticksOf(seconds)).toBeGreaterThan(LONGEST_RUN);
    expect(1000 * ticksOf(seconds)).toBeLessThan(Infinity);
  }
  expect(ticksOf(NaN)).toBeNaN();
});

describe('a given duration', () => {
  const below = { fault: 'must be at least 1e-9, a tick of the clock' };
  test('below a tick is refused, 0 only where it must be above', () => {
    expect(readText(secondsFrom0(), '9e-10')).toEqual(below);
    expect(readText(secondsAbove0(), '1e-300')).toEqual(below);
    expect(readText(secondsFrom0(), '0')).toEqual({ value: 0 });
    expect(readText(secondsFrom0(), '1e-9')).toEqual({ value: 1e-9 });
    expect(readText(secondsAbove0(), '0')).toEqual({ fault: 'must be a number above 0' });
  });
});
