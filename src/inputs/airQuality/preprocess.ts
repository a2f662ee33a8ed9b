/**
 * From what a station recorded to the pairs (x, y) of the regression: missing values filled,
 * seasonality taken out, columns scaled, in this order (Streaming FL E.1).
 *
 * The paper names the seasonality first, but the decomposition needs a series without holes.
 */
import type { Vector } from '../../maths/vector.ts';
import { fillMissing } from './imputation.ts';
import { scaleOf } from './scaling.ts';
import { withoutSeasonality, YEAR_HOURS } from './seasonality.ts';
import { COLUMNS, type StationRecord } from './stationRecord.ts';

export interface Preprocessing {
  /** number of rows of the training part, with which the series begins */
  readonly trainingRows: number;
  readonly seasonality: 'additive-yearly' | 'none';
  readonly scaling: 'min-max' | 'z-score';
}

/** Pairs of one station, in memory that threads share: x `[rows, 9]` row-major, y `[rows]`. */
export interface RegressionSeries {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

/** The training rows, and those after them. */
export interface PreparedStation {
  readonly training: RegressionSeries;
  readonly test: RegressionSeries;
}

/**
 * Scales come from the training rows alone; the seasonal part comes from the whole series, as it
 * would from one call of statsmodels. Both are applied to the training and the test rows alike.
 *
 * @throws RangeError if a column has no recorded value, or fewer than two years of rows where the
 *   yearly seasonality is to be removed
 */
export function preprocess(
  record: StationRecord,
  { trainingRows, seasonality, scaling }: Preprocessing,
): PreparedStation {
  const training = sharedSeries(trainingRows);
  const test = sharedSeries(record.rows - trainingRows);
  record.columns.forEach((recorded, column) => {
    const filled = fillMissing(recorded);
    const values = seasonality === 'none' ? filled : withoutSeasonality(filled, YEAR_HOURS);
    const { offset, unit } = scaleOf(values.subarray(0, trainingRows), scaling);
    const scaled = values.map((value) => (value - offset) / unit);
    placeColumn(training, column, scaled.subarray(0, trainingRows));
    placeColumn(test, column, scaled.subarray(trainingRows));
  });
  return { training, test };
}

function sharedSeries(rows: number): RegressionSeries {
  return { x: sharedArray(rows * (COLUMNS.length - 1)), y: sharedArray(rows) };
}

function sharedArray(length: number): Float64Array {
  return new Float64Array(new SharedArrayBuffer(length * Float64Array.BYTES_PER_ELEMENT));
}

/** Column 0 is the target, and column j > 0 the feature j − 1: see {@link COLUMNS}. */
function placeColumn(series: RegressionSeries, column: number, values: Vector): void {
  if (column === 0) {
    series.y.set(values);
    return;
  }
  const d = COLUMNS.length - 1;
  for (let row = 0; row < values.length; row++) series.x[row * d + column - 1] = values[row]!;
}
