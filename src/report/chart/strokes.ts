/** How each kind of line and marker looks, in a plot and in its key. */
import type { Html } from '../html.ts';
import { type Hue, MUTED, PAPER } from '../palette.ts';
import type { LineStyle, Series } from './chart.ts';
import { isCrossed, isOpen, type Marker, markerPath } from './looks.ts';
import { mark } from './svg.ts';

/** The radius of a marker in proportion to the letters, and in pixels that of a seed's dot. */
const MARKER = 0.3;
export const SEED_DOT = 1.6;

/** How lines look; those of what is expected are darker, since dots of the measured line's colour would not show on it. */
const LINES: Readonly<Record<LineStyle, { width: number; shade: 'line' | 'words'; dashes?: string }>> = {
  solid: { width: 2.4, shade: 'line' },
  variant: { width: 2.2, shade: 'line', dashes: '11,6' },
  dashed: { width: 1.8, shade: 'words', dashes: '6,5' },
  dots: { width: 5, shade: 'words' },
  'dash-dotted': { width: 1.8, shade: 'words', dashes: '7,4.5,0.1,4.5' },
  'dash-dot-dotted': { width: 1.8, shade: 'words', dashes: '7,4,0.1,4,0.1,4' },
  dotted: { width: 2, shade: 'words', dashes: '0.1,4.5' },
  thin: { width: 1.3, shade: 'line' },
  guide: { width: 1.3, shade: 'line', dashes: '10,5' },
};

/** Predicted limits. */
export const LEVEL = { width: LINES.dotted.width, dashes: LINES.dotted.dashes! };

/** A line of a kind; fits are grey, that nobody takes them for measured. */
export function stroked(d: string, line: LineStyle, hue: Hue, more: Parameters<typeof mark>[1] = {}): Html {
  const { width, shade, dashes } = LINES[line];
  return mark('path', {
    d,
    stroke: line === 'thin' ? MUTED.light : hue[shade].light,
    'stroke-width': width,
    'stroke-dasharray': dashes,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  });
}

/** A predicted limit. */
export const levelPath = (d: string, hue: Hue): Html =>
  mark('path', {
    ...{ d, stroke: hue.words.light, 'stroke-width': LEVEL.width },
    ...{ 'stroke-dasharray': LEVEL.dashes, 'stroke-linecap': 'round' },
  });

/** A marker of a curve; with a title, what a reader sees who points at it. */
export function markerAt(
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
