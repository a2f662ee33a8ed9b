/**
 * Where everything in a chart lies, on a page and in a paper: ticks, curves with the ends of their bands and bars, markers,
 * limits, and marks with their words. Pixels or points; y downwards.
 */
import { asideOf, type Chart, isMeasured, type Point, type Reference, type Series } from './chart.ts';
import type { BarEnds, Place } from './paths.ts';
import { along, type Scale } from './scale.ts';
import { labelledTicks, type Tick } from './ticks.ts';

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** How numbers and words in a chart are written. */
export interface Letters {
  readonly size: number;
  /** of a text of size 1 */
  readonly widthOf: (text: string) => number;
}

export interface PlacedChart {
  readonly chart: Chart;
  readonly box: Box;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  /** those whose labels have room, from the low end of their axis */
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly curves: readonly PlacedCurve[];
  readonly references: readonly { readonly reference: Reference; readonly y: number }[];
  /** of events and levels */
  readonly marks: readonly PlacedMark[];
}

export interface PlacedCurve {
  readonly series: Series;
  /** to the right of where its values are */
  readonly aside: number;
  readonly line: readonly Place[];
  /** of a band, or of bars */
  readonly ends: readonly BarEnds[];
  /** of measured curves: between points, so that lines that cover one another show theirs */
  readonly between: readonly Place[];
  /** likewise, at points that have one */
  readonly valued: readonly { readonly place: Place; readonly point: Point }[];
}

/** An upright line at an event, or a level, with its words. */
export interface PlacedMark {
  readonly from: Place;
  readonly to: Place;
  readonly isLevel: boolean;
  readonly label: {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly anchor: 'start' | 'end';
  };
}

/** Between two labels of a horizontal and of a vertical axis, in letters. */
const [ACROSS_APART, UP_APART] = [0.5, 0.35];
/** Between the bars of two series, in letters. */
const BARS_APART = 0.44;
/** Markers along a curve that has not one at each point. */
const MARKERS = 6;
/** Between a mark and its words, and between the base lines of words, in letters. */
const ASIDE = 0.3;
const LINE = 1.2;

/** A chart in a box. */
export function placeChart(chart: Chart, box: Box, letters: Letters): PlacedChart {
  const { size } = letters;
  const [across, up] = [box.right - box.left, box.bottom - box.top];
  const x = (value: number): number => box.left + across * along(chart.x.scale, value);
  const y = (value: number): number => box.bottom - up * along(chart.y.scale, value);
  const frame = { chart, box, x, y };
  return {
    ...frame,
    xTicks: xTicksOf(chart.x.scale, across, letters),
    yTicks: labelledTicks(chart.y.scale, up, () => size, UP_APART * size),
    curves: curvesIn(frame, BARS_APART * size),
    references: chart.references.map((reference) => ({ reference, y: y(reference.y) })),
    marks: marksIn(frame, letters),
  };
}

/** The ticks of a horizontal axis of a length. */
export const xTicksOf = (scale: Scale, length: number, { size, widthOf }: Letters): readonly Tick[] =>
  labelledTicks(scale, length, (label) => size * widthOf(label), ACROSS_APART * size);

type Frame = Pick<PlacedChart, 'chart' | 'box' | 'x' | 'y'>;

function curvesIn({ chart: { series }, box, x, y }: Frame, barsApart: number): PlacedCurve[] {
  const measured = series.filter(({ line }) => isMeasured(line));
  return series.map((entry): PlacedCurve => {
    const { points, dots } = entry;
    const aside = asideOf(series, entry) * barsApart;
    const line = points.map((point): Place => [x(point.x) + aside, y(point.y)]);
    const isAlong = isMeasured(entry.line);
    const hasMarker = (k: number): boolean => dots === 'all' || (dots === 'last' && k === points.length - 1);
    return {
      ...{ series: entry, aside, line },
      ends: endsOf(entry, line, y),
      between: isAlong && dots !== 'all' ? marked(line, measured.indexOf(entry) / measured.length, box) : [],
      valued: points.flatMap((point, k) => (isAlong && hasMarker(k) ? [{ place: line[k]!, point }] : [])),
    };
  });
}

/** Curves in the order in which they are drawn: what is expected lies on what is measured. */
export const inDrawingOrder = (curves: readonly PlacedCurve[]): PlacedCurve[] => [
  ...curves.filter(({ series }) => isMeasured(series.line)),
  ...curves.filter(({ series }) => !isMeasured(series.line)),
];

/** All places of a curve's markers. */
export const markerPlaces = ({ between, valued }: PlacedCurve): Place[] => [
  ...between,
  ...valued.map(({ place }) => place),
];

/** A band has ends at all points where it has any, lest it be wide where it has no width; a bar without length has none. */
function endsOf({ spread, points }: Series, line: readonly Place[], y: PlacedChart['y']): BarEnds[] {
  const isWide = ({ low, high }: Point): boolean => low !== undefined && high !== undefined && low < high;
  if (spread === undefined || !points.some(isWide)) return [];
  return points.flatMap((point, k): BarEnds[] => {
    const { low, high, beyond } = point;
    if (low === undefined || high === undefined || (spread === 'bars' && !isWide(point))) return [];
    return [{ x: line[k]![0], low: y(low), high: y(high), beyond }];
  });
}

/** Places along a line; those of several lines are not the same, so that markers show where lines cover one another. */
function marked(line: readonly Place[], shift: number, { left, right }: Box): Place[] {
  return Array.from({ length: MARKERS }, (_, k) => k).flatMap((k): Place[] => {
    const x = left + ((k + 0.15 + 0.8 * shift) / MARKERS) * (right - left);
    const after = line.findIndex(([at]) => at >= x);
    if (after <= 0) return [];
    const [[x0, y0], [x1, y1]] = [line[after - 1]!, line[after]!];
    return [[x, y0 + ((y1 - y0) * (x - x0)) / (x1 - x0 || 1)]];
  });
}

/**
 * Words of events stand below one another at the lower end, lest they touch; those of a level before it where there is room,
 * else on top of its beginning.
 */
function marksIn(
  { chart: { events = [], levels = [] }, box, x, y }: Frame,
  { size, widthOf }: Letters,
): PlacedMark[] {
  const aside = ASIDE * size;
  const upright = events.map(({ x: value, label: text }, k): PlacedMark => {
    const place = x(value);
    const width = size * widthOf(text);
    const isLeft = place + aside + width <= box.right;
    return {
      ...{ from: [place, box.top], to: [place, box.bottom], isLevel: false },
      label: {
        text,
        x: isLeft ? place + aside : Math.max(place - aside, box.left + width),
        y: box.bottom - size * (0.4 + LINE * (events.length - 1 - k)),
        anchor: isLeft ? 'start' : 'end',
      },
    };
  });
  const level = levels.map(({ y: value, from, to, label: text }): PlacedMark => {
    const [start, end, height] = [x(from), to === undefined ? box.right : x(to), y(value)];
    const isBefore = start - 2 * aside - size * widthOf(text) >= box.left;
    return {
      ...{ from: [start, height], to: [end, height], isLevel: true },
      label: isBefore
        ? { text, x: start - aside, y: height + 0.32 * size, anchor: 'end' }
        : { text, x: start + aside, y: height - 0.35 * size, anchor: 'start' },
    };
  });
  return [...upright, ...level];
}
