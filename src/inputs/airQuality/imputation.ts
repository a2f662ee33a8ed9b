/**
 * Missing values of an hourly series, filled with the average of the month before them (Streaming
 * FL E.1: "their average values during the last month").
 */
import type { Vector } from '../../maths/vector.ts';

/** A month, as missing values look back on it: 30 days. */
export const MONTH_HOURS = 720;

/**
 * The series with every NaN replaced by a mean of recorded values; filled values never enter a mean.
 *
 * * The rule: the mean of what was recorded in the `hours` hours before the missing one (fewer at
 *   the start of the series, where fewer came before).
 * * Nothing was recorded in these hours, but something earlier: the mean of the `hours` hours that
 *   end with the last recorded value, which is what the gap's first hour was filled with.
 * * Nothing was recorded yet: the mean of the `hours` hours that begin with the first recorded
 *   value. This alone looks ahead.
 *
 * @param values - `[rows]`, NaN where missing
 * @throws RangeError if no value at all was recorded
 */
export function fillMissing(values: Vector, hours = MONTH_HOURS): Float64Array {
  const filled = Float64Array.from(values);
  let last = -1;
  for (let row = 0; row < values.length; row++) {
    if (!Number.isNaN(values[row]!)) {
      last = row;
    } else if (last < 0) {
      const first = values.findIndex((value) => !Number.isNaN(value));
      if (first < 0) throw new RangeError(`none of the ${values.length} values was recorded`);
      const mean = meanOfRecorded(values, first, first + hours);
      filled.fill(mean, 0, first);
      row = first - 1;
    } else {
      const end = last >= row - hours ? row : last + 1;
      filled[row] = meanOfRecorded(values, end - hours, end);
    }
  }
  return filled;
}

/** Mean of what was recorded in the rows from `start` up to, without it, `end`. */
function meanOfRecorded(values: Vector, start: number, end: number): number {
  let sum = 0;
  let count = 0;
  for (let row = Math.max(0, start); row < Math.min(end, values.length); row++) {
    const value = values[row]!;
    if (!Number.isNaN(value)) {
      sum += value;
      count++;
    }
  }
  return sum / count;
}
