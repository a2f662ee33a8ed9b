/** A chart's axes: grid, ticks, numbers and titles. */
import type { Html } from '../html.ts';
import { GRID, INK, MUTED, RULE } from '../palette.ts';
import type { Axis, Chart } from './chart.ts';
import { rounded } from './paths.ts';
import { type Plot, widthOf } from './plot.ts';
import { placeOf } from './scale.ts';
import { mark, SMALLER } from './svg.ts';

/** Length of a tick. */
const TICK = 5;

/** Axes: the vertical one has a grid and its title above it, the horizontal one a line and its title below. */
export function frame({ x, y }: Pick<Chart, 'x' | 'y'>, plot: Plot): Html[] {
  const { left, right, top, bottom, letters } = plot;
  const below = bottom + TICK + letters * (0.4 + 0.75 * SMALLER);
  const across = (at: number): string => `M${rounded(left)},${rounded(at)}H${rounded(right)}`;
  // The last number of an axis must not be cut off by the edge.
  const last = (label: string): number => right + letters * (1.5 - 0.5 * SMALLER * widthOf(label));
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
      ...labelled(x, ticksOf(x, left, right), letters).flatMap(({ at, label }) => [
        mark('path', { d: `M${rounded(at)},${rounded(bottom)}v${TICK}`, stroke: RULE.light }),
        mark('text', { x: Math.min(at, last(label)), y: below, 'text-anchor': 'middle', ...number }, label),
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

/** Those whose labels do not touch: on a linear scale every k-th, so that they stay evenly spaced. */
function labelled({ scale }: Axis, ticks: readonly PlacedTick[], letters: number): PlacedTick[] {
  if (scale.kind === 'logarithmic') return apart(ticks, letters);
  for (let step = 1; ; step++) {
    const chosen = ticks.filter((_, index) => index % step === 0);
    if (apart(chosen, letters).length === chosen.length) return chosen;
  }
}

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
