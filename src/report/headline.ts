/** The numbers that lead: the floor a run reached, or how fast it falls, over its seeds. */
import { fitLine } from '../maths/leastSquares.ts';
import { gradientNormOf } from '../measurement/metrics/gradientNorm.ts';
import type { Manifest } from '../recording/manifest.ts';
import { MOST_UNCERTAIN } from '../theory/mostUncertain.ts';
import { limitUncertainty } from '../theory/predictedCurve.ts';
import type { Prediction } from '../theory/predictions.ts';
import type { Measure } from '../configuration/scenario.ts';
import { type Shares, sharesOf } from './heavyTails.ts';
import type { ReadColumn, Series } from './readRounds.ts';
import { type Interval, mean, meanInterval, positiveMeanInterval } from './statistics.ts';
import { meanOver, partsOf, type RoundRange, tailOf } from './tail.ts';
import { measuredTrend, type Trend, TREND_PARTS } from './trend.ts';

/** A number of each seed, summarised over the seeds. */
export interface OverSeeds {
  readonly mean: number;
  /** 95 % confidence interval of the mean; `undefined` of one seed */
  readonly interval: Interval | undefined;
  /** one of each seed */
  readonly values: readonly number[];
}

/** The mean over the last 30 % of the rounds, of each seed, then of the seeds. */
export interface Floor extends OverSeeds {
  /** that have a value */
  readonly seeds: readonly number[];
  readonly rounds: RoundRange;
  readonly trend: Trend;
  /** of the largest seed and the largest rounds; `undefined` of rounding alone */
  readonly shares: Shares | undefined;
}

/** value ∝ t^slope, of each seed, then of the seeds. */
export interface Slope extends OverSeeds {
  readonly rounds: RoundRange;
}

/** The slope is fitted to the last tenfold of the rounds, in so many parts that are equal on a log axis. */
const SLOPE_FACTOR = 10;
const SLOPE_PARTS = 10;

/** The mean of a number that is never negative, with its interval. */
export function overSeeds(values: readonly number[]): OverSeeds {
  return { mean: mean(values), interval: positiveMeanInterval(values), values };
}

/**
 * The floor of some seeds.
 *
 * @param last - the round that counts as the last, which all of them have
 * @param negligible - less than this is rounding, and level
 * @returns `undefined` where no seed has finite values in the tail
 */
export function floorOfSeeds(
  series: readonly Series[],
  column: ReadColumn,
  last: number,
  negligible: number,
): Floor | undefined {
  const rounds = tailOf(last);
  const finite = series.filter(({ columns }) =>
    Number.isFinite(meanOver(columns.round, columns[column]!, rounds)),
  );
  if (finite.length === 0) return undefined;
  const found = overSeeds(finite.map(({ columns }) => meanOver(columns.round, columns[column]!, rounds)));
  const seeds = finite.map(({ seed }) => seed);
  if (found.mean <= negligible) return { ...found, seeds, rounds, trend: 'level', shares: undefined };
  const shares = sharesOf(finite, column, rounds, found.values);
  const parts = partsOf(rounds, TREND_PARTS) ?? partsOf(rounds, 2);
  if (parts === undefined) return { ...found, seeds, rounds, trend: 'level', shares };
  const means = finite.map(({ columns }) =>
    parts.map((part) => meanOver(columns.round, columns[column]!, part)),
  );
  return { ...found, seeds, rounds, trend: measuredTrend(means), shares };
}

/**
 * The slope of log value on log round over the last tenfold of the rounds, by least squares on its means
 * over ten parts that are equally long on the log axis.
 *
 * @param last - the round that counts as the last
 * @returns `undefined` where no seed has three parts with positive means
 */
export function slopeOfSeeds(series: readonly Series[], column: ReadColumn, last: number): Slope | undefined {
  const parts = slopeParts(last);
  const x = parts.map(({ first, last: end }) => Math.log(Math.sqrt(first * end)));
  const slopes = series.flatMap(({ columns }) => {
    const y = parts.map((part) => Math.log(meanOver(columns.round, columns[column]!, part)));
    return y.every(Number.isFinite) ? (fitLine(x, y)?.slope ?? []) : [];
  });
  if (slopes.length === 0) return undefined;
  return {
    mean: mean(slopes),
    interval: meanInterval(slopes),
    values: slopes,
    rounds: { first: parts[0]!.first, last },
  };
}

/** Ranges of rounds that follow one another up to the last; those that would be empty are left out. */
export function slopeParts(last: number): RoundRange[] {
  const parts: RoundRange[] = [];
  let before = Math.floor(last / SLOPE_FACTOR);
  for (let part = 1; part <= SLOPE_PARTS; part++) {
    const end = Math.round(last * SLOPE_FACTOR ** (part / SLOPE_PARTS - 1));
    if (end <= before) continue;
    parts.push({ first: before + 1, last: end });
    before = end;
  }
  return parts;
}

/** Double rounding in a root, squared, with two digits to spare: less is zero computed with rounding. */
const ROUNDING = 1e-26;

/** A squared error that is as good as zero: rounding alone, or the error of an estimated root. */
export function resolutionOf({
  root,
  rootError = 0,
}: Pick<Manifest['problem'], 'root' | 'rootError'>): number {
  return Math.max(rootError, ROUNDING * (root === null ? 1 : root.reduce((sum, x) => sum + x * x, 0)));
}

/**
 * ‖θ_∞ − θ*‖², or NaN where there is none to speak of: no closed form, zero, or so far below ‖θ*‖² that it
 * is the rounding error of a zero.
 *
 * @param root - θ* `[d]`; null where it is not known
 */
export function floorOf(
  prediction: Prediction | undefined,
  root: readonly number[] | null,
  column: Measure = 'error',
): number {
  const limit = limitOf(prediction, root, column) ?? NaN;
  return limit > 0 && limit < Infinity ? limit : NaN;
}

/**
 * The predicted limit of a quantity as a table has it: of the error, zero where it is the rounding error of a zero; of the
 * mean operator that of a run without noise; null if unknown, or known no better than to 10 %.
 */
export function limitOf(
  prediction: Prediction | undefined,
  root: readonly number[] | null,
  column: Measure = 'error',
): number | null {
  const { drift } = prediction ?? {};
  if (column !== 'error')
    return drift === undefined ? null : column === 'gradientNorm' ? gradientNormOf(drift) : drift;
  if (prediction === undefined || (limitUncertainty(prediction) ?? 0) > MOST_UNCERTAIN) return null;
  const limit = prediction.limitError;
  return limit !== null && limit <= resolutionOf({ root }) ? 0 : limit;
}
