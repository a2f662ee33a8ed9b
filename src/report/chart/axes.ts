/** A chart's axes on a page: grid, ticks, numbers and titles. */
import type { Html } from '../html.ts';
import { GRID, INK, MUTED, RULE } from '../palette.ts';
import { rounded } from './paths.ts';
import type { PlacedChart } from './placed.ts';
import { widthOf } from './plot.ts';
import { mark, SMALLER } from './svg.ts';

/** Length of a tick. */
const TICK = 5;

/** Axes: the vertical one has a grid and its title above it, the horizontal one a line and its title below. */
export function frame({ chart: { x, y }, box, xTicks, yTicks }: PlacedChart, letters: number): Html[] {
  const { left, right, top, bottom } = box;
  const below = bottom + TICK + letters * (0.4 + 0.75 * SMALLER);
  const across = (at: number): string => `M${rounded(left)},${rounded(at)}H${rounded(right)}`;
  // The last number of an axis must not be cut off by the edge.
  const last = (label: string): number => right + letters * (1.5 - 0.5 * SMALLER * widthOf(label));
  const number = { fill: MUTED.light };
  const title = { fill: INK.light, 'font-size': letters };
  return [
    ...yTicks.map(({ at }) => mark('path', { d: across(bottom - at), stroke: GRID.light })),
    ...yTicks.map(({ at, label }) =>
      mark(
        'text',
        { x: left - letters * 0.4, y: bottom - at + letters * 0.32, 'text-anchor': 'end', ...number },
        label,
      ),
    ),
    mark('text', { x: letters * 0.4, y: top - letters * 0.75, ...title }, y.title),
    mark('path', { d: across(bottom), stroke: RULE.light }),
    mark(
      'g',
      { class: 'ticks' },
      ...xTicks.flatMap(({ at, label }) => [
        mark('path', { d: `M${rounded(left + at)},${rounded(bottom)}v${TICK}`, stroke: RULE.light }),
        mark(
          'text',
          { x: Math.min(left + at, last(label)), y: below, 'text-anchor': 'middle', ...number },
          label,
        ),
      ]),
    ),
    mark(
      'text',
      { x: (left + right) / 2, y: below + letters * 1.6, 'text-anchor': 'middle', ...title },
      x.title,
    ),
  ];
}
