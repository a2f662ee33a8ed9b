/** The expectation of an algorithm's error, exact or not, as far as its measured curve goes. */
import type { ExactCurve } from '../theory/moments/exactPredictions.ts';
import { MOST_UNCERTAIN } from '../theory/mostUncertain.ts';
import type { Prediction } from '../theory/predictions.ts';
import type { Horizontal } from './axes.ts';
import type { Curve, CurvePoint } from './curvePoint.ts';
import type { Series } from './readRounds.ts';
import { mean } from './statistics.ts';

export interface ExactPoint {
  /** NaN on a grid */
  readonly round: number;
  /** bytes that all agents have sent to the server so far; NaN where the round was not recorded */
  readonly uplinkBytes: number;
  /** seconds and local steps so far; NaN likewise, left out where nothing is drawn against them */
  readonly time?: number | undefined;
  readonly step?: number | undefined;
  /** E ‖θ̄_t − θ*‖² */
  readonly meanSquare: number;
  /** ‖E θ̄_t − θ*‖² */
  readonly biasSquare: number;
  /** estimates of |meanSquare/truth − 1| and of the same of biasSquare; absent where they are exact */
  readonly relativeError?: number;
  readonly biasRelativeError?: number;
  /** there, and true, where the values just before it are too uncertain to be shown: no line joins the two */
  readonly afterGap?: true;
}

export interface ExactLine {
  readonly algorithm: string;
  /** what the expectation neglects; absent where it is exact */
  readonly neglects?: string;
  /** there, and true, where it is the error of a run without noise */
  readonly isNoiseFree?: true;
  /** of how many seeds' answers it is given when they come, and whether these are the first of more; absent where it does not depend on that */
  readonly arrivals?: { readonly seeds: number; readonly areFirst: boolean };
  /** at how many rounds it is, and of how many, where these are fewer than a curve has: its points are not joined */
  readonly thinned?: { readonly rounds: number; readonly total: number };
  /** there, and true, where each point is of one seed, at the place where that seed's round ended */
  readonly isOfEachSeed?: true;
  /** there, and true, where it is over the seeds' schedules as well */
  readonly overSchedules?: true;
  readonly points: readonly ExactPoint[];
}

type Drawable = Pick<Prediction, 'exact' | 'noiseFree'>;

/** The curve to draw of a prediction: the expectation, or the error without noise. */
function drawnOf({ exact, noiseFree }: Drawable): ExactCurve | undefined {
  if (exact !== undefined && !('reason' in exact)) return exact;
  if (noiseFree === undefined || 'reason' in noiseFree) return undefined;
  const { rounds, errors } = noiseFree;
  return { rounds, meanSquare: errors, biasSquare: errors };
}

/** What the numbers of a point are worth. */
type PointWorth = Pick<ExactPoint, 'relativeError' | 'biasRelativeError'>;

/** The estimated relative errors of a curve at one of its rounds, infinite beyond all doubles; none where it is exact. */
function worthAt({ relativeError, biasRelativeError = relativeError }: ExactCurve, at: number): PointWorth {
  if (relativeError === undefined) return {};
  return {
    relativeError: relativeError[at] ?? Infinity,
    biasRelativeError: biasRelativeError?.[at] ?? Infinity,
  };
}

/** The points whose estimated error is small enough for a number. */
function certainOf(points: readonly ExactPoint[]): ExactPoint[] {
  const isCertain = ({ relativeError = 0 }: ExactPoint): boolean => relativeError <= MOST_UNCERTAIN;
  return points.flatMap((point, at) => {
    if (!isCertain(point)) return [];
    return at > 0 && !isCertain(points[at - 1]!) ? [{ ...point, afterGap: true }] : [point];
  });
}

/**
 * The line beside a measured curve; `undefined` where there is nothing to draw.
 *
 * @param series - of the same algorithm: where its seeds' rounds are on the axis, for a curve at few rounds on a grid
 */
export function exactLineOf(
  predicted: Drawable | undefined,
  { algorithm, points: measured }: Curve,
  series: readonly Series[] = [],
): ExactLine | undefined {
  if (predicted === undefined || measured.length === 0) return undefined;
  const prediction = drawnOf(predicted);
  if (prediction === undefined) return undefined;
  const { neglects, arrivals, overSchedules, thinnedFrom } = prediction;
  const isOnGrid = measured[0]!.reached !== undefined;
  const seeds = isOnGrid ? arrivals?.length : (prediction.seeds ?? arrivals?.length);
  const line = {
    algorithm,
    ...(neglects !== undefined && { neglects }),
    ...(prediction !== predicted.exact && { isNoiseFree: true as const }),
    ...(seeds !== undefined && { arrivals: { seeds, areFirst: seeds < measured[0]!.seeds } }),
    ...(overSchedules && { overSchedules }),
    ...(thinnedFrom !== undefined && { thinned: { rounds: prediction.rounds.length, total: thinnedFrom } }),
  };
  const lineOf = (points: readonly ExactPoint[], more: Partial<ExactLine> = {}): ExactLine | undefined => {
    const certain = certainOf(points);
    return certain.length < 2 ? undefined : { ...line, ...more, points: certain };
  };
  if (isOnGrid && thinnedFrom !== undefined)
    return lineOf(ofEachSeed(prediction, series), { isOfEachSeed: true });
  if (isOnGrid) return lineOf(onGrid(prediction, measured));
  const last = measured.at(-1)!.round;
  const recorded = new Map(measured.map((point) => [point.round, point]));
  const points = prediction.rounds.flatMap((round, at): ExactPoint[] => {
    if (round > last) return [];
    const meanSquare = prediction.meanSquare[at]!;
    const biasSquare = prediction.biasSquare[at]!;
    const { uplinkBytes = NaN, time, step } = recorded.get(round) ?? {};
    return [{ round, uplinkBytes, time, step, meanSquare, biasSquare, ...worthAt(prediction, at) }];
  });
  return lineOf(points);
}

/**
 * On a grid: the mean over the seeds of the expectation in the round that each has come to. When rounds
 * end is independent of the observations, so that this is the expectation at that place, given when the
 * seeds' rounds ended. An expectation that is given when a seed's answers come is that seed's alone.
 */
function onGrid(prediction: ExactCurve, measured: readonly CurvePoint[]): ExactPoint[] {
  const { rounds, arrivals, neglects } = prediction;
  const curveOf = new Map(arrivals?.map((seedErrors) => [seedErrors.seed, seedErrors]));
  const lastBy = (round: number): number => {
    let low = 0;
    let high = rounds.length;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (rounds[middle]! <= round) low = middle;
      else high = middle;
    }
    return low;
  };
  return measured
    .filter((point) => point.reached!.every(({ round }) => round <= rounds.at(-1)!))
    .flatMap(({ round, uplinkBytes, time, step, reached }) => {
      const reachedAt = reached!.flatMap(({ seed, round }) => {
        const curve = arrivals === undefined ? prediction : curveOf.get(seed);
        const at = lastBy(round);
        const [meanSquare, biasSquare] = [curve?.meanSquare[at], curve?.biasSquare[at]];
        if (meanSquare === undefined || biasSquare === undefined) return [];
        const { relativeError = 0, biasRelativeError = 0 } = worthAt(prediction, at);
        return [
          {
            meanSquare,
            biasSquare,
            wrong: meanSquare * relativeError,
            biasWrong: biasSquare * biasRelativeError,
          },
        ];
      });
      if (reachedAt.length === 0) return [];
      const over = (kind: keyof (typeof reachedAt)[number]): number =>
        mean(reachedAt.map((point) => point[kind]));
      const [meanSquare, biasSquare] = [over('meanSquare'), over('biasSquare')];
      const relative = (wrong: number, value: number): number => (wrong === 0 ? 0 : wrong / value);
      return [
        {
          ...{ round, uplinkBytes, time, step, meanSquare, biasSquare },
          ...(neglects !== undefined && {
            relativeError: relative(over('wrong'), meanSquare),
            biasRelativeError: relative(over('biasWrong'), biasSquare),
          }),
        },
      ];
    });
}

/**
 * On a grid, of an expectation at few rounds given when each seed's answers come: each seed's own, where the seed's round
 * ended. Seeds come to the same round at different places, so that a mean over them is known nowhere.
 */
function ofEachSeed(prediction: ExactCurve, series: readonly Series[]): ExactPoint[] {
  const { rounds, arrivals = [] } = prediction;
  return arrivals.flatMap(({ seed, meanSquare, biasSquare }) => {
    const columns = series.find((replication) => replication.seed === seed)?.columns;
    const rowOf = new Map(columns?.round.map((round, row) => [round, row]));
    return meanSquare.flatMap((value, at): ExactPoint[] => {
      const round = rounds[at]!;
      const row = rowOf.get(round);
      if (columns === undefined || row === undefined) return [];
      const [uplinkBytes, time, step] = [columns.uplinkBytes[row]!, columns.time[row]!, columns.step[row]!];
      const worth = worthAt(prediction, at);
      return [{ round, uplinkBytes, time, step, meanSquare: value, biasSquare: biasSquare[at]!, ...worth }];
    });
  });
}

/** A place on a figure's axes, with the ends of the band around it where the error is estimated. */
export interface DrawnPoint {
  readonly x: number;
  readonly y: number;
  readonly low?: number;
  readonly high?: number;
}

/**
 * What of a line a figure has a place for: up to the first value above the ceiling, that one included, except of points that
 * no line joins; and of its rounds those with a place on the horizontal axis. One piece for each stretch without a gap.
 */
export function exactUpTo(
  { points, thinned }: ExactLine,
  horizontal: Horizontal,
  ceiling: number,
): DrawnPoint[][] {
  const pieces: DrawnPoint[][] = [];
  for (const point of thinned ? points.filter(({ meanSquare }) => meanSquare <= ceiling) : points) {
    if (point.afterGap || pieces.length === 0) pieces.push([]);
    const { meanSquare, relativeError } = point;
    const x = point[horizontal] ?? NaN;
    if (Number.isFinite(x))
      pieces.at(-1)!.push({
        ...{ x, y: meanSquare },
        ...(relativeError !== undefined && {
          low: meanSquare * (1 - relativeError),
          high: meanSquare * (1 + relativeError),
        }),
      });
    if (meanSquare > ceiling) break;
  }
  return pieces.filter(({ length }) => length > 0);
}

/** What the numbers of a line are worth, by which key and caption differ. */
export type Worth = 'exact' | 'at few rounds' | 'estimated' | 'without noise';

/** The worth of a line's numbers. */
export function worthOf({ neglects, isNoiseFree, thinned }: ExactLine): Worth {
  if (isNoiseFree) return 'without noise';
  if (neglects !== undefined) return 'estimated';
  return thinned === undefined ? 'exact' : 'at few rounds';
}
