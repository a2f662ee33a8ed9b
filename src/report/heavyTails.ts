/** Whether few seeds, or few rounds of them, carry a mean: then the interval of the mean is too narrow. */
import { FEWEST_SEEDS, percent } from '../values/numbers.ts';
import type { ReadColumn, Series } from './readRounds.ts';
import { deviationOf, mean, studentFactor } from './statistics.ts';
import type { RoundRange } from './tail.ts';
import type { Trend } from './trend.ts';

/** How a sum over seeds and rounds is divided among them. */
export interface Shares {
  /** the seed with the largest mean, and its part of the sum over the seeds */
  readonly seed: number;
  readonly ofSeed: number;
  /** the part of the largest 1 % of the recorded values of all seeds; NaN of fewer than 100 */
  readonly ofRounds: number;
}

/** The part of the rounds whose share is asked for: 1 %. */
const ROUNDS_IN_ONE = 100;

/**
 * The shares of the largest.
 *
 * @param values - the mean of each seed over the rounds
 */
export function sharesOf(
  series: readonly Series[],
  column: ReadColumn,
  { first, last }: RoundRange,
  values: readonly number[],
): Shares {
  const largest = values.reduce((best, value, k) => (value > values[best]! ? k : best), 0);
  const recorded = Float64Array.from(
    series.flatMap(({ columns }) =>
      columns[column]!.filter((_, row) => columns.round[row]! >= first && columns.round[row]! <= last),
    ),
  ).sort();
  const top = Math.floor(recorded.length / ROUNDS_IN_ONE);
  const sumFrom = (at: number): number => recorded.subarray(at).reduce((sum, value) => sum + value, 0);
  return {
    seed: series[largest]!.seed,
    ofSeed: values[largest]! / (mean(values) * values.length),
    ofRounds: top === 0 ? NaN : sumFrom(recorded.length - top) / sumFrom(0),
  };
}

/** The probability that seeds of Gaussian iterates are taken for heavy-tailed by the largest seed: 1 %. */
const FALSE_ALARMS = 0.01;
/** Of Gaussian iterates the largest 1 % of squared errors have 8.4 % of their sum at most, of a lognormal law with σ = 1.5 20 %. */
const LARGEST_SHARE_OF_ROUNDS = 0.2;
/** Where seeds differ less, however rounds are distributed, their mean is known well enough. */
const LEAST_DEVIATION = 0.3;

/**
 * The share that the largest of n seeds exceeds with a probability of at most 1 % where iterates are Gaussian: in one dimension
 * and one round a squared error is χ² with one degree of freedom, in more less skewed. Its share in the sum is t²/(n − 1 + t²),
 * t of Student's law with n − 1 degrees of freedom; any of n exceeds a share n times as often at most.
 */
export function largestShareOfSeed(n: number): number {
  const t = studentFactor(n, 1 - FALSE_ALARMS / n);
  return t ** 2 / (n - 1 + t ** 2);
}

/** A mean over seeds, how its sum is divided, and whether it still changes. */
interface SharedMean {
  readonly mean: number;
  /** one of each seed */
  readonly values: readonly number[];
  readonly trend: Trend;
  readonly shares: Shares | undefined;
}

/**
 * Which few carry the mean, in words; `undefined` where none do.
 *
 * One seed: its share is above {@link largestShareOfSeed}. Few rounds: of errors that are level the largest 1 % of the recorded
 * rounds have more than 20 % of the sum, and the standard deviation over seeds is above 30 % of their mean.
 */
export function heavyTails({ shares, values, mean: centre, trend }: SharedMean): string | undefined {
  if (shares === undefined || values.length < FEWEST_SEEDS) return undefined;
  if (shares.ofSeed > largestShareOfSeed(values.length))
    return `seed ${shares.seed} has ${percent(shares.ofSeed)} of the sum`;
  const doSeedsDiffer = deviationOf(values, centre) > LEAST_DEVIATION * centre;
  return trend === 'level' && doSeedsDiffer && shares.ofRounds > LARGEST_SHARE_OF_ROUNDS
    ? `1 % of the rounds have ${percent(shares.ofRounds)} of the sum`
    : undefined;
}
