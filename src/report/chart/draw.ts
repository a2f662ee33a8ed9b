/** From a chart to SVG: its key, axes, curves and what is written beside them. */
import type { Html } from '../html.ts';
import { INK, MUTED } from '../palette.ts';
import { frame } from './axes.ts';
import { type Chart, describe, isMeasured } from './chart.ts';
import { KEY_ROW, keyMarks, keyRows } from './drawKey.ts';
import { type MarkerOf, markersOf } from './looks.ts';
import { polyline, rounded } from './paths.ts';
import { inDrawingOrder, placeChart, type PlacedMark } from './placed.ts';
import { plotOf, widthOf } from './plot.ts';
import { calloutsOf, lineOf, markersOn, spreadOf } from './series.ts';
import { eventStroke, plainStroke, stroked } from './strokes.ts';
import { drawing, HALO, mark, type Size, SMALLER } from './svg.ts';

/** Over the whole width of the page; letters of 7 pt at least on a sheet of paper. */
export const LARGE: Size = { width: 960, height: 440, letters: 14 };
/** Two in a row, or as wide as a phone; letters of 7 pt at least where two are in a row on a sheet. */
export const SMALL: Size = { width: 520, height: 330, letters: 15 };
/** By how many are in a row: letters have much the same size on the page. */
const IN_ROW: readonly Size[] = [
  LARGE,
  SMALL,
  { width: 400, height: 300, letters: 14 },
  { width: 310, height: 250, letters: 12.5 },
];
/** How many are in a row at most. */
export const MOST_IN_ROW = IN_ROW.length;
/** The size of each of so many in a row. */
export const sizeInRow = (row: number): Size => IN_ROW[row - 1] ?? IN_ROW.at(-1)!;
/** The size of each of so many figures in rows of two, or of three where that leaves fewer holes: as the page's style has it. */
export const sizeAmong = (figures: number): Size => (figures === 3 || figures > 4 ? sizeInRow(3) : SMALL);

/** The chart as a standalone SVG, its key above it: light colours on white. */
export function drawChart(chart: Chart, size: Size): string {
  const { letters } = size;
  const box = plotOf(chart, size);
  const words = { size: SMALLER * letters, widthOf };
  // Curves that cover one another, and with them the key's height, are known once all have their places.
  const rows = keyRows(placeChart(chart, box, words), size);
  const above = rows.length * KEY_ROW * letters;
  const placed = placeChart(chart, { ...box, top: box.top + above, bottom: box.bottom + above }, words);
  const { curves, references, marks } = placed;
  const { left, top, right, bottom } = placed.box;
  const measured = curves.filter(({ series }) => isMeasured(series.line));
  const markers = markersOf(measured.map(({ series }) => series.hue));
  const markerOf: MarkerOf = (series) => markers[measured.findIndex((curve) => curve.series === series)]!;
  const { scale, shared } = chart.x;
  const read = shared && {
    'data-quantity': shared.quantity,
    'data-kind': scale.kind,
    'data-y': `${rounded(top)} ${rounded(bottom)}`,
    'data-x': [scale.low, scale.high, left, right, shared.unit.size]
      .map((value) => Number(value.toPrecision(8)))
      .join(' '),
  };
  const content = [
    mark('g', { class: 'key' }, ...keyMarks(rows, size, markerOf)),
    ...frame(placed, letters),
    ...curves.map((curve) => spreadOf(curve)),
    ...references.map(
      ({ reference: { hue }, y: height }) =>
      stroked(polyline([[left, height], [right, height]]), 'limit', hue), // prettier-ignore
    ),
    ...inDrawingOrder(curves).map((curve) => lineOf(curve, chart, placed.box)),
    ...measured.flatMap((curve) => markersOn(curve, chart, letters, markerOf(curve.series))),
    ...measured.flatMap((curve) => calloutsOf(curve, placed, letters)),
    ...marks.flatMap(markWithWords),
  ];
  return drawing(chart.title, describe(chart), { ...size, height: size.height + above }, content, read);
}

/** An event or a level, with its words. */
const markWithWords = ({ from, to, isLevel, label: { text, x, y, anchor } }: PlacedMark): Html[] => [
  isLevel ? plainStroke(polyline([from, to]), 'limit') : eventStroke(from, to),
  mark('text', { x, y, 'text-anchor': anchor, fill: (isLevel ? INK : MUTED).light, ...HALO }, text),
];
