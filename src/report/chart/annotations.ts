/** What is written into a plot beside its series: events at known places, and levels. */
import type { Html } from '../html.ts';
import { INK, MUTED } from '../palette.ts';
import type { Chart } from './chart.ts';
import { rounded } from './paths.ts';
import { type Plot, widthOf } from './plot.ts';
import { LEVEL } from './strokes.ts';
import { HALO, mark } from './svg.ts';

/** Each on a line of its own below the one before, lest they touch; from the middle on to the left of their lines. */
export function eventMarks({ events = [] }: Chart, { left, right, top, bottom, letters, x }: Plot): Html[] {
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
export function levelMarks({ levels = [] }: Chart, { left, right, letters, x, y }: Plot): Html[] {
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
