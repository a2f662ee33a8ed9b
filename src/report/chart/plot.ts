/** Where the plot of a chart lies in its figure, and how wide words are there. */
import type { Chart } from './chart.ts';
import { rounded } from './paths.ts';
import { along } from './scale.ts';
import type { Size } from './svg.ts';

/** Widths in proportion to the height of a letter, those of a wide font, as there is no canvas to measure with. */
const LETTER_WIDTH = 0.6;
const CAPITAL_WIDTH = 0.74;

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
export function plotOf(
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

/** A point of a path. */
export const pair = (plot: Plot, x: number, y: number): string =>
  `${rounded(plot.x(x))},${rounded(plot.y(y))}`;

/** In heights of a letter. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += /[A-Z]/.test(letter) ? CAPITAL_WIDTH : LETTER_WIDTH;
  return width;
}
