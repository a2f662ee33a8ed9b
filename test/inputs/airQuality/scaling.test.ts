import { describe, expect, test } from 'vitest';
import { scaleOf } from '../../../src/inputs/airQuality/scaling.ts';

describe('scaleOf', () => {
  test('min-max takes the smallest value to 0 and the largest to 1', () => {
    expect(scaleOf(Float64Array.of(4, 2, 10), 'min-max')).toEqual({ offset: 2, unit: 8 });
  });

  test('z-score takes off the mean and divides by the standard deviation with divisor n', () => {
    // mean of 1, 1, 5, 5 is 3; (4 + 4 + 4 + 4) / 4 = 4
    expect(scaleOf(Float64Array.of(1, 5, 1, 5), 'z-score')).toEqual({ offset: 3, unit: 2 });
  });

  test('a constant column goes to 0 under both, and so does one that only rounding moves', () => {
    expect(scaleOf(Float64Array.of(7, 7, 7), 'min-max')).toEqual({ offset: 7, unit: 1 });
    expect(scaleOf(Float64Array.of(0, 0), 'z-score')).toEqual({ offset: 0, unit: 1 });
    const rounded = scaleOf(Float64Array.of(1013, 1013 + 2e-10), 'min-max');
    expect(rounded).toEqual({ offset: 1013, unit: 1 });
  });
});
