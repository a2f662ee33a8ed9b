/**
 * What one station of the Beijing air-quality data recorded: the columns that the regression of
 * Streaming FL (§5, E.1) uses, hour by hour.
 */
import type { Vector } from '../../maths/vector.ts';

/** The response y. */
const TARGET = 'PM2.5';

/** The features x, in the order of the coordinates of θ; d = 9. PM10 and wd (wind direction) are dropped. */
export const FEATURES = ['SO2', 'NO2', 'CO', 'O3', 'TEMP', 'PRES', 'DEWP', 'RAIN', 'WSPM'] as const;

/** Every column that is read, the target first. */
export const COLUMNS = [TARGET, ...FEATURES] as const;

/** The twelve stations, in the order of their numbers in a specification's series. */
export const STATIONS = [
  'Aotizhongxin',
  'Changping',
  'Dingling',
  'Dongsi',
  'Guanyuan',
  'Gucheng',
  'Huairou',
  'Nongzhanguan',
  'Shunyi',
  'Tiantan',
  'Wanliu',
  'Wanshouxigong',
] as const;

/** One station's hours, without gaps, from midnight of the first day of a month on. */
export interface StationRecord {
  /** calendar month of the first row, 1 to 12, and its year */
  readonly first: { readonly year: number; readonly month: number };
  readonly rows: number;
  /** one array `[rows]` for each of {@link COLUMNS}; NaN where nothing was recorded */
  readonly columns: readonly Vector[];
}
