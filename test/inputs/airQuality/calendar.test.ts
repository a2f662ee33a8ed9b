import { describe, expect, test } from 'vitest';
import { daysOfMonth, monthAfter, monthBoundaries } from '../../../src/inputs/airQuality/calendar.ts';

const MARCH_2013 = { year: 2013, month: 3 };

describe('daysOfMonth', () => {
  test('the twelve months of 2015 have the days of the calendar', () => {
    const days = Array.from({ length: 12 }, (_, index) => daysOfMonth(2015, index + 1));
    expect(days).toEqual([31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]);
  });

  test('February has 29 days in 2016 and 2000, and 28 in 2015 and 1900', () => {
    expect([2016, 2000, 2015, 1900].map((year) => daysOfMonth(year, 2))).toEqual([29, 29, 28, 28]);
  });
});

test('January follows December in the next year', () => {
  expect(monthAfter({ year: 2013, month: 12 })).toEqual({ year: 2014, month: 1 });
  expect(monthAfter(MARCH_2013)).toEqual({ year: 2013, month: 4 });
});

describe('monthBoundaries', () => {
  test('March, April and May 2013 begin at rows 0, 744 and 1464, and May ends at 2208', () => {
    // 24 · 31 = 744, + 24 · 30 = 1464, + 24 · 31 = 2208
    expect(monthBoundaries(MARCH_2013, 2208)).toEqual([0, 744, 1464, 2208]);
  });

  test('an hour short of a whole month leaves that month out', () => {
    expect(monthBoundaries(MARCH_2013, 2207)).toEqual([0, 744, 1464]);
    expect(monthBoundaries(MARCH_2013, 743)).toEqual([0]);
  });

  test('the four years from March 2013 have 48 months, of which the first 36 end with 29 February 2016', () => {
    // (365 + 365 + 366) · 24 = 26304; one more year of 365 days: 35064
    const boundaries = monthBoundaries(MARCH_2013, 35064);
    expect(boundaries).toHaveLength(49);
    expect([boundaries[12], boundaries[24], boundaries[35], boundaries[36], boundaries[48]]).toEqual([
      8760,
      17520,
      26304 - 29 * 24,
      26304,
      35064,
    ]);
  });
});
