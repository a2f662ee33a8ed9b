/** From a chart to SVG: its key, axes, series and what is written beside them. */
import { eventMarks, levelMarks } from './annotations.ts';
import { frame } from './axes.ts';
import { asideOf, type Chart, describe, isMeasured, type Series } from './chart.ts';
import { KEY_ROW, keyMarks, keyRows } from './drawKey.ts';
import { type Marker, markersOf } from './looks.ts';
import { rounded } from './paths.ts';
import { type Plot, plotOf } from './plot.ts';
import { calloutsOf, lineOf, markersAlong, spreadOf } from './series.ts';
import { levelPath } from './strokes.ts';
import { drawing, mark, type Size } from './svg.ts';

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

/** Between the bars of two series, in proportion to the width. */
const APART = 0.007;

/** The chart as a standalone SVG, its key above it: light colours on white. */
export function drawChart(chart: Chart, size: Size): string {
  const { series, references } = chart;
  const margin = size.letters * 1.5;
  const rows = keyRows(chart, plotOf(chart, size, margin), size);
  const above = rows.length * KEY_ROW * size.letters;
  const plot = plotOf(chart, size, margin, above);
  const placed = (line: Series): Plot => {
    const shift = asideOf(series, line) * APART * (plot.right - plot.left);
    return { ...plot, x: (value) => plot.x(value) + shift };
  };
  const measured = series.filter(({ line }) => isMeasured(line));
  const markers = markersOf(measured.map(({ hue }) => hue));
  const markerOf = (curve: Series): Marker => markers[measured.indexOf(curve)]!;
  const ordered = [...measured, ...series.filter((curve) => !measured.includes(curve))];
  const { scale, shared } = chart.x;
  const read = shared && {
    'data-quantity': shared.quantity,
    'data-kind': scale.kind,
    'data-y': `${rounded(plot.top)} ${rounded(plot.bottom)}`,
    'data-x': [scale.low, scale.high, plot.left, plot.right, shared.unit]
      .map((value) => Number(value.toPrecision(8)))
      .join(' '),
  };
  const marks = [
    mark('g', { class: 'key' }, ...keyMarks(rows, chart, plot, markerOf)),
    ...frame(chart, plot),
    ...series.map((curve) => spreadOf(curve, placed(curve))),
    ...references.map(({ hue, y }) =>
      levelPath(`M${rounded(plot.left)},${rounded(plot.y(y))}H${rounded(plot.right)}`, hue),
    ),
    ...ordered.map((curve) => lineOf(curve, chart, placed(curve))),
    ...measured.flatMap((curve, index) =>
      markersAlong(curve, placed(curve), chart.x, index / measured.length, markerOf(curve)),
    ),
    ...measured.flatMap((curve) => calloutsOf(curve, placed(curve))),
    ...eventMarks(chart, plot),
    ...levelMarks(chart, plot),
  ];
  return drawing(chart.title, describe(chart), { ...size, height: size.height + above }, marks, read);
}
