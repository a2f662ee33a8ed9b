/** A curve on a page: its band or bars, its line, its markers, and words at its points. */
import { html, type Html } from '../html.ts';
import { scientific } from '../numbers.ts';
import { type Chart, inWords, isMeasured } from './chart.ts';
import { PAPER } from '../palette.ts';
import type { Marker } from './looks.ts';
import { isInside } from './clip.ts';
import { BAND_OPACITY, linePath, THEORY_OPACITY } from './lines.ts';
import { areaPath } from './paths.ts';
import type { PlacedChart, PlacedCurve } from './placed.ts';
import { barOf, markerAt, SEED_DOT, stroked } from './strokes.ts';
import { HALO, mark } from './svg.ts';

/** White around dots, which lie on the measured line. */
const DOT_EDGE = { 'stroke-width': 7 };

/** Half a line through one point, in pixels. */
const SHORT_DASH = 4;

/** Pixels from a bar to its seeds' dots. */
const SEED_ASIDE = 5;

/** The band or the bars between the points' ends. */
export function spreadOf({ series, band, bars, seeds }: PlacedCurve): Html | undefined {
  const { hue } = series;
  if (bars.length > 0) {
    const dots = seeds.map(([x, y]) =>
      mark('circle', { cx: x + SEED_ASIDE, cy: y, r: SEED_DOT, fill: hue.line.light }),
    );
    return html`${bars.map((bar) => barOf(bar, hue.line))}${dots}`;
  }
  if (band.length === 0) return undefined;
  const look = isMeasured(series.line)
    ? { fill: hue.line.light, 'fill-opacity': BAND_OPACITY }
    : { fill: hue.words.light, 'fill-opacity': THEORY_OPACITY };
  return mark('path', { d: areaPath(band), ...look });
}

/** The line through the points; values are read from it where other figures share the axis. */
export function lineOf(
  { series: curve, stretches }: PlacedCurve,
  { x, y, series }: Chart,
  box: PlacedChart['box'],
): Html | undefined {
  const d = linePath(curve.line, stretches, SHORT_DASH);
  // A curve outside the figure has no places that scripts could read.
  if (d === '') return undefined;
  const { key, label, hue, line: kind } = curve;
  const read = {
    ...{ class: 'curve', 'data-of': series.findIndex((other) => other.key === key) },
    ...{ 'data-name': label?.[0], 'data-kind': y.scale.kind },
    ...(kind === 'dots' && { 'data-apart': '' }),
    'data-range': [y.scale.low, y.scale.high, box.top, box.bottom]
      .map((value) => Number(value.toPrecision(8)))
      .join(' '),
  };
  const drawn = stroked(d, kind, hue, x.shared === undefined || kind === 'thin' ? {} : read);
  return kind === 'dots' ? html`${stroked(d, kind, { line: PAPER, words: PAPER }, DOT_EDGE)}${drawn}` : drawn;
}

/** Markers; those at points have their values where a reader points at them. */
export const markersOn = (
  { series, between, valued }: PlacedCurve,
  { x }: Chart,
  letters: number,
  marker: Marker,
): Html[] => [
  ...between.map((place) => markerAt(series, place, letters, marker)),
  ...valued.map(({ place, point }) =>
    markerAt(series, place, letters, marker, `${series.name}: ${scientific(point.y)} ${inWords(x, point.x)}`),
  ),
];

/** Below their points and bars; to the right where the axis is too near. */
export const calloutsOf = (
  { series: { hue, points }, line }: PlacedCurve,
  { y, box }: PlacedChart,
  letters: number,
): Html[] =>
  points.flatMap(({ callout, low }, k) => {
    const place = line[k]!;
    if (callout === undefined || !isInside(place, box)) return [];
    const [x, at] = place;
    const below = Math.max(at, low === undefined ? at : y(low)) + 1.4 * letters;
    const words =
      below < box.bottom - 0.3 * letters
        ? { x, y: below, 'text-anchor': 'middle' }
        : { x: x + letters, y: at + letters, 'text-anchor': 'start' };
    return [mark('text', { ...words, fill: hue.words.light, ...HALO }, callout)];
  });
