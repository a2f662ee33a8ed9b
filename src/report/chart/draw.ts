/** From a chart to SVG: axes, bands, lines, dots, and labels at the right. */
import { escapeHtml, html, type Html, trusted } from '../html.ts';
import { scientific } from '../numbers.ts';
import { COLOURS, GRID, INK, MUTED, PAPER, RULE } from '../palette.ts';
import {
  type Axis,
  type Chart,
  describe,
  inWords,
  type LineStyle,
  type Point,
  type Series,
} from './chart.ts';
import { spread } from './labels.ts';
import { along, placeOf } from './scale.ts';

/** Pixels; figures scale, so this sets the size of letters in proportion to the figure. */
export interface Size {
  readonly width: number;
  readonly height: number;
  readonly letters: number;
  /** whether references are labelled with their value */
  readonly values: boolean;
}

export const LARGE: Size = { width: 960, height: 500, letters: 14, values: true };
export const SMALL: Size = { width: 520, height: 340, letters: 12.5, values: false };

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

/** How lines look; those of what is expected are darker, since dots of the measured line's colour would not show on it. */
const LINES: Readonly<Record<LineStyle, { width: number; shade: 'line' | 'words'; dashes?: string }>> = {
  solid: { width: 2.4, shade: 'line' },
  dashed: { width: 2.2, shade: 'line', dashes: '7,6' },
  dotted: { width: 1.8, shade: 'words', dashes: '0.1,4.5' },
  'dash-dotted': { width: 1.8, shade: 'words', dashes: '7,4.5,0.1,4.5' },
  thin: { width: 0.8, shade: 'line' },
};

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
 */
export function plotOf(
  { x, y }: Pick<Chart, 'x' | 'y'>,
  { width, height, letters }: Size,
  margin: number,
): Plot {
  const widest = y.scale.ticks.reduce((most, { label }) => Math.max(most, widthOf(label)), 2.4);
  const [left, right] = [letters * (0.7 + widest), width - margin];
  const [top, bottom] = [letters * 2.6, height - letters * 4];
  return {
    ...{ left, right, top, bottom, letters },
    x: (value) => left + (right - left) * along(x.scale, value),
    y: (value) => bottom - (bottom - top) * along(y.scale, value),
  };
}

/** The chart as a standalone SVG: light colours on white. */
export function drawChart(chart: Chart, size: Size): string {
  const { series, references } = chart;
  const labels = labelsOf(chart, size);
  const widths = labels.flatMap(({ lines, bold }) => lines.map((text) => widthOf(text) * (bold ? BOLD : 1)));
  const longest = widths.reduce((most, width) => Math.max(most, width), 0);
  const plot = plotOf(chart, size, size.letters * Math.max(1.5, longest + 1.1));
  const bars = series.filter((one) => one.spread === 'bars');
  /** Bars of several series stand side by side. */
  const placed = (one: Series): Plot => {
    const shift = bars.includes(one) ? bars.indexOf(one) - (bars.length - 1) / 2 : 0;
    return { ...plot, x: (value) => plot.x(value) + shift * APART * (plot.right - plot.left) };
  };
  return drawing(chart.title, describe(chart), size, [
    ...frame(chart, plot),
    ...series.map((one) => spreadOf(one, placed(one))),
    ...references.map(({ hue, y }) =>
      mark('path', {
        d: `M${rounded(plot.left)},${rounded(plot.y(y))}H${rounded(plot.right)}`,
        stroke: hue.line.light,
        'stroke-width': 1.6,
        'stroke-dasharray': '7,5',
      }),
    ),
    ...eventMarks(chart, plot),
    ...levelMarks(chart, plot),
    ...series.map((one) => lineOf(one, placed(one))),
    ...series.flatMap((one) => dotsOf(one, placed(one), chart.x)),
    ...labelMarks(labels, plot),
  ]);
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
export function frame({ x, y }: Pick<Chart, 'x' | 'y'>, plot: Plot): Html[] {
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
    const bars = ends.map(({ x, low, high }) => `M${pair(plot, x, low)}V${rounded(plot.y(high))}`);
    return mark('path', { d: bars.join(''), stroke: colour, 'stroke-width': 1.6 });
  }
  const upper = ends.map(({ x, high }) => pair(plot, x, high));
  const lower = ends.map(({ x, low }) => pair(plot, x, low)).reverse();
  return mark('path', { d: `M${[...upper, ...lower].join('L')}Z`, fill: colour, 'fill-opacity': 0.18 });
}

const hasSpread = (point: Point): point is Required<Point> =>
  point.low !== undefined && point.high !== undefined;

const pair = (plot: Plot, x: number, y: number): string => `${rounded(plot.x(x))},${rounded(plot.y(y))}`;

function lineOf({ hue, line, points }: Series, plot: Plot): Html {
  const { width, shade, dashes } = LINES[line];
  return mark('path', {
    d: `M${points.map(({ x, y }) => pair(plot, x, y)).join('L')}`,
    stroke: hue[shade].light,
    'stroke-width': width,
    'stroke-dasharray': dashes,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  });
}

/** Dots, each with its value where a reader points at it. */
function dotsOf({ name, hue, dots, points }: Series, plot: Plot, axis: Axis): Html[] {
  if (dots === undefined) return [];
  const r = Math.sqrt(((dots === 'all' ? 3.6 : 2.6) * plot.letters) / Math.PI);
  return (dots === 'all' ? points : points.slice(-1)).map(({ x, y, isOpen }) =>
    mark(
      'circle',
      {
        ...{ cx: plot.x(x), cy: plot.y(y), r, fill: isOpen ? PAPER.light : hue.line.light },
        ...(isOpen && { stroke: hue.line.light, 'stroke-width': 1.8 }),
      },
      mark('title', {}, `${name}: ${scientific(y)} ${inWords(axis, x)}`),
    ),
  );
}

/** Words on top of lines stay legible. */
const HALO = { stroke: PAPER.light, 'stroke-width': 3, 'stroke-linejoin': 'round', 'paint-order': 'stroke' };

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
        'stroke-width': 1.4,
        'stroke-dasharray': '7,5',
      }),
      mark('text', { ...place, fill: INK.light, ...HALO }, label),
    ];
  });
}

/** What stands at the right, at the height of what it belongs to. */
interface Label {
  readonly y: number;
  readonly colour: string;
  readonly lines: readonly string[];
  /** of the first line */
  readonly bold: boolean;
}

/** The names of the series at the ends of their lines, and those of the references. */
function labelsOf({ series, references }: Chart, { values }: Size): Label[] {
  return [
    ...series.flatMap(({ hue, label, points }) =>
      label === undefined ? [] : [{ y: points.at(-1)!.y, colour: hue.words.light, lines: label, bold: true }],
    ),
    ...references.map(({ hue, label, y }) => ({
      ...{ y, colour: hue.words.light, bold: false },
      lines: [values ? `${label} ${scientific(y)}` : label],
    })),
  ];
}

/** Labels where they belong, moved apart just enough not to overlap. */
function labelMarks(labels: readonly Label[], { right, top, bottom, letters, y }: Plot): Html[] {
  const row = letters * 1.3;
  const middles = spread(
    labels.map((label) => ({ wanted: y(label.y) - top, height: label.lines.length * row })),
    bottom - top,
  );
  return labels.flatMap(({ colour, lines, bold }, index) => {
    const first = top + middles[index]! - ((lines.length - 1) / 2) * row + letters * 0.35;
    return lines.map((text, line) => {
      const look = bold && line === 0 ? { 'font-weight': 'bold', 'font-size': letters } : {};
      return mark('text', { x: right + letters * 0.7, y: first + line * row, fill: colour, ...look }, text);
    });
  });
}

/** In heights of a letter. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += /[A-Z]/.test(letter) ? CAPITAL_WIDTH : LETTER_WIDTH;
  return width;
}
