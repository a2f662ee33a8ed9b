/** Exponents: slopes of logarithms against logarithms, and against time. */
import { fitLine } from '../../maths/leastSquares.ts';
import { exactly, type Interval, meanInterval } from './intervals.ts';

/** The least-squares slope of ln y against ln x; NaN where there is no line or a logarithm. */
export function exponentOf(x: readonly number[], y: readonly number[]): number {
  if (x.length === 2) return Math.log(y[1]! / y[0]!) / Math.log(x[1]! / x[0]!);
  return fitLine(x.map(Math.log), y.map(Math.log))?.slope ?? NaN;
}

/**
 * The exponent b of `y ∝ xᵇ`: one slope a seed, and {@link meanInterval} of the slopes. The values of one
 * seed at different x may depend on each other (agents see the same observations in all panels that
 * have them); the seeds do not.
 *
 * @param x - at least two, positive
 * @param bySeed - for each seed the values at all x, positive
 */
export function exponentInterval(
  x: readonly number[],
  bySeed: readonly (readonly number[])[],
  level: number,
): Interval {
  return meanInterval(
    bySeed.map((values) => exponentOf(x, values)),
    level,
  );
}

/** The exponent of values without chance in them: given, or a function of x. */
export const exactExponent = (
  x: readonly number[],
  y: readonly number[] | ((x: number) => number),
): Interval => exactly(exponentOf(x, typeof y === 'function' ? x.map((value) => y(value)) : y), 1e-6);

/**
 * ln q of `y ∝ qᵗ`: the least-squares slope of ln y against t over the last half of the points before y
 * first comes down to `smallest`, where the slowest mode is all that is left.
 *
 * @param t - ascending
 * @param y - positive, as many
 * @param smallest - where rounding begins to take part
 * @returns NaN of fewer than three such points
 */
export function exponentialRate(t: readonly number[], y: readonly number[], smallest: number): number {
  const end = y.findIndex((value) => !(value > smallest));
  const count = end < 0 ? y.length : end;
  const from = Math.floor(count / 2);
  return fitLine(t.slice(from, count), y.slice(from, count).map(Math.log))?.slope ?? NaN;
}
