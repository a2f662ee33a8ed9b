import { describe, expect, test } from 'vitest';
import { fillMissing, MONTH_HOURS } from '../../../src/inputs/airQuality/imputation.ts';

const NA = NaN;

describe('fillMissing', () => {
  test('a hand-made series with a month of 3 hours is filled by the three rules', () => {
    // row:     0   1   2  3  4   5   6   7   8   9  10
    const recorded = Float64Array.of(NA, NA, 4, 6, NA, NA, NA, NA, NA, 1, NA);
    // rows 0, 1: nothing recorded yet: the 3 hours from the first value, rows 2–4, hold 4, 6: mean 5
    // row 4: rows 1–3 hold 4, 6: 5;  row 5: rows 2–4 hold 4, 6: 5;  row 6: rows 3–5 hold 6
    // rows 7, 8: the 3 hours before hold nothing: rows 1–3, up to the last value, hold 4, 6: 5
    // row 10: rows 7–9 hold 1
    expect([...fillMissing(recorded, 3)]).toEqual([5, 5, 4, 6, 5, 5, 6, 5, 5, 1, 1]);
  });

  test('a month looks back 720 hours: the value 720 hours before counts, the one 721 hours before does not', () => {
    // Row 0 holds 7, rows 1–719 hold 1. Row 720 averages rows 0–719: (7 + 719) / 720.
    // Row 721 averages rows 1–720, of which 719 were recorded: 1.
    const recorded = new Float64Array(MONTH_HOURS + 2).fill(1);
    recorded[0] = 7;
    recorded[MONTH_HOURS] = NA;
    recorded[MONTH_HOURS + 1] = NA;
    const filled = fillMissing(recorded);
    expect(filled[720]).toBe(726 / 720);
    expect(filled[721]).toBe(1);
  });

  test('what was recorded stays, and the argument is left as it was', () => {
    const recorded = Float64Array.of(3, NA, 0, -2);
    expect([...fillMissing(recorded, 2)]).toEqual([3, 3, 0, -2]);
    expect([...recorded]).toEqual([3, NA, 0, -2]);
  });

  test('a series without any recorded value is refused', () => {
    expect(() => fillMissing(Float64Array.of(NA, NA))).toThrow('none of the 2 values was recorded');
  });
});
