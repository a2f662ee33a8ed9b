/**
 * A recorded quantity against seconds, bytes or local steps, of which the seeds of a run have different
 * numbers at the same round. Each seed is a step function, and the seeds are compared where they stand
 * at one and the same time; a mean over a round's times would be of no time at all.
 */
import type { Horizontal } from './axes.ts';
import type { CurvePoint } from './curvePoint.ts';
import type { Series } from './readRounds.ts';
import { summaryOf } from './statistics.ts';
import { secondsOf, ticksOf } from '../values/ticks.ts';

/** Whether all seeds are at the same place in the same round, so that rounds will do to compare them. */
export function inStep(series: readonly Series[], horizontal: Horizontal): boolean {
  const places = new Map<number, number>();
  return series.every(({ columns }) =>
    columns.round.every((round, row) => {
      const place = columns[horizontal][row]!;
      const other = places.get(round);
      if (other === undefined) places.set(round, place);
      return other === undefined || Object.is(other, place);
    }),
  );
}

/**
 * The points of a curve on a grid that its seeds share. A seed's value at x is that of its last recorded
 * round at or before x. The grid ends where the first of the completed seeds does; the others count as far as
 * they went.
 *
 * @param completed - the seeds that have completed
 * @param spacing - of the grid, where rows are recorded on one: its multiples
 * @param until - the place up to which the last row of a completed seed is its state; where it is not given, that row's own
 */
export function pointsOnGrid(
  series: readonly Series[],
  completed: (seed: number) => boolean,
  column: string,
  horizontal: Horizontal,
  spacing?: number,
  until = -Infinity,
): CurvePoint[] {
  const placed = series.filter(({ columns }) => Number.isFinite(columns[horizontal].at(-1)));
  const lastOf = ({ seed, columns }: Series): number =>
    Math.max(columns[horizontal].at(-1)!, completed(seed) ? until : -Infinity);
  const ends = placed.filter(({ seed }) => completed(seed)).map(lastOf);
  const end = ends.length > 0 ? least(ends) : -least(placed.map((curve) => -lastOf(curve)));
  const starts = placed.flatMap(({ columns }) => columns[horizontal].find((place) => place > 0) ?? []);
  const rows = new Array<number>(placed.length).fill(-1);
  const points: CurvePoint[] = [];
  const grid = spacing === undefined ? gridUpTo(least(starts), end) : multiplesUpTo(spacing, end);
  for (const place of horizontal === 'round' ? new Set(grid.map(Math.round)) : grid) {
    const values: number[] = [];
    const reached: { seed: number; round: number }[] = [];
    placed.forEach((curve, k) => {
      const places = curve.columns[horizontal];
      while (rows[k]! + 1 < places.length && places[rows[k]! + 1]! <= place) rows[k]!++;
      const row = rows[k]!;
      const value = curve.columns[column]![row];
      if (value === undefined || !Number.isFinite(value) || place > lastOf(curve)) return;
      values.push(value);
      reached.push({ seed: curve.seed, round: curve.columns.round[row]! });
    });
    const summary = summaryOf(values);
    if (summary === undefined) continue;
    const nowhere = { round: NaN, uplinkBytes: NaN, time: NaN, step: NaN };
    points.push({ ...nowhere, [horizontal]: place, reached, ...summary });
  }
  return points;
}

const least = (values: readonly number[]): number => values.reduce((a, b) => Math.min(a, b), Infinity);

/** 0 and the end, equally spaced points between them, and log-spaced ones from the first step on. */
function gridUpTo(first: number, end: number): number[] {
  if (!(end > 0)) return [0];
  const logarithmic = Math.round(MOST_SHOWN * LOGARITHMIC_SHARE);
  const linear = MOST_SHOWN - logarithmic;
  // The end itself: a rounded one may lie beyond it, where the seed that ends there has no value any more.
  const grid = Array.from({ length: linear }, (_, k) => (k < linear - 1 ? (end * k) / (linear - 1) : end));
  if (first < end) {
    for (let k = 0; k < logarithmic; k++) grid.push(first * (end / first) ** (k / logarithmic));
  }
  return [...new Set(grid)].sort((a, b) => a - b);
}

/** At most 600 multiples of so many seconds, and the end. */
function multiplesUpTo(spacing: number, end: number): number[] {
  const step = ticksOf(spacing);
  const count = Math.floor(ticksOf(end) / step);
  const stride = Math.ceil((count + 1) / MOST_MULTIPLES);
  const multiples = Array.from({ length: Math.floor(count / stride) + 1 }, (_, k) => k * stride);
  const drawn = shownRounds(multiples).map((k) => secondsOf(k * step));
  return drawn.at(-1)! < end ? [...drawn, end] : drawn;
}

/** Of more multiples some are passed over before those that are shown are chosen. */
const MOST_MULTIPLES = 100_000;

/** More points than this cannot be distinguished at the width of a figure. */
const MOST_SHOWN = 600;
/** The share spent on log-spaced rounds, for the transient at the start; the others are equally spaced. */
const LOGARITHMIC_SHARE = 0.25;

/**
 * At most 600 of the recorded rounds, the first and the last among them.
 *
 * @param rounds - ascending
 */
export function shownRounds(rounds: readonly number[]): readonly number[] {
  if (rounds.length <= MOST_SHOWN) return rounds;
  const first = rounds[0]!;
  const span = rounds.at(-1)! - first;
  const logarithmic = Math.round(MOST_SHOWN * LOGARITHMIC_SHARE);
  const linear = MOST_SHOWN - logarithmic;
  const targets: number[] = [];
  for (let k = 0; k < linear; k++) targets.push(first + (span * k) / (linear - 1));
  // Strictly between the first and the last, which the linear ones include.
  for (let k = 1; k <= logarithmic; k++) targets.push(first + span ** (k / (logarithmic + 1)));
  targets.sort((a, b) => a - b);

  const drawn: number[] = [];
  let at = 0;
  for (const target of targets) {
    while (at + 1 < rounds.length && Math.abs(rounds[at + 1]! - target) <= Math.abs(rounds[at]! - target))
      at++;
    if (drawn.at(-1) !== rounds[at]) drawn.push(rounds[at]!);
  }
  return drawn;
}
