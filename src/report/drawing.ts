/** Draws a planned figure as SVG with Vega-Lite, headless. The libraries load when first needed. */
import type { TopLevelSpec } from 'vega-lite';
import type { FigurePlan } from './figure.ts';
import { spread } from './labels.ts';
import { tickLabel } from './logAxis.ts';
import { scientific } from './numbers.ts';
import { COLOURS, GRID, INK, MUTED, PAPER, RULE } from './palette.ts';

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
const TICK_FORMAT = 'fedsaPowerOfTen';

/** The figure as a standalone SVG: light colours on white. */
export async function draw(plan: FigurePlan, size: Size): Promise<string> {
  const [vega, { compile }] = await Promise.all([import('vega'), import('vega-lite')]);
  vega.expressionFunction(TICK_FORMAT, (exponent: number) => tickLabel(exponent));
  const view = new vega.View(vega.parse(compile(specification(plan, size)).spec), { renderer: 'none' });
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

/** Fixed colours become CSS custom properties, with the fixed colour as what holds without them. */
export function withThemeColours(svg: string): string {
  return svg.replace(/\b(fill|stroke)="(#[0-9a-f]{6})"/gi, (whole, attribute: string, value: string) => {
    const found = COLOURS.find((colour) => colour.light === value.toLowerCase());
    return found === undefined ? whole : `${attribute}="var(--${found.name}, ${found.light})"`;
  });
}

interface PlacedLabel {
  readonly text: string;
  readonly colour: string;
  readonly bold: boolean;
  readonly y: number;
}

function specification(plan: FigurePlan, size: Size): TopLevelSpec {
  const { axis, content } = plan;
  const { letters } = size;
  const top = letters * 2.6;
  const bottom = letters * 4;
  const height = size.height - top - bottom;
  const labels = placedLabels(plan, size, height);
  const longest = labels.reduce(
    (most, { text, bold }) => Math.max(most, widthOf(text) * (bold ? BOLD : 1)),
    0,
  );
  const right = letters * Math.max(1.5, longest + 1.1);
  const left =
    letters * (0.7 + axis.ticks.reduce((most, tick) => Math.max(most, widthOf(tickLabel(tick))), 2.4));
  const width = size.width - left - right;

  const quantitative = { type: 'quantitative' } as const;
  const x = { ...quantitative, field: 'x', scale: { domain: [0, plan.right], nice: false } };
  const y = {
    ...quantitative,
    field: 'y',
    scale: { domain: [axis.low, axis.high], nice: false, zero: false },
  };
  const lineColour = { field: 'colour', type: 'nominal', scale: null } as const;
  const points = plan.lines.flatMap((line) =>
    line.points.map((point) => ({
      ...point,
      algorithm: line.algorithm,
      colour: line.hue.line.light,
      band: line.band,
    })),
  );
  // A dot tells where a curve ends, which may be before the figure does, and shows a curve of one point.
  const ends = plan.lines.map((line) => ({ ...line.points.at(-1)!, colour: line.hue.line.light }));

  return {
    background: PAPER.light,
    width,
    height,
    padding: { left, right, top, bottom },
    autosize: { type: 'none' },
    layer: [
      {
        data: { values: points.filter((point) => point.band) },
        mark: { type: 'area', fillOpacity: 0.18, strokeWidth: 0 },
        encoding: {
          x: {
            ...x,
            axis: {
              title: plan.unit === undefined ? content.xTitle : `${content.xTitle} (${plan.unit.name})`,
              tickMinStep: plan.unit === undefined ? 1 : 0,
              tickCount: 6,
              format: plan.unit === undefined ? ',d' : '~r',
              grid: false,
              labelFlush: false,
            },
          },
          y: {
            ...y,
            field: 'low',
            axis: {
              title: content.yTitle,
              values: [...axis.ticks],
              format: '',
              formatType: TICK_FORMAT,
              titleAngle: 0,
              titleAlign: 'left',
              titleBaseline: 'bottom',
              titleAnchor: 'end',
              titleX: -left + letters * 0.4,
              titleY: -letters * 0.75,
            },
          },
          y2: { field: 'high' },
          fill: lineColour,
          detail: { field: 'algorithm' },
        },
      },
      {
        data: { values: plan.floors.map((floor) => ({ y: floor.y, colour: floor.hue.line.light })) },
        mark: { type: 'rule', strokeDash: [7, 5], strokeWidth: 1.6 },
        encoding: { y, stroke: lineColour },
      },
      {
        data: { values: points },
        mark: {
          type: 'line',
          strokeWidth: 2.4,
          strokeJoin: 'round',
          strokeCap: 'round',
          interpolate: 'linear',
        },
        encoding: { x, y, stroke: lineColour, detail: { field: 'algorithm' } },
      },
      {
        data: { values: ends },
        mark: { type: 'point', filled: true, size: letters * 2.6, opacity: 1 },
        encoding: { x, y, fill: lineColour },
      },
      ...[true, false].map((bold) => ({
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
      })),
    ],
    resolve: { scale: { y: 'shared', x: 'shared' } },
    config: {
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
    },
  };
}

/** The algorithms' names at the ends of their curves, and the predictions at their floors. */
function placedLabels(plan: FigurePlan, size: Size, height: number): PlacedLabel[] {
  const { axis } = plan;
  const pixel = (exponent: number): number => (height * (axis.high - exponent)) / (axis.high - axis.low);
  const wanted = [
    ...plan.lines.map((line) => ({
      text: line.label,
      colour: line.hue.words.light,
      bold: true,
      at: pixel(line.points.at(-1)!.y),
    })),
    ...plan.floors.map((floor) => ({
      text: size.values ? `predicted ${scientific(floor.value)}` : 'predicted',
      colour: floor.hue.words.light,
      bold: false,
      at: pixel(floor.y),
    })),
  ];
  const middles = spread(
    wanted.map(({ at }) => ({ wanted: at, height: size.letters * 1.3 })),
    height,
  );
  return wanted.map(({ text, colour, bold }, index) => ({ text, colour, bold, y: middles[index]! }));
}

/** In heights of a letter. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += /[A-Z]/.test(letter) ? CAPITAL_WIDTH : LETTER_WIDTH;
  return width;
}
