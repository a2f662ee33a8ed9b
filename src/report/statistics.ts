/** Summaries of a number over seeds. */
import jStat from 'jstat';

/** The least and the largest of values; Infinity and −Infinity of none. A function does not take a million seeds' as arguments. */
export function endsOf(values: readonly number[]): { readonly low: number; readonly high: number } {
  let [low, high] = [Infinity, -Infinity];
  for (const value of values) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return { low, high };
}

/** Left to right; NaN of nothing. */
export function mean(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value;
  return sum / values.length;
}

/**
 * Quantile of sorted values by linear interpolation between order statistics (type 7 of Hyndman and
 * Fan 1996, the default of R and NumPy).
 *
 * @param sorted - ascending, at least one
 * @param p - in [0, 1]
 */
export function quantile(sorted: readonly number[], p: number): number {
  const position = p * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below]!;
  if (position === below) return low;
  const high = sorted[below + 1]!;
  return low + (position - below) * (high - low);
}

/** The values of a curve's seeds at one place. */
export interface Summary {
  readonly seeds: number;
  readonly mean: number;
  /** standard deviation, with n − 1; NaN of one value */
  readonly deviation: number;
  readonly minimum: number;
  readonly p10: number;
  readonly median: number;
  readonly p90: number;
  readonly maximum: number;
}

/** `undefined` of no values, and where the mean of finite values is beyond all doubles. */
export function summaryOf(values: readonly number[]): Summary | undefined {
  const average = mean(values);
  if (!Number.isFinite(average)) return undefined;
  const sorted = Float64Array.from(values).sort() as unknown as readonly number[];
  return {
    seeds: values.length,
    mean: average,
    deviation: deviationOf(values, average),
    minimum: sorted[0]!,
    p10: quantile(sorted, 0.1),
    median: quantile(sorted, 0.5),
    p90: quantile(sorted, 0.9),
    maximum: sorted[sorted.length - 1]!,
  };
}

/** Standard deviation with n − 1 around their mean; NaN of fewer than two values. */
export function deviationOf(values: readonly number[], centre: number): number {
  let squares = 0;
  for (const value of values) squares += (value - centre) ** 2;
  return values.length < 2 ? NaN : Math.sqrt(squares / (values.length - 1));
}

/**
 * Half the width of the two-sided confidence interval of a mean, the values taken as independent
 * and normal: `t_{0.975, n−1} · s / √n` for 95 %, s the standard deviation with n − 1. NaN of fewer than two.
 */
export function confidenceHalfWidth(values: readonly number[], confidence = 0.95): number {
  const n = values.length;
  if (n < 2) return NaN;
  const deviation = deviationOf(values, mean(values));
  return deviation === 0 ? 0 : (studentFactor(n, confidence) * deviation) / Math.sqrt(n);
}

/** t_{(1+confidence)/2, n−1} of n values. */
export const studentFactor = (n: number, confidence = 0.95): number => studentFactorOf(n - 1, confidence);

/** Quantiles are found by iteration, and the same few are asked for again and again. */
const factors = new Map<string, number>();

/** t_{(1+confidence)/2} with so many degrees of freedom, which need not be whole. */
export function studentFactorOf(degreesOfFreedom: number, confidence = 0.95): number {
  const quantileOf = (): number => jStat.studentt.inv((1 + confidence) / 2, degreesOfFreedom);
  if (!Number.isInteger(degreesOfFreedom)) return quantileOf();
  const key = `${degreesOfFreedom} ${confidence}`;
  const factor = factors.get(key) ?? quantileOf();
  factors.set(key, factor);
  return factor;
}

/** A two-sided 95 % confidence interval. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** {@link positiveMeanInterval} as every text writes it. */
export const INTERVAL_FORMULA = 'm · exp(± t s/(√n m))';

/**
 * The 95 % confidence interval of the mean m ≥ 0 of a quantity that is never negative, `m · exp(± t s/(√n m))`, s the standard
 * deviation over n values, t = t_{0.975, n−1}: log m has the standard error s/(√n m) to first order. It is not the interval of a
 * mean of logarithms.
 *
 * Squared errors are skewed to the right, the more the fewer independent rounds each is a mean of; then the
 * plain interval `m ± t s/√n` is too low, may reach below zero, and holds the expectation less often
 * than 95 %. For small s/m the two are the same.
 *
 * @returns `undefined` of fewer than two values
 */
export function positiveMeanInterval(values: readonly number[]): Interval | undefined {
  if (values.length < 2) return undefined;
  const centre = mean(values);
  const halfWidth = confidenceHalfWidth(values);
  if (halfWidth === 0) return { low: centre, high: centre };
  const factor = Math.exp(halfWidth / centre);
  return { low: centre / factor, high: centre * factor };
}

/** The confidence interval of a mean by Student's t; `undefined` of fewer than two values. */
export function meanInterval(values: readonly number[], confidence = 0.95): Interval | undefined {
  if (values.length < 2) return undefined;
  const centre = mean(values);
  const halfWidth = confidenceHalfWidth(values, confidence);
  return { low: centre - halfWidth, high: centre + halfWidth };
}

/**
 * A confidence interval of the median of any law, of at least 95 %: from the k-th smallest to the k-th largest
 * value, k the largest number for which P(Bin(n, ½) < k) ≤ 2.5 %.
 *
 * @param sorted - ascending; Infinity where a value is only known to be larger than all
 * @returns `undefined` of fewer than six values, which have none
 */
export function medianInterval(sorted: readonly number[]): Interval | undefined {
  const n = sorted.length;
  // Of many values 2⁻ⁿ is no double.
  let logTerm = -n * Math.LN2;
  let below = 0;
  let k = 0;
  while (below + Math.exp(logTerm) <= 0.025) {
    below += Math.exp(logTerm);
    logTerm += Math.log((n - k) / (k + 1));
    k++;
  }
  return k === 0 ? undefined : { low: sorted[k - 1]!, high: sorted[n - k]! };
}
