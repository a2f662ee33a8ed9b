/** How each kind of line and marker looks on a page, in a plot and in its key. */
import type { Html } from '../html.ts';
import { type Colour, type Hue, INK, MUTED, PAPER } from '../palette.ts';
import type { LineStyle, Series } from './chart.ts';
import { EVENT_STROKE, isGrey, STROKES } from './lines.ts';
import { isCrossed, isOpen, type Marker, markerPath } from './looks.ts';
import { type BarEnds, barPath, type Place, polyline } from './paths.ts';
import { mark } from './svg.ts';

/** Pages are looked at from further away than papers. */
const PIXELS_PER_POINT = 2;

/** The radius of a marker in proportion to the letters, and in pixels that of a seed's dot. */
const MARKER = 0.3;
export const SEED_DOT = 1.6;

/** A line of a kind, of a curve. */
export const stroked = (
  d: string,
  line: LineStyle | 'limit',
  hue: Hue,
  more: Parameters<typeof mark>[1] = {},
): Html => strokedIn(d, line, isGrey(line) ? MUTED : hue[STROKES[line].isDark ? 'words' : 'line'], more);

/** A line of a kind, of no curve. */
export const plainStroke = (d: string, line: LineStyle | 'limit'): Html =>
  strokedIn(d, line, STROKES[line].isDark ? INK : MUTED);

function strokedIn(
  d: string,
  line: LineStyle | 'limit',
  colour: Colour,
  more: Parameters<typeof mark>[1] = {},
): Html {
  const { width, dashes } = STROKES[line];
  return mark('path', {
    d,
    stroke: colour.light,
    'stroke-width': PIXELS_PER_POINT * width,
    'stroke-dasharray': dashes?.map((length) => PIXELS_PER_POINT * length).join(','),
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    ...more,
  });
}

/** An upright line at an event. */
export const eventStroke = (from: Place, to: Place): Html =>
  mark('path', {
    d: polyline([from, to]),
    stroke: MUTED.light,
    'stroke-width': PIXELS_PER_POINT * EVENT_STROKE.width,
    'stroke-dasharray': EVENT_STROKE.dashes.map((length) => PIXELS_PER_POINT * length).join(','),
  });

/** Half the line across the end of a bar, and the width of its lines. */
const BAR = { end: 2.5, width: 1.6 };

/** A bar between two ends. */
export const barOf = (ends: BarEnds, colour: Colour): Html =>
  mark('path', { d: barPath(ends, BAR.end), stroke: colour.light, 'stroke-width': BAR.width });

/** A marker of a curve; with a title, what a reader sees who points at it. */
export function markerAt(
  { hue }: Pick<Series, 'hue'>,
  [x, y]: Place,
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
