import { describe, expect, test } from 'vitest';
import {
  movingAverage,
  seasonalPart,
  withoutSeasonality,
} from '../../../src/inputs/airQuality/seasonality.ts';

// By hand, period 4: trend_t = (½x_{t−2} + x_{t−1} + x_t + x_{t+1} + ½x_{t+2}) / 4, for t = 2 … 5:
//   t = 2: (½ + 3 + 2 + 6 + 2½) / 4 = 3½     t = 3: (1½ + 2 + 6 + 5 + 1½) / 4 = 4
//   t = 4: (1 + 6 + 5 + 3 + 1) / 4 = 4        t = 5: (3 + 5 + 3 + 2 + 7) / 4 = 5
// x − trend by phase: 5 − 4 = 1, 3 − 5 = −2, 2 − 3½ = −1½, 6 − 4 = 2; their mean is −⅛.
const BY_HAND = Float64Array.of(1, 3, 2, 6, 5, 3, 2, 14);
const SEASONAL_BY_HAND = [1.125, -1.875, -1.375, 2.125];

describe('movingAverage', () => {
  test('over an even period the two ends count half, and half a period at each end has none', () => {
    expect([...movingAverage(BY_HAND, 4)]).toEqual([NaN, NaN, 3.5, 4, 4, 5, NaN, NaN]);
  });

  test('over an odd period it is the plain average', () => {
    // (1 + 3 + 2)/3 = 2, (3 + 2 + 7)/3 = 4
    expect([...movingAverage(Float64Array.of(1, 3, 2, 7), 3)]).toEqual([NaN, 2, 4, NaN]);
  });

  test('a series shorter than its window has no trend at all', () => {
    expect([...movingAverage(Float64Array.of(1, 2, 3, 4), 4)]).toEqual([NaN, NaN, NaN, NaN]);
  });
});

describe('seasonalPart', () => {
  test('it is the mean by phase of what the trend leaves, shifted to average 0: worked out by hand', () => {
    expect([...seasonalPart(BY_HAND, 4)]).toEqual(SEASONAL_BY_HAND);
  });

  test('a phase averages over all its rows with a trend', () => {
    // Period 2, trend_t = (½x_{t−1} + x_t + ½x_{t+1}) / 2 for t = 1 … 4 of 0, 4, 0, 8, 0, 8:
    //   2, 3, 4, 4. x − trend: phase 1: 4 − 2 = 2 and 8 − 4 = 4, mean 3;
    //   phase 0: 0 − 3 and 0 − 4, mean −3½. Their mean is −¼.
    expect([...seasonalPart(Float64Array.of(0, 4, 0, 8, 0, 8), 2)]).toEqual([-3.25, 3.25]);
  });

  test('fewer than two periods are refused', () => {
    expect(() => seasonalPart(new Float64Array(15), 8)).toThrow(
      'a period of 8 needs at least 16 rows, got 15',
    );
  });
});

describe('withoutSeasonality', () => {
  test('a straight line plus an exactly periodic part gives back the line, bit for bit', () => {
    // A centred average over one period leaves a line as it is and takes a periodic part of mean 0
    // to 0, so the seasonal part is exact. Period 8 and whole numbers: no operation rounds.
    const seasonal = [5, -3, 0, 2, -7, 1, 4, -2];
    const line = Float64Array.from({ length: 37 }, (_, row) => 100 + 3 * row);
    const values = line.map((value, row) => value + seasonal[row % 8]!);
    expect([...seasonalPart(values, 8)]).toEqual(seasonal);
    expect(withoutSeasonality(values, 8)).toEqual(line);
  });

  test('over a year of hours the same holds to the rounding of moving sums', () => {
    // Sums of 8760 values up to 2000 are below 2e7, each of 2e4 updates rounds by at most 2e7 · 2⁻⁵³:
    // 5e-5 in the sum at the very worst, 5e-9 in the average.
    const line = Float64Array.from({ length: 20_000 }, (_, row) => 1000 + row / 64);
    const values = line.map((value, row) => value + 200 * Math.sin((2 * Math.PI * row) / 8760));
    const rest = withoutSeasonality(values, 8760);
    const worst = rest.reduce((most, value, row) => Math.max(most, Math.abs(value - line[row]!)), 0);
    expect(worst).toBeLessThan(1e-8);
  });
});
