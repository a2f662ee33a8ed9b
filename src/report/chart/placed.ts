/**
 * Where everything in a chart lies, on a page and in a paper: ticks, curves with their bands and bars, markers, limits, and
 * marks with their words. Pixels or points; y downwards. Lines and bands end at the edges of the plot.
 */
import {
  asideOf,
  type Chart,
  isMeasured,
  type LineStyle,
  type Point,
  type Reference,
  type Series,
} from './chart.ts';
import { boxOf, clearest, type Obstacles, type WordsPlace } from './clearPlace.ts';
import { clippedArea, clippedLine, isInside } from './clip.ts';
import type { BarEnds, Box, Place } from './paths.ts';
import { along, onLine, type Scale } from './scale.ts';
import { labelledTicks, type Tick } from './ticks.ts';
import { wrapped } from './wrapped.ts';

/** How numbers and words in a chart are written. */
export interface Letters {
  readonly size: number;
  /** of a text of size 1 */
  readonly widthOf: (text: string) => number;
}

export interface PlacedChart {
  readonly chart: Chart;
  readonly box: Box;
  /** of a value that stands for itself: never beyond the box */
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
  /** of each point, in the box or beyond it */
  readonly line: readonly Place[];
  /** the line in the box */
  readonly stretches: readonly (readonly Place[])[];
  /** outline of the band in the box; empty where there is none */
  readonly band: readonly Place[];
  /** of bars */
  readonly bars: readonly BarEnds[];
  /** the values behind bars in the box */
  readonly seeds: readonly Place[];
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
  /** the words, each line in its place */
  readonly lines: readonly (SidePlace & { readonly text: string })[];
}

/** Beside a mark. */
type SidePlace = WordsPlace & { readonly anchor: 'start' | 'end' };

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
  const placeOn: Frame['placeOn'] = (at, value) => [
    box.left + across * onLine(chart.x.scale, at),
    box.bottom - up * onLine(chart.y.scale, value),
  ];
  const frame = { chart, box, x, y, placeOn };
  const curves = curvesIn(frame, BARS_APART * size);
  return {
    ...{ chart, box, x, y },
    xTicks: xTicksOf(chart.x.scale, across, letters),
    yTicks: labelledTicks(chart.y.scale, up, () => size, UP_APART * size),
    curves,
    references: chart.references.flatMap((reference) => {
      const place = placeOn(0, reference.y)[1];
      return place >= box.top && place <= box.bottom ? [{ reference, y: place }] : [];
    }),
    marks: marksIn(frame, curves, letters),
  };
}

/** The ticks of a horizontal axis of a length. */
export const xTicksOf = (scale: Scale, length: number, { size, widthOf }: Letters): readonly Tick[] =>
  labelledTicks(scale, length, (label) => size * widthOf(label), ACROSS_APART * size);

interface Frame extends Pick<PlacedChart, 'chart' | 'box' | 'x' | 'y'> {
  /** of a point of a line, in the box or beyond it */
  readonly placeOn: (x: number, y: number) => Place;
}

function curvesIn(frame: Frame, barsApart: number): PlacedCurve[] {
  const { chart, box, placeOn } = frame;
  const { series } = chart;
  const measured = series.filter(({ line }) => isMeasured(line));
  return series.map((entry): PlacedCurve => {
    const { points, dots, line: kind } = entry;
    const aside = asideOf(series, entry) * barsApart;
    const places = points.map(({ x, y }) => placeOn(x, y));
    const moved = ([x, y]: Place): Place => [x + aside, y];
    const isDrawn = (place: Place): boolean => isInside(place, box);
    const line = places.map(moved);
    const isAlong = isMeasured(kind);
    const hasMarker = (k: number): boolean => dots === 'all' || (dots === 'last' && k === points.length - 1);
    return {
      ...{ series: entry, aside, line },
      stretches: (kind === 'dots' ? [places.filter(isDrawn)] : clippedLine(places, box)).map((stretch) =>
        stretch.map(moved),
      ),
      band: bandOf(entry, frame),
      bars: barsOf(entry, line, frame),
      seeds: points
        .flatMap(({ x, seeds = [] }) => seeds.map((value) => placeOn(x, value)))
        .filter(isDrawn)
        .map(moved),
      between: isAlong && dots !== 'all' ? marked(line, measured.indexOf(entry) / measured.length, box) : [],
      valued: points.flatMap((point, k) =>
        isAlong && hasMarker(k) && isDrawn(places[k]!) ? [{ place: line[k]!, point }] : [],
      ),
    };
  });
}

/** Curves in the order in which they are drawn: what is measured lies on what was before, what is expected on what is measured. */
export const inDrawingOrder = (curves: readonly PlacedCurve[]): PlacedCurve[] =>
  curves.toSorted(({ series: first }, { series: other }) => layerOf(first.line) - layerOf(other.line));

const layerOf = (line: LineStyle): number => (line === 'pale' ? 0 : isMeasured(line) ? 1 : 2);

/** All places of a curve's markers. */
export const markerPlaces = ({ between, valued }: PlacedCurve): Place[] => [
  ...between,
  ...valued.map(({ place }) => place),
];

const isWide = ({ low, high }: Point): boolean => low !== undefined && high !== undefined && low < high;

/** A band has ends at all points where it has any, lest it be wide where it has no width. */
function bandOf({ spread, points }: Series, { placeOn, box }: Frame): Place[] {
  if (spread !== 'band' || !points.some(isWide)) return [];
  const ends = points.filter(({ low, high }) => low !== undefined && high !== undefined);
  const upper = ends.map(({ x, high }) => placeOn(x, high!));
  const lower = ends.map(({ x, low }) => placeOn(x, low!));
  return clippedArea([...upper, ...lower.reverse()], box);
}

/** A bar without length has no ends. */
function barsOf({ spread, points }: Series, line: readonly Place[], { y }: Frame): BarEnds[] {
  if (spread !== 'bars') return [];
  return points.flatMap((point, k): BarEnds[] => {
    const { low, high, beyond } = point;
    if (low === undefined || high === undefined || !isWide(point)) return [];
    return [{ x: line[k]![0], low: y(low), high: y(high), beyond }];
  });
}

/** Places along a line in the box; those of several lines are not the same, so that markers show where lines cover one another. */
function marked(line: readonly Place[], shift: number, box: Box): Place[] {
  const { left, right } = box;
  return Array.from({ length: MARKERS }, (_, k) => k).flatMap((k): Place[] => {
    const x = left + ((k + 0.15 + 0.8 * shift) / MARKERS) * (right - left);
    const after = line.findIndex(([at]) => at >= x);
    if (after <= 0) return [];
    const [[x0, y0], [x1, y1]] = [line[after - 1]!, line[after]!];
    const place: Place = [x, y0 + ((y1 - y0) * (x - x0)) / (x1 - x0 || 1)];
    return isInside(place, box) ? [place] : [];
  });
}

/** Of the width of words in one line, the most that each of two may have. */
const SHARE_OF_LINE = 0.7;
/** Heights, in lines of words, and distances from a level, in letters, at which words are tried. */
const [HEIGHTS, FROM_LEVEL] = [12, [0.35, 0.8, 1.4, 2, 2.8]] as const;

/**
 * Words of events stand beside their lines, from the lower end up, in one line or two; those of a level before it, on it, or below
 * it: in the first place where they cross no curve and no other words.
 */
function marksIn(
  { chart: { events = [], levels = [] }, box, x, y }: Frame,
  curves: readonly PlacedCurve[],
  { size, widthOf }: Letters,
): PlacedMark[] {
  const aside = ASIDE * size;
  const uprights = events.map(({ x: value }): [Place, Place] => [
    [x(value), box.top],
    [x(value), box.bottom],
  ]);
  const words: Box[] = [];
  const labelled = (
    layouts: readonly (readonly string[])[],
    places: readonly SidePlace[],
    marks: Obstacles['marks'],
  ): PlacedMark['lines'] => {
    const candidates = layouts.flatMap((texts) => places.map((place) => ({ ...place, texts })));
    const boxAt = ({ texts, ...place }: (typeof candidates)[number]): Box => {
      const last = boxOf(place, size * Math.max(...texts.map(widthOf)), size);
      return { ...last, top: last.top - LINE * size * (texts.length - 1) };
    };
    const obstacles = { plot: box, words, curves: curves.flatMap(({ stretches }) => stretches), marks };
    const best = clearest(candidates as [(typeof candidates)[number]], boxAt, obstacles);
    words.push(boxAt(best));
    const { texts, y: base, ...place } = best;
    return texts.map((text, k) => ({ text, ...place, y: base - LINE * size * (texts.length - 1 - k) }));
  };
  const upright = events.map(({ x: value, label: text }, k): PlacedMark => {
    const place = x(value);
    const sides = [
      { x: place + aside, anchor: 'start' },
      { x: place - aside, anchor: 'end' },
    ] as const;
    const places = Array.from({ length: HEIGHTS }, (_, height) =>
      sides.map((side) => ({ ...side, y: box.bottom - size * (0.4 + LINE * height) })),
    ).flat();
    return {
      ...{ from: uprights[k]![0], to: uprights[k]![1], isLevel: false },
      lines: labelled(
        [[text], wrapped(text, SHARE_OF_LINE * widthOf(text), widthOf)],
        places,
        uprights.filter((_, other) => other !== k),
      ),
    };
  });
  const level = levels.map(({ y: value, from, to, label: text }): PlacedMark => {
    const [start, end, height] = [x(from), to === undefined ? box.right : x(to), y(value)];
    return {
      ...{ from: [start, height], to: [end, height], isLevel: true },
      lines: labelled(
        [[text]],
        [
          { x: start - aside, y: height + 0.32 * size, anchor: 'end' },
          ...FROM_LEVEL.flatMap((distance) =>
            [height - distance * size, height + (distance + 0.7) * size].flatMap((y): SidePlace[] => [
              { x: start + aside, y, anchor: 'start' },
              { x: end - aside, y, anchor: 'end' },
              { x: start - aside, y, anchor: 'end' },
            ]),
          ),
        ],
        uprights,
      ),
    };
  });
  return [...upright, ...level];
}
