/** Where the plot of a chart lies in its figure on a page, and how wide words are there. */
import type { Chart } from './chart.ts';
import type { Box } from './paths.ts';
import type { Size } from './svg.ts';

/** Widths in proportion to the height of a letter, those of a wide font, as there is no canvas to measure with. */
const LETTER_WIDTH = 0.6;
const CAPITAL_WIDTH = 0.74;
/** Room at the right of the plot, in letters. */
const RIGHT = 1.5;

/** The plot in a figure, in pixels from the top left. */
export function plotOf({ y }: Pick<Chart, 'y'>, { width, height, letters }: Size): Box {
  const widest = y.scale.ticks.reduce((most, { label }) => Math.max(most, widthOf(label)), 2.4);
  return {
    left: letters * (0.7 + widest),
    top: letters * 2.6,
    right: width - RIGHT * letters,
    bottom: height - letters * 4,
  };
}

/** In heights of a letter. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += /[A-Z]/.test(letter) ? CAPITAL_WIDTH : LETTER_WIDTH;
  return width;
}
