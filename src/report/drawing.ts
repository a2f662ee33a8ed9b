/** Draws a planned figure as SVG with Vega-Lite, headless. The libraries load when first needed. */
import type { TopLevelSpec } from 'vega-lite';
import type { FigurePlan } from './figure.ts';
import { spread } from './labels.ts';
import { scientific } from './numbers.ts';
import { COLOURS, PAPER } from './palette.ts';
import { figureConfig, labelLayers, marginFor, type PlacedLabel, renderSvg, type Size } from './svg.ts';
import { leftMargin, valueChannel, valueTicks } from './valueAxis.ts';

/** Exact expectations. */
const DOTTED = [0.1, 4.5];
/** Expectations by a closure, which neglect something. */
const DASH_DOTTED = [7, 4.5, 0.1, 4.5];

/** The figure as a standalone SVG: light colours on white. */
export async function draw(plan: FigurePlan, size: Size): Promise<string> {
  return renderSvg(specification(plan, size));
}

/** Fixed colours become CSS custom properties, with the fixed colour as what holds without them. */
export function withThemeColours(svg: string): string {
  return svg.replace(/\b(fill|stroke)="(#[0-9a-f]{6})"/gi, (whole, attribute: string, value: string) => {
    const found = COLOURS.find((colour) => colour.light === value.toLowerCase());
    return found === undefined ? whole : `${attribute}="var(--${found.name}, ${found.light})"`;
  });
}

function specification(plan: FigurePlan, size: Size): TopLevelSpec {
  const { axis, content } = plan;
  const { letters } = size;
  const top = letters * 2.6;
  const bottom = letters * 4;
  const height = size.height - top - bottom;
  const labels = placedLabels(plan, size, height);
  const right = marginFor(labels, letters);
  const left = leftMargin(axis, letters);
  const width = size.width - left - right;

  const x = { type: 'quantitative' as const, field: 'x', scale: { domain: [0, plan.right], nice: false } };
  const y = valueChannel(axis);
  const lineColour = { field: 'colour', type: 'nominal', scale: null } as const;
  const points = plan.lines.flatMap((line) =>
    line.points.map((point) => ({
      ...point,
      algorithm: line.algorithm,
      colour: line.hue.line.light,
      band: line.band,
    })),
  );
  // The hue's darker shade: where measurement and expectation agree, dots of the line's own colour would not show.
  const expected = plan.exact.flatMap(({ algorithm, hue, neglects, points: along }) =>
    along.map((point) => ({
      ...point,
      algorithm,
      colour: hue.words.light,
      closed: neglects !== undefined,
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
              tickMinStep: content.horizontal === 'round' ? 1 : 0,
              tickCount: 6,
              format: content.horizontal === 'round' ? ',d' : ',~r',
              grid: false,
              labelFlush: false,
            },
          },
          y: {
            ...y,
            field: 'low',
            axis: valueTicks(axis, content.yTitle, left, letters),
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
        data: { values: expected.filter(({ closed }) => !closed) },
        mark: { type: 'line', strokeWidth: 1.8, strokeDash: DOTTED, strokeCap: 'round' },
        encoding: { x, y, stroke: lineColour, detail: { field: 'algorithm' } },
      },
      {
        data: { values: expected.filter(({ closed }) => closed) },
        mark: { type: 'line', strokeWidth: 1.8, strokeDash: DASH_DOTTED, strokeCap: 'round' },
        encoding: { x, y, stroke: lineColour, detail: { field: 'algorithm' } },
      },
      {
        data: { values: ends },
        mark: { type: 'point', filled: true, size: letters * 2.6, opacity: 1 },
        encoding: { x, y, fill: lineColour },
      },
      ...labelLayers(labels, width, letters),
    ],
    resolve: { scale: { y: 'shared', x: 'shared' } },
    config: figureConfig(letters),
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
