/**
 * Additive decomposition `x = trend + seasonal + residual` by moving averages: the same as
 * `seasonal_decompose(x, model='additive', period=…)` of Python's statsmodels with its defaults
 * (two-sided filter, trend not extrapolated), which Streaming FL (E.1) takes the seasonality out with.
 */
import type { Vector } from '../../maths/vector.ts';

/** A year of 365 days, in hours. */
export const YEAR_HOURS = 8760;

/**
 * Centred moving average over one period `[rows]`; NaN in the first and last ⌊period/2⌋ rows.
 *
 * Over an odd period the average is the plain one. Over an even period it runs from row
 * t − period/2 to t + period/2, and the two ends count half.
 */
export function movingAverage(values: Vector, period: number): Float64Array {
  const out = new Float64Array(values.length).fill(NaN);
  const half = Math.floor(period / 2);
  if (values.length < 2 * half + 1) return out;
  let sum = 0; // of the rows t − half … t + half
  for (let row = 0; row < 2 * half; row++) sum += values[row]!;
  const endWeight = period % 2 === 0 ? 0.5 : 0;
  for (let t = half; t + half < values.length; t++) {
    const first = values[t - half]!;
    const last = values[t + half]!;
    sum += last;
    out[t] = (sum - endWeight * (first + last)) / period;
    sum -= first;
  }
  return out;
}

/**
 * The seasonal part of one period, `[period]`, by phase (row mod period): the mean of
 * `x − trend` over the rows of that phase which have a trend, shifted so that the period averages to 0.
 *
 * @throws RangeError if the series is shorter than two periods: some phase would have no trend
 */
export function seasonalPart(values: Vector, period: number): Float64Array {
  if (values.length < 2 * period) {
    throw new RangeError(`a period of ${period} needs at least ${2 * period} rows, got ${values.length}`);
  }
  const trend = movingAverage(values, period);
  const seasonal = new Float64Array(period);
  let sum = 0;
  for (let phase = 0; phase < period; phase++) {
    let detrended = 0;
    let count = 0;
    for (let row = phase; row < values.length; row += period) {
      if (!Number.isNaN(trend[row]!)) {
        detrended += values[row]! - trend[row]!;
        count++;
      }
    }
    seasonal[phase] = detrended / count;
    sum += seasonal[phase]!;
  }
  const mean = sum / period;
  for (let phase = 0; phase < period; phase++) seasonal[phase]! -= mean;
  return seasonal;
}

/** Trend + residual: the series without its seasonal part, `[rows]`. */
export function withoutSeasonality(values: Vector, period: number): Float64Array {
  const seasonal = seasonalPart(values, period);
  return values.map((value, row) => value - seasonal[row % period]!);
}
