/** The numbers that lead: the floor a run reached, or how fast it falls, over its seeds. */
import { fitLine } from '../maths/leastSquares.ts';
import type { ExactPrediction } from '../theory/moments/exactPredictions.ts';
import type { Prediction } from '../theory/predictions.ts';
import type { Measure } from '../scenario/scenario.ts';
import type { ReadColumn, Series } from './readRounds.ts';
import { type Interval, mean, meanInterval, positiveMeanInterval } from './statistics.ts';
import { halvesOf, meanOver, type RoundRange, tailOf } from './tail.ts';

/** A number of each seed, summarised over the seeds. */
export interface OverSeeds {
  readonly mean: number;
  /** 95 % confidence interval of the mean; `undefined` of one seed */
  readonly interval: Interval | undefined;
  /** one of each seed */
  readonly values: readonly number[];
}

/** Whether the quantity has come to rest in the tail: see {@link measuredTrend}. */
export type Trend = 'level' | 'falling' | 'rising';

/** The mean over the last 30 % of the rounds, of each seed, then of the seeds. */
export interface Floor extends OverSeeds {
  readonly rounds: RoundRange;
  readonly trend: Trend;
}

/** The expectation of the same mean, in its two parts. */
export interface ExpectedFloor {
  /** of E ‖θ̄_t − θ*‖² over the floor's rounds; biasSquare + variance */
  readonly mean: number;
  /** of ‖E θ̄_t − θ*‖² */
  readonly biasSquare: number;
  /** of E ‖θ̄_t − E θ̄_t‖² */
  readonly variance: number;
  /** what a closure of the moments leaves out; absent where the expectation is exact */
  readonly neglects?: string;
}

/** value ∝ t^slope, of each seed, then of the seeds. */
export interface Slope extends OverSeeds {
  readonly rounds: RoundRange;
}

/** By how much the halves of the tail differ where the expectation is known: 5 %. */
const EXPECTED_DRIFT = Math.log(1.05);
/** By how much their measured means have to differ: 10 %. */
const MEASURED_DRIFT = Math.log(1.1);
/** The share of the floor that is too small to be what is left of the start: 1 %. */
const FORGOTTEN = 0.01;
/** How sure a measured difference has to be. */
const CONFIDENCE = 0.99;
/** In how many seeds a spread can be seen; of fewer, every one has to differ by a factor of two. */
const SEEDS_TO_JUDGE = 3;

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
 * @param prediction - of the error: its expectation decides on the trend where it covers the tail
 * @param negligible - less than this is rounding, and level
 * @returns `undefined` where no seed has finite values in the tail
 */
export function floorOfSeeds(
  series: readonly Series[],
  column: ReadColumn,
  last: number,
  prediction: Prediction | undefined,
  negligible: number,
): Floor | undefined {
  const rounds = tailOf(last);
  const meansOver = (range: RoundRange): number[] =>
    series.map(({ columns }) => meanOver(columns.round, columns[column]!, range)).filter(Number.isFinite);
  const values = meansOver(rounds);
  if (values.length === 0) return undefined;
  const [early, late] = halvesOf(rounds);
  const found = overSeeds(values);
  if (found.mean <= negligible || early.first === late.first) return { ...found, rounds, trend: 'level' };
  const expected = expectedTrend(prediction?.exact, early, late);
  if (expected !== undefined) return { ...found, rounds, trend: expected };
  const trend = measuredTrend(meansOver(early), meansOver(late));
  const start = mean(series.map(({ columns }) => columns[column]![0]!));
  const forgotten =
    trend === 'falling' && isForgotten(prediction?.roundFactor ?? 1, rounds.first, start, found.mean);
  return { ...found, rounds, trend: forgotten ? 'level' : trend };
}

/** Whether the mean recursion has left nothing of the start's value that could still fall: ρ^{2t} times it. */
function isForgotten(roundFactor: number, round: number, start: number, floor: number): boolean {
  return roundFactor ** (2 * round) * start < FORGOTTEN * floor;
}

/** The expectation over a floor's rounds; `undefined` where there is none, or it ends before they do. */
export function expectedFloor(
  expectation: ExactPrediction | undefined,
  rounds: RoundRange,
): ExpectedFloor | undefined {
  if (expectation === undefined || 'reason' in expectation) return undefined;
  const { meanSquare, biasSquare, neglects } = expectation;
  const whole = meanOver(expectation.rounds, meanSquare, rounds);
  const bias = meanOver(expectation.rounds, biasSquare, rounds);
  if (Number.isNaN(whole) || Number.isNaN(bias)) return undefined;
  return {
    mean: whole,
    biasSquare: bias,
    // Without noise the two are computed apart, and differ by rounding.
    variance: Math.max(0, whole - bias),
    ...(neglects === undefined ? {} : { neglects }),
  };
}

function expectedTrend(
  expectation: ExactPrediction | undefined,
  early: RoundRange,
  late: RoundRange,
): Trend | undefined {
  // A few rounds say less of a trend than all that were measured.
  if (expectation && 'thinnedFrom' in expectation) return undefined;
  const before = expectedFloor(expectation, early)?.mean;
  const after = expectedFloor(expectation, late)?.mean;
  if (before === undefined || after === undefined || before === 0 || after === 0) return undefined;
  const drift = Math.log(before / after);
  return Math.abs(drift) <= EXPECTED_DRIFT ? 'level' : directionOf(drift);
}

/**
 * Falling or rising where the mean over the first half of the tail and that over the second differ, from
 * seed to seed, by more than 10 % on average, and by more than their 99 % interval; of one or two seeds,
 * where each differs by more than a factor of two.
 */
export function measuredTrend(early: readonly number[], late: readonly number[]): Trend {
  const drifts = early.map((value, seed) => Math.log(value / late[seed]!));
  if (!drifts.every(Number.isFinite)) return 'level';
  const drift = mean(drifts);
  if (drifts.length < SEEDS_TO_JUDGE) {
    const clear = drifts.every((one) => Math.sign(one) === Math.sign(drift) && Math.abs(one) > Math.LN2);
    return clear ? directionOf(drift) : 'level';
  }
  const { low, high } = meanInterval(drifts, CONFIDENCE)!;
  return Math.abs(drift) > MEASURED_DRIFT && low * high > 0 ? directionOf(drift) : 'level';
}

const directionOf = (drift: number): Trend => (drift > 0 ? 'falling' : 'rising');

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

/**
 * A squared error below which there is rounding alone.
 *
 * @param root - θ* `[d]`; null where it is not known
 */
export function roundingOf(root: readonly number[] | null): number {
  return ROUNDING * (root === null ? 1 : root.reduce((sum, x) => sum + x * x, 0));
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
  const limit = (column === 'error' ? prediction?.limitError : limitOf(prediction, root, column)) ?? NaN;
  if (column !== 'error') return limit > 0 ? limit : NaN;
  return Number.isFinite(limit) && limit > 0 && limit > roundingOf(root) ? limit : NaN;
}

/**
 * The predicted limit of a quantity as a table has it: of the error, zero where it is the rounding error of a zero; of the
 * mean operator that of a run without noise; null if unknown.
 */
export function limitOf(
  prediction: Prediction | undefined,
  root: readonly number[] | null,
  column: Measure = 'error',
): number | null {
  const { drift } = prediction ?? {};
  if (column !== 'error')
    return drift === undefined ? null : column === 'gradientNorm' ? Math.sqrt(drift) : drift;
  const limit = prediction?.limitError ?? null;
  return limit !== null && limit <= roundingOf(root) ? 0 : limit;
}
