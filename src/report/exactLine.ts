/** The expectation of an algorithm's error, exact or not, as far as its measured curve goes. */
import type { ExactCurve } from '../theory/moments/exactPredictions.ts';
import { MOST_UNCERTAIN } from '../theory/predictedCurve.ts';
import type { Prediction } from '../theory/predictions.ts';
import type { Curve, CurvePoint, Horizontal } from './curvePoint.ts';
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
}

export interface ExactLine {
  readonly algorithm: string;
  /** what the expectation neglects; absent where it is exact, {@link ALL_NOISE} of a run without noise */
  readonly neglects?: string;
  /** of how many seeds' answers it is given when they come, and whether these are the first of more; absent where it does not depend on that */
  readonly arrivals?: { readonly seeds: number; readonly areFirst: boolean };
  /** at how many rounds it is, and of how many, where these are fewer than a curve has */
  readonly thinned?: { readonly rounds: number; readonly of: number };
  /** there, and true, where it is over the seeds' schedules as well */
  readonly overSchedules?: true;
  readonly points: readonly ExactPoint[];
}

/** What a run without noise neglects. */
export const ALL_NOISE = 'all noise';

type Drawable = Pick<Prediction, 'exact' | 'noiseFree'>;

/** The curve to draw of a prediction: the expectation as far as it is certain enough, or the error without noise. */
function drawnOf({ exact, noiseFree }: Drawable): ExactCurve | undefined {
  if (exact !== undefined && !('reason' in exact)) return withoutUncertain(exact);
  if (noiseFree === undefined || 'reason' in noiseFree) return undefined;
  const { rounds, errors } = noiseFree;
  return { rounds, meanSquare: errors, biasSquare: errors, neglects: ALL_NOISE };
}

/** A curve up to the first round at which its estimated error is too large for a number. */
function withoutUncertain(curve: ExactCurve): ExactCurve {
  const { relativeError, rounds, meanSquare, biasSquare } = curve;
  const end = relativeError?.findIndex((error) => error === null || error > MOST_UNCERTAIN) ?? -1;
  if (end < 0) return curve;
  return {
    ...curve,
    rounds: rounds.slice(0, end),
    meanSquare: meanSquare.slice(0, end),
    biasSquare: biasSquare.slice(0, end),
  };
}

/** The line beside a measured curve; `undefined` where there is nothing to draw. */
export function exactLineOf(
  predicted: Drawable | undefined,
  { algorithm, points: measured }: Curve,
): ExactLine | undefined {
  const prediction = predicted && drawnOf(predicted);
  if (prediction === undefined || measured.length === 0) return undefined;
  const { neglects, arrivals, overSchedules, thinnedFrom } = prediction;
  const isOnGrid = measured[0]!.reached !== undefined;
  const seeds = isOnGrid ? arrivals?.length : (prediction.seeds ?? arrivals?.length);
  const line = {
    algorithm,
    ...(neglects !== undefined && { neglects }),
    ...(seeds !== undefined && { arrivals: { seeds, areFirst: seeds < measured[0]!.seeds } }),
    ...(overSchedules && { overSchedules }),
    ...(thinnedFrom !== undefined && { thinned: { rounds: prediction.rounds.length, of: thinnedFrom } }),
  };
  if (isOnGrid) return { ...line, points: onGrid(prediction, measured) };
  const last = measured.at(-1)!.round;
  const recorded = new Map(measured.map((point) => [point.round, point]));
  const points: ExactPoint[] = [];
  prediction.rounds.forEach((round, at) => {
    if (round > last) return;
    const meanSquare = prediction.meanSquare[at]!;
    const biasSquare = prediction.biasSquare[at]!;
    const { uplinkBytes = NaN, time, step } = recorded.get(round) ?? {};
    points.push({ round, uplinkBytes, time, step, meanSquare, biasSquare });
  });
  return points.length < 2 ? undefined : { ...line, points };
}

/**
 * On a grid: the mean over the seeds of the expectation in the round that each has come to. When rounds
 * end is independent of the observations, so that this is the expectation at that place, given when the
 * seeds' rounds ended. An expectation that is given when a seed's answers come is that seed's alone. Between
 * the rounds of one at few of them is what the line against rounds has there on its logarithmic axis.
 */
function onGrid(
  { rounds, arrivals, thinnedFrom, ...ofAll }: ExactCurve,
  measured: readonly CurvePoint[],
): ExactPoint[] {
  const curveOf = new Map(arrivals?.map((one) => [one.seed, one]));
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
      const there = reached!.flatMap(({ seed, round: own }) => {
        const curve = arrivals === undefined ? ofAll : curveOf.get(seed);
        const at = lastBy(own);
        const [from, to] = [rounds[at]!, rounds[at + 1] ?? Infinity];
        const share = thinnedFrom === undefined ? 0 : (own - from) / (to - from);
        return curve?.meanSquare[at] === undefined ? [] : [{ curve, at, share }];
      });
      if (there.length === 0) return [];
      const of = (kind: 'meanSquare' | 'biasSquare'): number =>
        mean(there.map(({ curve, at, share }) => between(curve[kind][at]!, curve[kind][at + 1], share)));
      const [meanSquare, biasSquare] = [of('meanSquare'), of('biasSquare')];
      return [{ round, uplinkBytes, time, step, meanSquare, biasSquare }];
    });
}

/** A share of the way from one positive value to the next on a logarithmic axis. */
const between = (from: number, to: number | undefined, share: number): number =>
  share === 0 || to === undefined || from === 0 ? from : from * (to / from) ** share;

/**
 * What of a line a figure has a place for: up to the first value above the ceiling, that one included,
 * and of its rounds those with a place on the horizontal axis.
 */
export function exactUpTo(
  { points }: ExactLine,
  horizontal: Horizontal,
  ceiling: number,
): { x: number; y: number }[] {
  const above = points.findIndex(({ meanSquare }) => meanSquare > ceiling);
  return points
    .slice(0, above < 0 ? points.length : above + 1)
    .map((point) => ({ x: point[horizontal] ?? NaN, y: Math.min(point.meanSquare, ceiling) }))
    .filter(({ x }) => Number.isFinite(x));
}
