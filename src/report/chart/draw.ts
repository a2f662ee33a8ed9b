/** From a chart to SVG: axes, bands, lines, dots, and labels at the right. */
import { escapeHtml, html, type Html, trusted } from '../html.ts';
import { scientific } from '../numbers.ts';
import { COLOURS, GRID, type Hue, HUES, INK, MUTED, PAPER, RULE } from '../palette.ts';
import {
  type Axis,
  type Chart,
  describe,
  inWords,
  isMeasured,
  type LineStyle,
  type Point,
  type Series,
} from './chart.ts';
import { keyEntries, type KeyEntry, type Sample } from './key.ts';
import { isCrossed, isOpen, type Marker, markerPath, markersOf } from './looks.ts';
import type { Place } from './paths.ts';
import { packed } from './rows.ts';
import { along, placeOf } from './scale.ts';

/** Pixels; figures scale, so this sets the size of letters in proportion to the figure. */
export interface Size {
  readonly width: number;
  readonly height: number;
  readonly letters: number;
}

/** Over the whole width of the page; letters of 7 pt at least on a sheet of paper. */
export const LARGE: Size = { width: 960, height: 440, letters: 14 };
/** Two or three in a row, or as wide as a phone; letters of 7 pt at least where two are in a row on a sheet. */
export const SMALL: Size = { width: 520, height: 330, letters: 15 };

const FONT = 'Helvetica Neue, Helvetica, Arial, sans-serif';
/** Widths in proportion to the height of a letter, those of a wide font, as there is no canvas to measure with. */
const LETTER_WIDTH = 0.6;
const CAPITAL_WIDTH = 0.74;
const BOLD = 1.08;
/** Letters of the axes' numbers and of what stands below a label. */
const SMALLER = 0.93;
/** Between the bars of two series, in proportion to the width. */
const APART = 0.007;
/** Length of a tick. */
const TICK = 5;
/** The key: height of a row, width of a sample and of the room after it and between entries, in letters. */
const KEY_ROW = 1.5;
const SAMPLE = 2;
const AFTER_SAMPLE = 0.45;
const BETWEEN_ENTRIES = 1.4;
/** Markers along a curve, in pixels the radius of one in proportion to the letters, and that of a seed's dot. */
const MARKERS = 6;
const MARKER = 0.3;
const SEED_DOT = 1.6;
/** The seeds' dots stand so many pixels beside their bar; the arms of an arrow are so long. */
const SEED_ASIDE = 5;
const ARROW = 4;

/** How lines look; those of what is expected are darker, since dots of the measured line's colour would not show on it. */
const LINES: Readonly<Record<LineStyle, { width: number; shade: 'line' | 'words'; dashes?: string }>> = {
  solid: { width: 2.4, shade: 'line' },
  variant: { width: 2.2, shade: 'line', dashes: '11,6' },
  dashed: { width: 1.8, shade: 'words', dashes: '6,5' },
  'dash-dotted': { width: 1.8, shade: 'words', dashes: '7,4.5,0.1,4.5' },
  thin: { width: 1.3, shade: 'line' },
};
/** Predicted limits. */
const LEVEL = { width: 2, dashes: '0.1,4.5' };

/** An SVG element; hundredths of a pixel are enough. */
export function mark(
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  ...content: readonly (Html | string | undefined)[]
): Html {
  const text = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${typeof value === 'number' ? rounded(value) : escapeHtml(value)}"`,
  );
  return trusted(`<${name}${text.join('')}>${html`${content}`.html}</${name}>`);
}

const rounded = (pixels: number): number => Math.round(pixels * 100) / 100;

/** Where the plot lies in a figure, in pixels from the top left, and where values lie in it. */
export interface Plot {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly letters: number;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

/**
 * The plot of some axes in a figure.
 *
 * @param margin - pixels at the right of the plot
 * @param above - pixels above it that are taken
 */
function plotOf(
  { x, y }: Pick<Chart, 'x' | 'y'>,
  { width, height, letters }: Size,
  margin: number,
  above = 0,
): Plot {
  const widest = y.scale.ticks.reduce((most, { label }) => Math.max(most, widthOf(label)), 2.4);
  const [left, right] = [letters * (0.7 + widest), width - margin];
  const [top, bottom] = [above + letters * 2.6, above + height - letters * 4];
  return {
    ...{ left, right, top, bottom, letters },
    x: (value) => left + (right - left) * along(x.scale, value),
    y: (value) => bottom - (bottom - top) * along(y.scale, value),
  };
}

/** The chart as a standalone SVG, its key above it: light colours on white. */
export function drawChart(chart: Chart, size: Size): string {
  const { series, references } = chart;
  const margin = size.letters * 1.5;
  const rows = keyRows(chart, plotOf(chart, size, margin), size);
  const above = rows.length * KEY_ROW * size.letters;
  const plot = plotOf(chart, size, margin, above);
  const bars = series.filter((one) => one.spread === 'bars');
  /** Bars of several series stand side by side. */
  const placed = (one: Series): Plot => {
    const shift = bars.includes(one) ? bars.indexOf(one) - (bars.length - 1) / 2 : 0;
    return { ...plot, x: (value) => plot.x(value) + shift * APART * (plot.right - plot.left) };
  };
  const measured = series.filter(({ line }) => isMeasured(line));
  const markers = markersOf(measured.map(({ hue }) => hue));
  const markerOf = (one: Series): Marker => markers[measured.indexOf(one)]!;
  const ordered = [...measured, ...series.filter((one) => !measured.includes(one))];
  return drawing(chart.title, describe(chart), { ...size, height: size.height + above }, [
    mark('g', { class: 'key' }, ...keyMarks(rows, chart, plot, markerOf)),
    ...frame(chart, plot),
    ...series.map((one) => spreadOf(one, placed(one))),
    ...references.map(({ hue, y }) =>
      levelPath(`M${rounded(plot.left)},${rounded(plot.y(y))}H${rounded(plot.right)}`, hue),
    ),
    ...ordered.map((one) => lineOf(one, placed(one))),
    ...measured.flatMap((one, index) =>
      markersAlong(one, placed(one), chart.x, index / measured.length, markerOf(one)),
    ),
    ...measured.flatMap((one) => calloutsOf(one, placed(one))),
    ...eventMarks(chart, plot),
    ...levelMarks(chart, plot),
  ]);
}

/** The key's entries in rows. */
function keyRows(chart: Chart, plot: Plot, { width, letters }: Size) {
  const entries = keyEntries(chart, ({ points }) => points.map(({ x, y }): Place => [plot.x(x), plot.y(y)]));
  const widthOfEntry = ({ samples, names, words }: KeyEntry): number =>
    letters * (samples.length * (SAMPLE + AFTER_SAMPLE) + SMALLER * (widthOf(names) * BOLD + widthOf(words)));
  return packed(entries, width - 0.8 * letters, BETWEEN_ENTRIES * letters, widthOfEntry);
}

/** An SVG with a name and a description, for those who do not see it. */
export function drawing(
  title: string,
  description: string,
  { width, height, letters }: Pick<Size, 'width' | 'height' | 'letters'>,
  content: readonly (Html | undefined)[],
): string {
  return mark(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      viewBox: `0 0 ${width} ${rounded(height)}`,
      width,
      height,
      role: 'img',
      fill: 'none',
      'font-family': FONT,
      'font-size': letters * SMALLER,
    },
    mark('title', {}, title),
    mark('desc', {}, description),
    mark('rect', { width, height, fill: PAPER.light }),
    ...content,
  ).html;
}

/** Fixed colours become CSS custom properties, with the fixed colour as what holds without them. */
export function withThemeColours(svg: string): string {
  return svg.replace(/\b(fill|stroke)="(#[0-9a-f]{6})"/gi, (whole, attribute: string, value: string) => {
    const found = COLOURS.find((colour) => colour.light === value.toLowerCase());
    return found === undefined ? whole : `${attribute}="var(--${found.name}, ${found.light})"`;
  });
}

/** Axes: the vertical one has a grid and its title above it, the horizontal one a line and its title below. */
function frame({ x, y }: Pick<Chart, 'x' | 'y'>, plot: Plot): Html[] {
  const { left, right, top, bottom, letters } = plot;
  const below = bottom + TICK + letters * (0.4 + 0.75 * SMALLER);
  const across = (at: number): string => `M${rounded(left)},${rounded(at)}H${rounded(right)}`;
  const number = { fill: MUTED.light };
  const title = { fill: INK.light, 'font-size': letters };
  const rows = ticksOf(y, bottom, top);
  return [
    ...rows.map(({ at }) => mark('path', { d: across(at), stroke: GRID.light })),
    ...rows.map(({ at, label }) =>
      mark(
        'text',
        { x: left - letters * 0.4, y: at + letters * 0.32, 'text-anchor': 'end', ...number },
        label,
      ),
    ),
    mark('text', { x: letters * 0.4, y: top - letters * 0.75, ...title }, y.title),
    mark('path', { d: across(bottom), stroke: RULE.light }),
    mark(
      'g',
      { class: 'ticks' },
      ...apart(ticksOf(x, left, right), letters).flatMap(({ at, label }) => [
        mark('path', { d: `M${rounded(at)},${rounded(bottom)}v${TICK}`, stroke: RULE.light }),
        mark('text', { x: at, y: below, 'text-anchor': 'middle', ...number }, label),
      ]),
    ),
    mark(
      'text',
      { x: (left + right) / 2, y: below + letters * 1.6, 'text-anchor': 'middle', ...title },
      x.title,
    ),
  ];
}

interface PlacedTick {
  readonly at: number;
  readonly label: string;
}

const ticksOf = ({ scale }: Axis, from: number, to: number): PlacedTick[] =>
  scale.ticks.map(({ at, label }) => ({ at: from + (to - from) * placeOf(scale, at), label }));

/** From the left those whose labels do not touch the one before. */
function apart(ticks: readonly PlacedTick[], letters: number): PlacedTick[] {
  let end = -Infinity;
  return ticks.filter(({ at, label }) => {
    const half = (widthOf(label) * letters * SMALLER) / 2;
    if (at - half < end) return false;
    end = at + half + letters * 0.4;
    return true;
  });
}

/** The band or the bars between the points' ends. */
function spreadOf(series: Series, plot: Plot): Html | undefined {
  const ends = series.points.filter(hasSpread);
  const colour = series.hue.line.light;
  if (series.spread === undefined || ends.length === 0) return undefined;
  if (series.spread === 'bars') {
    const bars = ends.map((point) => barOf(point, plot));
    return html`${mark('path', { d: bars.join(''), stroke: colour, 'stroke-width': 1.6 })}${seedDots(series, plot)}`;
  }
  const upper = ends.map(({ x, high }) => pair(plot, x, high));
  const lower = ends.map(({ x, low }) => pair(plot, x, low)).reverse();
  return mark('path', { d: `M${[...upper, ...lower].join('L')}Z`, fill: colour, 'fill-opacity': 0.18 });
}

/** From end to end; an end that goes on has an arrow. */
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

const pair = (plot: Plot, x: number, y: number): string => `${rounded(plot.x(x))},${rounded(plot.y(y))}`;

function lineOf({ hue, line, points }: Series, plot: Plot): Html {
  return stroked(`M${points.map(({ x, y }) => pair(plot, x, y)).join('L')}`, line, hue);
}

/** A line of a kind; fits are grey, that nobody takes them for measured. */
function stroked(d: string, line: LineStyle, hue: Hue): Html {
  const { width, shade, dashes } = LINES[line];
  return mark('path', {
    d,
    stroke: line === 'thin' ? MUTED.light : hue[shade].light,
    'stroke-width': width,
    'stroke-dasharray': dashes,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });
}

/** Words on top of lines stay legible. */
export const HALO = {
  stroke: PAPER.light,
  'stroke-width': 3,
  'stroke-linejoin': 'round',
  'paint-order': 'stroke',
};

/** Each on a line of its own below the one before, lest they touch; from the middle on to the left of their lines. */
function eventMarks({ events = [] }: Chart, { left, right, top, bottom, letters, x }: Plot): Html[] {
  return events.flatMap(({ x: place, label }, k) => {
    const at = x(place);
    const isLeft = at < (left + right) / 2;
    return [
      mark('path', {
        d: `M${rounded(at)},${rounded(top)}V${rounded(bottom)}`,
        stroke: MUTED.light,
        'stroke-width': 1,
        'stroke-dasharray': '2,3',
      }),
      mark(
        'text',
        {
          x: at + (isLeft ? 0.35 : -0.35) * letters,
          y: bottom - letters * (0.5 + 1.2 * (events.length - 1 - k)),
          fill: MUTED.light,
          'text-anchor': isLeft ? 'start' : 'end',
          ...HALO,
        },
        label,
      ),
    ];
  });
}

/** Before the line where there is room, else on top of its beginning. */
function levelMarks({ levels = [] }: Chart, { left, right, letters, x, y }: Plot): Html[] {
  return levels.flatMap(({ y: value, from, to, label }) => {
    const [start, at] = [x(from), y(value)];
    const isBefore = start - left > letters * (widthOf(label) + 1);
    const place = isBefore
      ? { x: start - 0.4 * letters, y: at + 0.32 * letters, 'text-anchor': 'end' }
      : { x: start + 0.3 * letters, y: at - 0.45 * letters };
    return [
      mark('path', {
        d: `M${rounded(start)},${rounded(at)}H${rounded(to === undefined ? right : x(to))}`,
        stroke: INK.light,
        'stroke-width': LEVEL.width,
        'stroke-dasharray': LEVEL.dashes,
        'stroke-linecap': 'round',
      }),
      mark('text', { ...place, fill: INK.light, ...HALO }, label),
    ];
  });
}

/** Below their points and bars; to the right where the axis is too near. */
const calloutsOf = ({ hue, points }: Series, { bottom, letters, x, y }: Plot): Html[] =>
  points.flatMap(({ callout, x: at, y: value, low = value }) => {
    if (callout === undefined) return [];
    const below = Math.max(y(value), y(low)) + 1.4 * letters;
    const place =
      below < bottom - 0.3 * letters
        ? { x: x(at), y: below, 'text-anchor': 'middle' }
        : { x: x(at) + letters, y: y(value) + letters, 'text-anchor': 'start' };
    return [mark('text', { ...place, fill: hue.words.light, ...HALO }, callout)];
  });

const levelPath = (d: string, hue: Hue): Html =>
  mark('path', {
    ...{ d, stroke: hue.words.light, 'stroke-width': LEVEL.width },
    ...{ 'stroke-dasharray': LEVEL.dashes, 'stroke-linecap': 'round' },
  });

/** Markers at some places of a line, or at each of its points; those at points have their values where a reader points at them. */
function markersAlong(series: Series, plot: Plot, axis: Axis, shift: number, marker: Marker): Html[] {
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

function markerAt(
  { hue }: Pick<Series, 'hue'>,
  x: number,
  y: number,
  letters: number,
  marker: Marker,
  title?: string,
): Html {
  const colour = hue.line.light;
  const look = isCrossed(marker)
    ? { stroke: colour, 'stroke-width': 2 }
    : isOpen(marker)
      ? { fill: PAPER.light, stroke: colour, 'stroke-width': 1.8 }
      : { fill: colour, stroke: PAPER.light, 'stroke-width': 0.8 };
  return mark(
    'path',
    { class: 'marker', d: markerPath(marker, x, y, MARKER * letters), ...look },
    title === undefined ? undefined : mark('title', {}, title),
  );
}

/** The key's rows, from the left of the figure down from its top. */
function keyMarks(
  rows: ReturnType<typeof keyRows>,
  chart: Chart,
  plot: Plot,
  markerOf: (series: Series) => Marker,
): Html[] {
  const { letters } = plot;
  const sample = SAMPLE * letters;
  // Words that are too long for any row are squeezed into one.
  const most = plot.right + letters * 0.7 - letters * 0.4;
  return rows.flatMap((row, index) => {
    const middle = (KEY_ROW * (index + 0.5) + 0.3) * letters;
    return row.flatMap(({ entry: { samples, names, words }, from, to }) => {
      const x = letters * 0.4 + from;
      const after = x + samples.length * (sample + letters * AFTER_SAMPLE);
      const [first] = samples;
      const hue = first?.kind === 'curve' ? first.series.hue.words : INK;
      return [
        ...samples.flatMap((one, k) =>
          sampleOf(one, x + k * (sample + letters * AFTER_SAMPLE), middle, chart, plot, markerOf),
        ),
        mark(
          'text',
          {
            ...{ x: after, y: middle + letters * 0.34, fill: INK.light },
            ...(to - from > most && { textLength: most - (after - x), lengthAdjust: 'spacingAndGlyphs' }),
          },
          names === '' ? undefined : mark('tspan', { 'font-weight': 'bold', fill: hue.light }, names),
          words,
        ),
      ];
    });
  });
}

/** A piece of the line, band or bar that an entry is about. */
function sampleOf(
  one: Sample,
  x: number,
  y: number,
  { series }: Chart,
  { letters }: Plot,
  markerOf: (series: Series) => Marker,
): Html[] {
  const to = x + SAMPLE * letters;
  const middle = (x + to) / 2;
  const across = `M${rounded(x)},${rounded(y)}H${rounded(to)}`;
  switch (one.kind) {
    case 'curve':
      return [
        stroked(across, one.series.line, one.series.hue),
        ...(isMeasured(one.series.line)
          ? [markerAt(one.series, middle, y, letters, markerOf(one.series))]
          : []),
      ];
    case 'limit':
      return [levelPath(across, series.find(({ key }) => key === one.key)?.hue ?? HUES[6]!)];
    case 'band':
      return [
        mark('rect', {
          x,
          y: y - letters * 0.4,
          width: to - x,
          height: letters * 0.8,
          fill: MUTED.light,
          'fill-opacity': 0.3,
        }),
      ];
    case 'bars':
      return [
        mark('path', {
          d: `M${rounded(middle)},${rounded(y - letters * 0.55)}v${rounded(letters * 1.1)}`,
          stroke: MUTED.light,
          'stroke-width': 1.6,
        }),
      ];
    case 'seeds':
      return [mark('circle', { cx: middle, cy: y, r: SEED_DOT, fill: MUTED.light })];
    default:
      return [stroked(across, one.kind, { line: MUTED, words: INK })];
  }
}

/** In heights of a letter. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += /[A-Z]/.test(letter) ? CAPITAL_WIDTH : LETTER_WIDTH;
  return width;
}
