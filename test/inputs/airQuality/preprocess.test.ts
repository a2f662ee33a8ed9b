import { describe, expect, test } from 'vitest';
import { preprocess } from '../../../src/inputs/airQuality/preprocess.ts';
import { COLUMNS, type StationRecord } from '../../../src/inputs/airQuality/stationRecord.ts';

const MARCH_2013 = { year: 2013, month: 3 };

/** Column c at row r is (−1)^c (r + 10 c): it runs over its whole range in steps of one. */
const RAMPS: StationRecord = {
  first: MARCH_2013,
  rows: 12,
  columns: COLUMNS.map((_, c) =>
    Float64Array.from({ length: 12 }, (_value, r) => (c % 2 === 0 ? 1 : -1) * (r + 10 * c)),
  ),
};

describe('preprocess', () => {
  test('min-max takes each column to [0, 1] over the training rows, and the test rows by the same rule', () => {
    // Nine training rows: a ramp up goes to r/8 and a ramp down to 1 − r/8; in the test rows, 9/8 … 11/8.
    const { training, test: rest } = preprocess(RAMPS, {
      trainingRows: 9,
      seasonality: 'none',
      scaling: 'min-max',
    });
    const up = (rows: number[]) => rows.map((r) => r / 8);
    expect([...training.y]).toEqual(up([0, 1, 2, 3, 4, 5, 6, 7, 8]));
    expect([...rest.y]).toEqual(up([9, 10, 11]));
    // x is row-major: feature j of row r, at 9 r + j, is column j + 1
    const rowOf = (r: number) => COLUMNS.slice(1).map((_, j) => (j % 2 === 0 ? 1 - r / 8 : r / 8));
    expect([...training.x.subarray(9 * 4, 9 * 5)]).toEqual(rowOf(4));
    expect([...rest.x.subarray(9 * 2)]).toEqual(rowOf(11));
    expect([training.x.length, rest.x.length]).toEqual([81, 27]);
  });

  test('z-score gives the training rows mean 0 and variance 1', () => {
    // 0 … 8 have mean 4 and variance (9² − 1)/12 = 20/3
    const { training } = preprocess(RAMPS, { trainingRows: 9, seasonality: 'none', scaling: 'z-score' });
    training.y.forEach((value, r) => {
      expect(Math.abs(value - (r - 4) / Math.sqrt(20 / 3))).toBeLessThan(4 * Number.EPSILON);
    });
  });

  test('missing values are filled before anything else: the fill of a constant column is that constant', () => {
    const columns = RAMPS.columns.map((column, c) =>
      c === 3 ? column.map((_, r) => (r % 2 === 0 ? 5 : NaN)) : column,
    );
    const { training } = preprocess(
      { ...RAMPS, columns },
      { trainingRows: 12, seasonality: 'none', scaling: 'min-max' },
    );
    const feature2 = Array.from({ length: 12 }, (_, r) => training.x[9 * r + 2]);
    expect(feature2).toEqual(new Array(12).fill(0));
  });

  test('a line plus a yearly part becomes the line from 0 to 1', () => {
    const rows = 2 * 8760 + 100;
    const column = Float64Array.from(
      { length: rows },
      (_, r) => r + 3000 * Math.sin((2 * Math.PI * r) / 8760),
    );
    const record = { first: MARCH_2013, rows, columns: COLUMNS.map(() => column) };
    const { training } = preprocess(record, {
      trainingRows: rows,
      seasonality: 'additive-yearly',
      scaling: 'min-max',
    });
    // The seasonal part is exact but for the rounding of moving sums, below 1e-7 of the line's 17619.
    const worst = training.y.reduce((most, value, r) => Math.max(most, Math.abs(value - r / (rows - 1))), 0);
    expect(worst).toBeLessThan(1e-11);
  });

  test('the series lie in memory that threads share', () => {
    const { training, test: rest } = preprocess(RAMPS, {
      trainingRows: 9,
      seasonality: 'none',
      scaling: 'min-max',
    });
    for (const { x, y } of [training, rest]) {
      expect(x.buffer).toBeInstanceOf(SharedArrayBuffer);
      expect(y.buffer).toBeInstanceOf(SharedArrayBuffer);
    }
  });

  test('no test rows are an empty test part', () => {
    const { test: rest } = preprocess(RAMPS, { trainingRows: 12, seasonality: 'none', scaling: 'min-max' });
    expect([rest.x.length, rest.y.length]).toEqual([0, 0]);
  });
});
