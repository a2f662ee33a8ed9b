/** From a specification to SVG with Vega-Lite, headless, and what figures have in common on the way. */
import type { Config, TopLevelSpec } from 'vega-lite';
import { tickLabel } from './logAxis.ts';
import { exact } from './numbers.ts';
import { GRID, INK, MUTED, RULE } from './palette.ts';

/** Pixels; figures scale, so this sets the size of letters in proportion to the figure. */
export interface Size {
  readonly width: number;
  readonly height: number;
  readonly letters: number;
  /** whether floors are labelled with their value */
  readonly values: boolean;
}

export const LARGE: Size = { width: 960, height: 500, letters: 14, values: true };
export const SMALL: Size = { width: 520, height: 340, letters: 12.5, values: false };

const FONT = 'Helvetica Neue, Helvetica, Arial, sans-serif';
/** Widths in proportion to the height of a letter, those of a wide font, as there is no canvas to measure with. */
const LETTER_WIDTH = 0.6;
const CAPITAL_WIDTH = 0.74;
const BOLD = 1.08;

/** Labels log₁₀ of a value as a power of ten. */
export const TICK_FORMAT = 'fedsaPowerOfTen';
/** Labels log₁₀ of a value as the value itself. */
export const NUMBER_FORMAT = 'fedsaNumber';

/** The libraries that draw: by far the largest there are, and so loaded when they are first asked for. */
export const drawingLibraries = (): Promise<[typeof import('vega'), typeof import('vega-lite')]> =>
  Promise.all([import('vega'), import('vega-lite')]);

/** A specification as a standalone SVG. */
export async function renderSvg(specification: TopLevelSpec): Promise<string> {
  const [vega, { compile }] = await drawingLibraries();
  vega.expressionFunction(TICK_FORMAT, (exponent: number) => tickLabel(exponent));
  // The twelve digits that survive a logarithm and back.
  vega.expressionFunction(NUMBER_FORMAT, (exponent: number) =>
    exact(Number((10 ** exponent).toPrecision(12))),
  );
  const view = new vega.View(vega.parse(compile(specification).spec), { renderer: 'none' });
  try {
    return shortNumbers(await view.toSVG());
  } finally {
    view.finalize();
  }
}

/** Hundredths of a pixel are enough: less than half the size. */
function shortNumbers(svg: string): string {
  return svg.replace(/ d="([^"]*)"/g, (_, path: string) => {
    return ` d="${path.replace(/-?\d+\.\d{3,}(?:e-?\d+)?/g, (number) => String(Math.round(Number(number) * 100) / 100))}"`;
  });
}

/** In heights of a letter. */
export function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += /[A-Z]/.test(letter) ? CAPITAL_WIDTH : LETTER_WIDTH;
  return width;
}

/** A label beside the figure; `y` in pixels from the top. */
export interface PlacedLabel {
  readonly text: string;
  readonly colour: string;
  readonly bold: boolean;
  readonly y: number;
}

/** Pixels that labels take up to the right of a figure. */
export function marginFor(labels: readonly PlacedLabel[], letters: number): number {
  const longest = labels.reduce(
    (most, { text, bold }) => Math.max(most, widthOf(text) * (bold ? BOLD : 1)),
    0,
  );
  return letters * Math.max(1.5, longest + 1.1);
}

/** The layers that write labels to the right of a figure of the given width. */
export function labelLayers(labels: readonly PlacedLabel[], width: number, letters: number) {
  return [true, false].map((bold) => ({
    data: { values: labels.filter((label) => label.bold === bold).map((label) => ({ ...label })) },
    mark: {
      type: 'text' as const,
      align: 'left' as const,
      baseline: 'middle' as const,
      fontSize: bold ? letters : letters * 0.93,
      fontWeight: bold ? ('bold' as const) : ('normal' as const),
      limit: 0,
    },
    encoding: {
      x: { value: width + letters * 0.7 },
      y: { field: 'y', type: 'quantitative' as const, scale: null },
      text: { field: 'text' },
      fill: { field: 'colour', type: 'nominal' as const, scale: null },
    },
  }));
}

/** Letters, colours and axes of every figure. */
export const figureConfig = (letters: number): Config => ({
  customFormatTypes: true,
  aria: false,
  font: FONT,
  view: { stroke: null },
  axis: {
    labelFontSize: letters * 0.93,
    titleFontSize: letters,
    titleFontWeight: 'normal',
    titleColor: INK.light,
    labelColor: MUTED.light,
    domainColor: RULE.light,
    tickColor: RULE.light,
    gridColor: GRID.light,
    titlePadding: letters * 0.7,
    labelPadding: letters * 0.4,
    labelLimit: 0,
    titleLimit: 0,
    labelOverlap: 'parity',
  },
  axisY: { domain: false, ticks: false, grid: true },
});
