/**
 * The ratio of one result to another on common seeds: its estimate, its 95 % interval, and a test of the ratio 1. The same seed
 * sees the same observations, so results are compared seed by seed.
 */
import jStat from 'jstat';
import type { KnownNumber, SeedNumbers } from '../configuration/found.ts';
import {
  deviationOf,
  endsOf,
  type Interval,
  mean,
  meanInterval,
  medianInterval,
  studentFactor,
} from './statistics.ts';

export interface PairedRatio {
  /** common to both results */
  readonly seeds: number;
  /** of these, those in which either result has no finite value: not reached, or diverged */
  readonly censored: number;
  /** geometric mean over the seeds; with censored seeds the median. NaN where that is unknown */
  readonly ratio: number;
  /** 95 % confidence interval of the ratio; `undefined` of too few seeds. An end may be 0 or Infinity. */
  readonly interval: Interval | undefined;
  /** of a two-sided test of the ratio 1; 1 where nothing can be concluded, NaN where nothing can be tested: of one seed, or where no seed bounds the ratio */
  readonly pValue: number;
  /** |mean| of the seeds' log ratios over their standard deviation, by the ends of their ranges on the side of 1; NaN where it is not known, or they hold 1 */
  readonly effect: number;
  /** of the two results' logarithms over the seeds; NaN of fewer than three seeds, with censored ones, or where a result is the same in all */
  readonly correlation: number;
}

/** Logarithms of ratios closer to 0 than this are rounding. */
const ROUNDING = 1e-9;
/** Of fewer seeds the pairs alone do not separate results whose ranges overlap. */
const FEW_SEEDS = 3;
/** The level of tests: 1 minus the confidence of intervals. */
export const LEVEL = 0.05;

/**
 * The ratio `result / base` over the seeds that both have.
 *
 * A number of a seed is known to lie in `[low, high]`: a passage between two recorded rounds, or beyond the end of a run that
 * did not reach the level. While all ends are finite and positive, the interval is Student's t for the logarithms, its lower end
 * that of the lowest ratios and its upper end that of the highest. With censored seeds it is the interval of the median by order
 * statistics, of lowest and highest ratios likewise, which needs six seeds: what the other seeds found does not replace a missing one.
 * Of fewer seeds, of which one result alone is censored, one end is Student's t for the ratios' bounds on that side: their mean
 * bounds the mean. Two results that took nothing in any seed, as their errors begin below the level, have no ratio.
 */
export function pairedRatio(base: SeedNumbers, result: SeedNumbers): PairedRatio {
  const pairs = [...base].flatMap(([seed, baseline]) => {
    const other = result.get(seed);
    return other === undefined ? [] : [{ first: baseline, other }];
  });
  const seeds = pairs.length;
  const censored = pairs.filter(({ first, other }) => !isFinite(first.high) || !isFinite(other.high)).length;
  const lows = pairs.map(({ first, other }) => logarithm(other.low, first.high, -Infinity));
  const highs = pairs.map(({ first, other }) => logarithm(other.high, first.low, Infinity));
  const middles = pairs.map(({ first, other }) => Math.log(other.high / first.high));
  const isWhole = [...lows, ...highs, ...middles].every(Number.isFinite);
  const isFew = seeds < FEW_SEEDS && overlap(pairs);
  if (seeds === 0 || !isWhole) {
    const { pValue, ...found } = ofBounds(lows, highs, middles, isFew);
    return {
      ...{ seeds, censored, ...found, correlation: NaN, effect: NaN },
      pValue: seeds < 2 || lows.every((low, k) => low === -Infinity && highs[k] === Infinity) ? NaN : pValue,
    };
  }
  const ends = [meanInterval(lows), meanInterval(highs)] as const;
  const interval = ends[0] && ends[1] && { low: Math.exp(ends[0].low), high: Math.exp(ends[1].high) };
  return {
    ...{ seeds, censored, ratio: Math.exp(mean(middles)), interval },
    pValue: seeds < 2 ? NaN : isFew ? 1 : pValueOf(lows, highs),
    effect: effectOf(lows, highs),
    correlation: correlationOf(
      pairs.map(({ first }) => Math.log(first.high)),
      pairs.map(({ other }) => Math.log(other.high)),
    ),
  };
}

/** Whether the ranges of two results overlap. */
function overlap(pairs: readonly { readonly first: KnownNumber; readonly other: KnownNumber }[]): boolean {
  const [ofOne, ofOther] = (['first', 'other'] as const).map((name) => ({
    low: endsOf(pairs.map((pair) => pair[name].low)).low,
    high: endsOf(pairs.map((pair) => pair[name].high)).high,
  }));
  return ofOne!.low <= ofOther!.high && ofOther!.low <= ofOne!.high;
}

/** log(a/b), or `unknown` where neither 0/0 nor ∞/∞ has one. */
function logarithm(a: number, b: number, unknown: number): number {
  const found = Math.log(a / b);
  return Number.isNaN(found) ? unknown : found;
}

/** Of the mean of numbers that lie between these bounds. */
const pValueOf = (lows: readonly number[], highs: readonly number[]): number =>
  mean(lows) > 0 ? tTest(lows) : mean(highs) < 0 ? tTest(highs) : 1;

/** Of the mean of numbers that lie between these bounds: the least that it may be. */
function effectOf(lows: readonly number[], highs: readonly number[]): number {
  const side = mean(lows) > 0 ? lows : mean(highs) < 0 ? highs : undefined;
  if (side === undefined || side.length < 2) return NaN;
  return Math.abs(mean(side)) / deviationOf(side, mean(side));
}

/** With censored seeds: of the median, or where every seed has a bound on one side, of the mean of these bounds. */
function ofBounds(
  lows: readonly number[],
  highs: readonly number[],
  middles: readonly number[],
  isFew: boolean,
): Pick<PairedRatio, 'ratio' | 'interval' | 'pValue'> {
  const found = ofMedian(lows, highs, middles);
  const [isAbove, isBelow] = [lows, highs].map((each) => each.length > 1 && each.every(Number.isFinite));
  if (found.interval !== undefined || isAbove === isBelow) return found;
  const interval = isAbove
    ? { low: Math.exp(meanInterval(lows)!.low), high: Infinity }
    : { low: 0, high: Math.exp(meanInterval(highs)!.high) };
  const unbounded = lows.map(() => (isAbove ? Infinity : -Infinity));
  return {
    ...{ ratio: found.ratio, interval },
    pValue: isFew ? 1 : isAbove ? pValueOf(lows, unbounded) : pValueOf(unbounded, highs),
  };
}

function ofMedian(
  lows: readonly number[],
  highs: readonly number[],
  middles: readonly number[],
): Pick<PairedRatio, 'ratio' | 'interval' | 'pValue'> {
  const n = lows.length;
  const sorted = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
  const [low, high] = [medianInterval(sorted(lows))?.low, medianInterval(sorted(highs))?.high];
  const interval =
    low === undefined || high === undefined ? undefined : { low: Math.exp(low), high: Math.exp(high) };
  // A seed whose ratio is not known may lie anywhere: the median is known where it is the same at either end.
  const [least, most] = [-Infinity, Infinity].map((end) =>
    n === 0 ? NaN : medianOf(sorted(middles.map((middle) => (Number.isNaN(middle) ? end : middle)))),
  );
  const median = least === most ? least! : NaN;
  const [above, below] = [lows.filter((low) => low > ROUNDING), highs.filter((high) => high < -ROUNDING)];
  return { ratio: Math.exp(median), interval, pValue: signTest(n, Math.max(above.length, below.length)) };
}

/** NaN where it lies between a number and an infinite one. */
function medianOf(sorted: readonly number[]): number {
  const [low, high] = [Math.floor((sorted.length - 1) / 2), Math.floor(sorted.length / 2)].map(
    (k) => sorted[k]!,
  ) as [number, number];
  if (low === high) return low;
  return Number.isFinite(high - low) ? (low + high) / 2 : NaN;
}

/** Two-sided, of the mean 0. Values without a spread come of runs without noise: then any mean but 0 is certain. */
function tTest(values: readonly number[]): number {
  const interval = meanInterval(values);
  if (interval === undefined) return 1;
  const centre = mean(values);
  const halfWidth = (interval.high - interval.low) / 2;
  if (halfWidth <= ROUNDING) return Math.abs(centre) <= ROUNDING ? 1 : 0;
  // The half width is the t quantile times s/√n, and t = centre/(s/√n).
  const t = (Math.abs(centre) / halfWidth) * studentFactor(values.length);
  return 2 * jStat.studentt.cdf(-t, values.length - 1);
}

/** Two-sided: P(at least `most` of n on the same side), each side as likely. */
function signTest(n: number, most: number): number {
  let tail = 0;
  // Of many seeds 2⁻ⁿ is no double.
  let logTerm = -n * Math.LN2;
  for (let k = 0; k <= n - most; k++) {
    tail += Math.exp(logTerm);
    logTerm += Math.log((n - k) / (k + 1));
  }
  return Math.min(1, 2 * tail);
}

/** NaN of fewer than three, and where one has no spread but rounding. */
function correlationOf(x: readonly number[], y: readonly number[]): number {
  if (x.length < 3 || [x, y].some((each) => deviationOf(each, mean(each)) <= ROUNDING)) return NaN;
  const [centreX, centreY] = [mean(x), mean(y)];
  let [xx, yy, xy] = [0, 0, 0];
  x.forEach((value, k) => {
    const [a, b] = [value - centreX, y[k]! - centreY];
    xx += a * a;
    yy += b * b;
    xy += a * b;
  });
  return xy / Math.sqrt(xx * yy);
}

/** What several comparisons at once conclude of each ratio. */
export type Side = 'lower' | 'alike' | 'higher' | 'not separated';

/** Results are alike whose ratio lies in this range with all of its 95 % interval, even where that excludes 1. */
const ALIKE: Interval = { low: 0.95, high: 1.05 };

const isAlike = ({ interval }: Pick<PairedRatio, 'interval'>): boolean =>
  interval !== undefined && interval.low >= ALIKE.low && interval.high <= ALIKE.high;

/**
 * Holm's correction: the smallest of m p values is compared with 5 %/m, the next with 5 %/(m − 1), until one is larger. So with
 * 95 % confidence no ratio is called lower or higher that is 1. A ratio that is separated has an interval that excludes 1. Results
 * that differ by 5 % at most are alike, separated or not.
 *
 * @param family - m, where these ratios are some of those that could have been compared
 */
export function sidesOf(
  ratios: readonly Pick<PairedRatio, 'pValue' | 'interval'>[],
  family = ratios.length,
): Side[] {
  // What cannot be tested comes last.
  const tested = ratios.map(({ pValue }) => (Number.isNaN(pValue) ? 1 : pValue));
  const order = ratios.map((_, k) => k).sort((a, b) => tested[a]! - tested[b]!);
  const sides = ratios.map((ratio): Side => (isAlike(ratio) ? 'alike' : 'not separated'));
  for (const [rank, k] of order.entries()) {
    const { interval } = ratios[k]!;
    if (tested[k]! > LEVEL / (family - rank)) break;
    if (interval === undefined || sides[k] === 'alike') continue;
    if (interval.high < 1) sides[k] = 'lower';
    else if (interval.low > 1) sides[k] = 'higher';
  }
  return sides;
}
