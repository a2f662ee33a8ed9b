/** Estimates with confidence intervals over seeds, which are independent of each other. */
import jStat from 'jstat';
import { mean } from '../../report/statistics.ts';

export interface Interval {
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  /** confidence, as a fraction; `exact` where there is no chance in it and the width bounds rounding */
  readonly level: number | 'exact';
  /** the standard error, where there is chance in it and more than one value */
  readonly error?: number;
}

/** Chance that a claim of fedsa's tests that is true is refuted by an unlucky run. */
const ERROR_RATE = 0.05;

/**
 * The confidence of each of several intervals with which all of them together have 95 % (Bonferroni):
 * a claim of several parts is not refuted more often than a claim of one.
 */
export const jointLevel = (parts: number): number => 1 - ERROR_RATE / parts;

/**
 * Student's interval for a mean of independent values, taken as normal; from −∞ to ∞ of one value.
 *
 * @param values - at least one
 */
export function meanInterval(values: readonly number[], level: number): Interval {
  const estimate = mean(values);
  const n = values.length;
  if (n < 2) return { estimate, low: -Infinity, high: Infinity, level };
  const squares = values.reduce((sum, value) => sum + (value - estimate) ** 2, 0);
  const error = Math.sqrt(squares / (n - 1) / n);
  const half = error === 0 ? 0 : jStat.studentt.inv((1 + level) / 2, n - 1) * error;
  return { estimate, low: estimate - half, high: estimate + half, level, error };
}

/**
 * The ratio of two positive quantities, each measured once a seed: the exponential of
 * {@link meanInterval} of the differences of logarithms, so that what both have in common under one
 * seed cancels. The estimate is the ratio of geometric means.
 *
 * @param above - by seed, positive
 * @param below - by the same seeds in the same order
 */
export function ratioInterval(above: readonly number[], below: readonly number[], level: number): Interval {
  if (above.length !== below.length)
    throw new RangeError(`${above.length} values over ${below.length}: ratios are of the same seeds`);
  const logs = above.map((value, index) => Math.log(value / below[index]!));
  const { estimate: log, low, high, error } = meanInterval(logs, level);
  const estimate = Math.exp(log);
  return {
    ...{ estimate, low: Math.exp(low), high: Math.exp(high), level },
    ...(error !== undefined && { error: estimate * error }),
  };
}

/** Relative rounding error that computations of some thousand steps are given. */
const ROUNDING = 1e-9;

/** A number without chance in it. */
export function exactly(value: number, rounding = ROUNDING * Math.abs(value)): Interval {
  return { estimate: value, low: value - rounding, high: value + rounding, level: 'exact' };
}
