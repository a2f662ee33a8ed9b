/** Whether a mean over rounds still changes within them: a test on the measured numbers. */
import { mean, meanInterval } from './statistics.ts';

/** `level`: no trend was found; see {@link measuredTrend}. */
export type Trend = 'level' | 'falling' | 'rising';

/** Equal parts of the rounds that are compared. */
export const TREND_PARTS = 6;
/** By how much the means of the two halves have to differ: 10 %. */
const LEAST_CHANGE = Math.log(1.1);
/** Of the interval that has to exclude no change: a two-sided test at the level of 1 %. */
const CONFIDENCE = 0.99;
/** Of fewer seeds a spread over seeds says too little. */
const SEEDS_TO_TEST = 3;

/**
 * The trend of a quantity over some rounds. Each seed has the means of six equal parts of them, and its drift is
 * log(first half / second half).
 *
 * Three seeds or more: Student's t-test of the seeds' drifts against 0, two-sided, level 1 %. Seeds are independent and a
 * stationary quantity has halves of one law, so however slowly it mixes, a trend is found by chance in about 1 %
 * of the cases.
 *
 * One or two seeds: the six parts of each fall, or rise, one after another. If they are exchangeable, that happens by
 * chance with probability 2/6! = 0.28 % for one seed.
 *
 * In both cases the halves must differ by more than 10 % in the mean over seeds: a smaller change is no matter.
 *
 * @param parts - for each seed the means over {@link TREND_PARTS} parts, in the order of time; over two halves of fewer rounds, in
 *   which one or two seeds have no trend
 */
export function measuredTrend(parts: readonly (readonly number[])[]): Trend {
  const drifts = parts.map(driftOf);
  if (drifts.length === 0 || !drifts.every(Number.isFinite)) return 'level';
  const drift = mean(drifts);
  if (Math.abs(drift) <= LEAST_CHANGE) return 'level';
  const { low, high } = meanInterval(drifts, CONFIDENCE) ?? { low: drift, high: drift };
  const isClear =
    drifts.length < SEEDS_TO_TEST ? parts.every((part) => isSteady(part, drift)) : low * high > 0;
  if (!isClear) return 'level';
  return drift > 0 ? 'falling' : 'rising';
}

/** Of a single value, which is skewed as a mean is not: a nominal level of 0.1 % is wrong in 1 % of the cases or fewer. */
const CONFIDENCE_AT_END = 0.999;

/**
 * The trend where of each seed the mean over the rounds and the value at their end alone are known: Student's t-test of the
 * differences against 0 of three seeds or more; in the mean the two must differ by more than 10 %.
 */
export function trendAtEnd(seeds: readonly { readonly mean: number; readonly last: number }[]): Trend {
  const differences = seeds.map((seed) => seed.mean - seed.last);
  if (seeds.length < SEEDS_TO_TEST || !differences.every(Number.isFinite)) return 'level';
  const [fall, last] = [mean(differences), mean(seeds.map((seed) => seed.last))];
  if (Math.abs(Math.log1p(fall / last)) <= LEAST_CHANGE) return 'level';
  const { low, high } = meanInterval(differences, CONFIDENCE_AT_END)!;
  if (low * high <= 0) return 'level';
  return fall > 0 ? 'falling' : 'rising';
}

function driftOf(parts: readonly number[]): number {
  const middle = parts.length / 2;
  return Math.log(mean(parts.slice(0, middle)) / mean(parts.slice(middle)));
}

/** Whether each of the six parts is less, or more, than the one before, in the direction of the drift. */
const isSteady = (parts: readonly number[], drift: number): boolean =>
  parts.length === TREND_PARTS && parts.every((value, k) => k === 0 || (parts[k - 1]! - value) * drift > 0);
