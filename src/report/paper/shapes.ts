/** From a layout to what is drawn. */
import { isMeasured, type LineStyle, type Series } from '../chart/chart.ts';
import { INK, MUTED } from '../palette.ts';
import type { Hue } from '../palette.ts';
import type { Drawing, PathShape, Shape, TextShape } from './drawing.ts';
import type { AxisTitle, Layout, PlacedAxes } from './layout.ts';
import { type BarEnds, areaPath, barPath, dotsAt, type Place, polyline, rectangle } from '../chart/paths.ts';
import { BAND_OPACITY, EVENT_STROKE, isGrey, linePath, STROKES, THEORY_OPACITY } from '../chart/lines.ts';
import { type EntryPlace, samplePieces, samplesWidth } from '../chart/legend.ts';
import { inDrawingOrder, markerPlaces } from '../chart/placed.ts';
import { isCrossed, isOpen, type Look, looksOf, markerPath } from '../chart/looks.ts';

const WHITE = '#ffffff';
const AXIS = '#333333';
/** Between lines of text, in letters. */
const LINE = 1.25;
const TICK = 2.5;
const MINOR = 1.5;
const MARKER = 2;
/** Half the line across the end of a bar. */
const BAR_END = 1.4;
/** Half a line through one point. */
const SHORT_DASH = 2.5;

/** Looks of the curves of a figure, by their keys. */
export function figureLooks(axes: readonly PlacedAxes[], grey: boolean): ReadonlyMap<string, Look> {
  const hues = axes.flatMap(({ axes: { chart } }) =>
    chart.series.map(({ key = '', hue }): [string, Hue] => [key, hue]),
  );
  return looksOf(new Map(hues), grey);
}

/** Draws a figure. */
export function drawingOf(layout: Layout, grey: boolean): Drawing {
  const { width, height, axes, xTitles, yTitles, legend, endNames, letters, small } = layout;
  const looks = figureLooks(axes, grey);
  const titled = (titles: readonly AxisTitle[], upright: boolean): Shape[] =>
    titles.flatMap(({ lines, x, y }) =>
      lines.map((text, k): TextShape => {
        const shift = k * LINE * letters;
        const place = upright ? { x: x + shift, y, upright } : { x, y: y + shift };
        return { kind: 'text', text, size: letters, anchor: 'middle', colour: INK.light, ...place };
      }),
    );
  return {
    ...{ width, height },
    shapes: [
      ...axes.flatMap((panel) => axesShapes(panel, layout, looks)),
      ...titled(xTitles, false),
      ...titled(yTitles, true),
      ...endNames.map(({ key, text, x, y }): TextShape => ({
        ...{ kind: 'text', text, x, y, size: small },
        ...{ anchor: 'start', colour: looks.get(key)!.dark },
      })),
      ...legend.flatMap((entryPlace) => entryShapes(entryPlace, layout, looks)),
    ],
  };
}

function axesShapes(axes: PlacedAxes, { letters, small }: Layout, looks: ReadonlyMap<string, Look>): Shape[] {
  const { box, curves, references, heading, xTicks, yTicks, xMinor, yMinor } = axes;
  const lookOf = (key: string | undefined): Look => looks.get(key ?? '')!;
  const lookOfHue = (hue: Hue): Look => lookOf(curves.find(({ series }) => series.hue === hue)?.series.key);
  const path = (d: string, more: Omit<PathShape, 'kind' | 'd'>): PathShape => ({ kind: 'path', d, ...more });
  const grid = yTicks.map(({ at }) => horizontal(box.bottom - at, box.left, box.right)).join('');
  const bands = curves.flatMap(({ series, band }) =>
    band.length === 0
      ? []
      : path(
          areaPath(band),
          isMeasured(series.line)
            ? { fill: lookOf(series.key).line, opacity: BAND_OPACITY }
            : { fill: lookOf(series.key).dark, opacity: THEORY_OPACITY },
        ),
  );
  const levels = references.map(({ reference: { hue }, y }) =>
    stroked(horizontal(y, box.left, box.right), 'limit', lookOfHue(hue)),
  );
  const lines = inDrawingOrder(curves).flatMap(({ series, stretches }) => {
    const d = linePath(series.line, stretches, SHORT_DASH);
    if (d === '') return [];
    const { isDark, width } = STROKES[series.line];
    const stroke = stroked(d, series.line, lookOf(series.key));
    // White around what is expected, which often lies on what is measured.
    return isDark ? [{ ...stroke, stroke: WHITE, width: width + 0.5 }, stroke] : [stroke];
  });
  const bars = curves.flatMap((curve) =>
    curve.bars.map((bar) => barShape(bar, lookOf(curve.series.key).line)),
  );
  const markers = curves.flatMap((curve) =>
    markerPlaces(curve).map((place) => marker(place, lookOf(curve.series.key))),
  );
  const across = (at: number): number => box.left + at;
  const up = (at: number): number => box.bottom - at;
  const ticks = [
    ...xTicks.map(({ at }) => polyline([[across(at), box.bottom], [across(at), box.bottom + TICK]])), // prettier-ignore
    ...xMinor.map((at) => polyline([[across(at), box.bottom], [across(at), box.bottom + MINOR]])), // prettier-ignore
    ...yTicks.map(({ at }) => horizontal(up(at), box.left - TICK, box.left)),
    ...yMinor.map((at) => horizontal(up(at), box.left - MINOR, box.left)),
  ].join('');
  const words = (
    text: string,
    x: number,
    y: number,
    anchor: TextShape['anchor'],
    size: number,
  ): TextShape => ({
    ...{ kind: 'text', text, x, y, anchor, size },
    colour: INK.light,
  });
  const below = box.bottom + TICK + 1.05 * small;
  return [
    path(grid, { stroke: '#e4e4e4', width: 0.4 }),
    ...bands,
    ...levels,
    ...lines,
    ...bars,
    ...markers,
    ...axes.marks.flatMap(({ from, to, isLevel, label }): Shape[] => [
      isLevel
        ? stroked(polyline([from, to]), 'limit', undefined)
        : path(polyline([from, to]), { stroke: MUTED.light, ...EVENT_STROKE }),
      { kind: 'text', ...label, size: small, colour: isLevel ? INK.light : MUTED.light },
    ]),
    path(ticks, { stroke: AXIS, width: 0.5 }),
    path(polyline([[box.left, box.top], [box.left, box.bottom], [box.right, box.bottom]]), { stroke: AXIS, width: 0.7 }), // prettier-ignore
    ...(axes.xLabelled
      ? xTicks.map(({ at, label }) => words(label, across(at), below, 'middle', small))
      : []),
    ...(axes.yLabelled
      ? yTicks.map(({ at, label }) =>
          words(label, box.left - TICK - 1.5, up(at) + 0.35 * small, 'end', small),
        )
      : []),
    ...heading.map((text, k) =>
      words(text, box.left, box.top - 4 - (heading.length - 1 - k) * LINE * letters, 'start', letters),
    ),
  ];
}

const horizontal = (y: number, from: number, to: number): string => polyline([[from, y], [to, y]]); // prettier-ignore

const barShape = (ends: BarEnds, colour: string): PathShape => ({
  ...{ kind: 'path', d: barPath(ends, BAR_END), stroke: colour, width: 0.8 },
});

/** The colour of a line of a kind. */
export function colourOf(line: LineStyle | 'limit', look: Look | undefined): string {
  if (isGrey(line)) return MUTED.light;
  if (look === undefined) return INK.light;
  return STROKES[line].isDark ? look.dark : look.line;
}

function stroked(d: string, line: LineStyle | 'limit', look: Look | undefined): PathShape {
  const { isDark: _, ...stroke } = STROKES[line];
  return { kind: 'path', d, stroke: colourOf(line, look), ...stroke, round: true };
}

function marker([x, y]: Place, look: Look): PathShape {
  const d = markerPath(look.marker, x, y, MARKER);
  if (isCrossed(look.marker)) return { kind: 'path', d, stroke: look.line, width: 1 };
  return isOpen(look.marker)
    ? { kind: 'path', d, fill: WHITE, stroke: look.line, width: 0.9 }
    : { kind: 'path', d, fill: look.line, stroke: WHITE, width: 0.4 };
}

/** Samples with their words; of kinds of lines without a colour. */
function entryShapes(place: EntryPlace, { small }: Layout, looks: ReadonlyMap<string, Look>): Shape[] {
  const { entry, x, y } = place;
  const lookOf = (series: Series | undefined): Look | undefined => looks.get(series?.key ?? '');
  const samples = samplePieces(place, small).map((piece): Shape => {
    switch (piece.piece) {
      case 'marker':
        return marker(piece.place, lookOf(piece.series)!);
      case 'dot':
      case 'seed':
        return stroked(dotsAt([piece.place]), 'dots', undefined);
      case 'line':
        return stroked(polyline([piece.from, piece.to]), piece.line, piece.series && lookOf(piece.series));
      case 'bars':
        return barShape(piece.ends, AXIS);
      case 'band':
        return { kind: 'path', d: rectangle(...piece.from, ...piece.to), fill: AXIS, opacity: piece.opacity };
    }
  });
  const words: TextShape = {
    ...{ kind: 'text', text: entry.names + entry.words, x: x + samplesWidth(entry, small), y, size: small },
    ...{ anchor: 'start', colour: INK.light },
  };
  return [...samples, words];
}
