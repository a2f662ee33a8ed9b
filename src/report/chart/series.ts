/** A series in a plot: its band or bars, its line, its markers, and words at its points. */
import { html, type Html } from '../html.ts';
import { scientific } from '../numbers.ts';
import { type Axis, type Chart, inWords, isMeasured, type Point, type Series } from './chart.ts';
import { PAPER } from '../palette.ts';
import type { Marker } from './looks.ts';
import { dotsAt, lineThrough, type Place, rounded } from './paths.ts';
import { pair, type Plot } from './plot.ts';
import { markerAt, SEED_DOT, stroked } from './strokes.ts';
import { HALO, mark } from './svg.ts';

/** How many markers stand along a curve that has not one at each point. */
const MARKERS = 6;

/** How opaque the band of an estimated error is: it is narrow. */
export const THEORY_BAND = 0.35;

/** White around dots, which lie on the measured line. */
const DOT_EDGE = { 'stroke-width': 7 };

/** Half a line through one point, in pixels. */
const SHORT_DASH = 4;

/** The seeds' dots stand so many pixels beside their bar; the arms of an arrow are so long. */
const SEED_ASIDE = 5;
const ARROW = 4;

/** The band or the bars between the points' ends. */
export function spreadOf(series: Series, plot: Plot): Html | undefined {
  const ends = series.points.filter(hasSpread);
  const colour = series.hue.line.light;
  if (series.spread === undefined || ends.length === 0) return undefined;
  if (series.spread === 'bars') {
    const bars = ends.map((point) => barOf(point, plot));
    return html`${mark('path', { d: bars.join(''), stroke: colour, 'stroke-width': 1.6 })}${seedDots(series, plot)}`;
  }
  const upper = ends.map(({ x, high }) => pair(plot, x, high));
  const lower = ends.map(({ x, low }) => pair(plot, x, low)).reverse();
  const look = isMeasured(series.line)
    ? { fill: colour, 'fill-opacity': 0.18 }
    : { fill: series.hue.words.light, 'fill-opacity': THEORY_BAND };
  return mark('path', { d: `M${[...upper, ...lower].join('L')}Z`, ...look });
}

/** From end to end; an end beyond the figure has an arrow. */
function barOf(
  { x, low, high, beyond }: Required<Pick<Point, 'x' | 'low' | 'high'>> & Point,
  plot: Plot,
): string {
  const arrow = (value: number, down: number): string =>
    `M${rounded(plot.x(x) - ARROW)},${rounded(plot.y(value) - down * ARROW)}l${ARROW},${rounded(down * ARROW)}l${ARROW},${rounded(-down * ARROW)}`;
  return [
    `M${pair(plot, x, low)}V${rounded(plot.y(high))}`,
    ...(beyond === 'low' || beyond === 'both' ? [arrow(low, 1)] : []),
    ...(beyond === 'high' || beyond === 'both' ? [arrow(high, -1)] : []),
  ].join('');
}

/** Each seed's value, beside the bar. */
const seedDots = ({ points, hue }: Series, plot: Plot): Html[] =>
  points.flatMap(({ x, seeds = [] }) =>
    seeds.map((value) =>
      mark('circle', { cx: plot.x(x) + SEED_ASIDE, cy: plot.y(value), r: SEED_DOT, fill: hue.line.light }),
    ),
  );

const hasSpread = (point: Point): point is Required<Point> =>
  point.low !== undefined && point.high !== undefined;

/** The line through the points; values are read from it where other figures share the axis. */
export function lineOf({ key, label, hue, line, points }: Series, { x, y, series }: Chart, plot: Plot): Html {
  const index = series.findIndex((curve) => curve.key === key);
  const read = {
    ...{ class: 'curve', 'data-of': index, 'data-name': label?.[0], 'data-kind': y.scale.kind },
    ...(line === 'dots' && { 'data-apart': '' }),
    'data-range': [y.scale.low, y.scale.high, plot.top, plot.bottom]
      .map((value) => Number(value.toPrecision(8)))
      .join(' '),
  };
  const places = points.map((point): Place => [plot.x(point.x), plot.y(point.y)]);
  const d =
    line === 'dots'
      ? dotsAt(places)
      : points.length === 1 && !isMeasured(line)
        ? lineThrough(places, SHORT_DASH)
        : `M${points.map((point) => pair(plot, point.x, point.y)).join('L')}`;
  const drawn = stroked(d, line, hue, x.shared === undefined || line === 'thin' ? {} : read);
  return line === 'dots' ? html`${stroked(d, line, { line: PAPER, words: PAPER }, DOT_EDGE)}${drawn}` : drawn;
}

/** Markers at some places of a line, or at each of its points; those at points have their values where a reader points at them. */
export function markersAlong(series: Series, plot: Plot, axis: Axis, shift: number, marker: Marker): Html[] {
  const { name, dots, points } = series;
  const valued = dots === 'all' ? points : dots === 'last' ? points.slice(-1) : [];
  const between = dots === 'all' ? [] : placesAlong(points, shift, plot);
  return [
    ...between.map(([x, y]) => markerAt(series, x, y, plot.letters, marker)),
    ...valued.map(({ x, y }) =>
      markerAt(
        ...([series, plot.x(x), plot.y(y), plot.letters, marker] as const),
        `${name}: ${scientific(y)} ${inWords(axis, x)}`,
      ),
    ),
  ];
}

/** Places along a line; those of several lines are not the same, so that markers show where lines cover one another. */
function placesAlong(points: readonly Point[], shift: number, plot: Plot): Place[] {
  const line = points.map(({ x, y }): Place => [plot.x(x), plot.y(y)]);
  return Array.from({ length: MARKERS }, (_, k) => k).flatMap((k): Place[] => {
    const x = plot.left + ((k + 0.15 + 0.8 * shift) / MARKERS) * (plot.right - plot.left);
    const after = line.findIndex(([at]) => at >= x);
    if (after <= 0) return [];
    const [[x0, y0], [x1, y1]] = [line[after - 1]!, line[after]!];
    return [[x, y0 + ((y1 - y0) * (x - x0)) / (x1 - x0 || 1)]];
  });
}

/** Below their points and bars; to the right where the axis is too near. */
export const calloutsOf = ({ hue, points }: Series, { bottom, letters, x, y }: Plot): Html[] =>
  points.flatMap(({ callout, x: at, y: value, low = value }) => {
    if (callout === undefined) return [];
    const below = Math.max(y(value), y(low)) + 1.4 * letters;
    const place =
      below < bottom - 0.3 * letters
        ? { x: x(at), y: below, 'text-anchor': 'middle' }
        : { x: x(at) + letters, y: y(value) + letters, 'text-anchor': 'start' };
    return [mark('text', { ...place, fill: hue.words.light, ...HALO }, callout)];
  });
