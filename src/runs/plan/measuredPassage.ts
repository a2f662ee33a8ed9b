/**
 * When the expected error gets to ε and stays, by runs: of the mean over seeds, made to fall by pooling neighbours that do not
 * (isotonic regression), so that its noise about the floor is averaged out. Intervals are of resampled seeds.
 */
import type { Generator } from '../../maths/generator.ts';
import { mean, meanInterval } from '../../report/statistics.ts';
import { meanOver, partsOf } from '../../report/tail.ts';
import { measuredTrend, TREND_PARTS } from '../../report/trend.ts';

/** Errors at recorded rounds, in increasing order, of the same seeds for all that is compared. */
export interface MeasuredErrors {
  readonly rounds: readonly number[];
  /** ‖θ̄_t − θ*‖² by seed, then by round; infinite from where a seed diverged */
  readonly bySeed: readonly (readonly number[])[];
}

/** Of an interval by which a mean is above ε. */
const LEVEL = 0.98;
/** Of resamples. */
const RESAMPLES = 400;
/** Of an interval of 95 %. */
const TAILS = [0.025, 0.975] as const;

/** The mean over the seeds of a sample, by round. */
function meanOf({ rounds, bySeed }: MeasuredErrors, sample: readonly number[]): Float64Array {
  const mean = new Float64Array(rounds.length);
  for (const seed of sample) bySeed[seed]!.forEach((error, k) => (mean[k]! += error / sample.length));
  return mean;
}

/** Of numbers the nearest ones that never rise, in the mean square. */
export function neverRising(values: ArrayLike<number>): Float64Array {
  const sums: number[] = [];
  const counts: number[] = [];
  for (let k = 0; k < values.length; k++) {
    let [sum, count] = [values[k]!, 1];
    while (counts.length > 0 && sums.at(-1)! / counts.at(-1)! < sum / count) {
      sum += sums.pop()!;
      count += counts.pop()!;
    }
    sums.push(sum);
    counts.push(count);
  }
  const out = new Float64Array(values.length);
  let first = 0;
  sums.forEach((sum, block) => {
    out.fill(sum / counts[block]!, first, first + counts[block]!);
    first += counts[block]!;
  });
  return out;
}

/** T of a sample of seeds, by default of all; infinite where ε is not reached. */
export function measuredPassage(
  errors: MeasuredErrors,
  epsilon: number,
  sample: readonly number[] = [...errors.bySeed.keys()],
): number {
  const place = neverRising(meanOf(errors, sample)).findIndex((error) => error <= epsilon);
  return place < 0 ? Infinity : errors.rounds[place]!;
}

/** The mean error of the last round, with those before that are no larger. */
export const lastMean = (errors: MeasuredErrors): number =>
  neverRising(meanOf(errors, [...errors.bySeed.keys()])).at(-1)!;

/**
 * The mean error over the last half of the rounds, where it lies above ε and no longer falls there, by tests at the level of 1 %;
 * infinite where a seed diverges. `undefined` of others, and where it has not yet changed by a factor of two since the start.
 */
export function levelAbove({ rounds, bySeed }: MeasuredErrors, epsilon: number): number | undefined {
  if (bySeed.some((errors) => errors.at(-1) === Infinity)) return Infinity;
  const last = rounds.at(-1)!;
  const half = { first: Math.ceil(last / 2), last };
  const parts = partsOf(half, TREND_PARTS);
  if (parts === undefined) return undefined;
  const means = bySeed.map((errors) => meanOver(rounds, errors, half));
  const level = mean(means);
  const start = mean(bySeed.map(([first]) => first!));
  if (Math.abs(Math.log(level / start)) < Math.log(2)) return undefined;
  const low = meanInterval(means, LEVEL)?.low ?? level;
  const trend = measuredTrend(bySeed.map((errors) => parts.map((part) => meanOver(rounds, errors, part))));
  return low > epsilon && trend !== 'falling' ? level : undefined;
}

/** The ends of the interval of T; infinite where not reached. @param coins - draws the resamples */
export const intervalOf = (
  errors: MeasuredErrors,
  epsilon: number,
  coins: Generator,
): readonly [low: number, high: number] =>
  interval(resamples(errors.bySeed.length, coins).map((sample) => measuredPassage(errors, epsilon, sample)));

/**
 * Interval of how many times as much one setting costs as another on the same seeds.
 *
 * @param factor - cost of a round of the first, beside that of the other
 */
export function measuredRatio(
  [first, other]: readonly [MeasuredErrors, MeasuredErrors],
  epsilon: number,
  factor: number,
  coins: Generator,
): readonly [low: number, high: number] {
  return interval(
    resamples(first.bySeed.length, coins).map((sample) => {
      const [rounds, others] = [first, other].map((errors) => measuredPassage(errors, epsilon, sample));
      return (factor * Math.max(1, rounds!)) / Math.max(1, others!);
    }),
  );
}

const resamples = (seeds: number, coins: Generator): number[][] =>
  Array.from({ length: RESAMPLES }, () => Array.from({ length: seeds }, () => coins.below(seeds)));

function interval(values: number[]): readonly [number, number] {
  const sorted = values.sort((a, b) => (a === b ? 0 : a - b));
  return TAILS.map((part) => sorted[Math.round(part * (sorted.length - 1))]!) as unknown as readonly [
    number,
    number,
  ];
}
