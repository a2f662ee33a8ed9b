/** Draws a table whose rows have places: medians with their quartiles, a line a series, both axes logarithmic. */
import type { TopLevelSpec } from 'vega-lite';
import { spread } from '../../src/report/labels.ts';
import { type LogAxis, logAxis, onAxis } from '../../src/report/logAxis.ts';
import { exact } from '../../src/report/numbers.ts';
import { HUES, PAPER } from '../../src/report/palette.ts';
import {
  figureConfig,
  labelLayers,
  marginFor,
  NUMBER_FORMAT,
  type PlacedLabel,
  renderSvg,
  type Size,
  widthOf,
} from '../../src/report/svg.ts';
import { valueChannel, valueTicks } from '../../src/report/valueAxis.ts';
import type { Place, Spread, Table } from '../harness/benchmark.ts';
import { figure } from '../harness/printing.ts';

export const PLOT: Size = { width: 760, height: 380, letters: 13, values: false };

/** Room at either side of the outermost points, and between the intervals of two series, of the width. */
const SIDE = 0.05;
const APART = 0.006;

interface Line {
  readonly series: string;
  readonly points: readonly (Place & { readonly wall: Spread })[];
}

/** The rows that have places, a line for each series, along x. */
export function linesOf({ rows }: Table): Line[] {
  const placed = rows.flatMap(({ place, wall }) => (place === undefined ? [] : [{ ...place, wall }]));
  return [...new Set(placed.map(({ series }) => series))].map((series) => ({
    series,
    points: placed.filter((point) => point.series === series).sort((a, b) => a.x - b.x),
  }));
}

/** Whether there is anything to draw: a table with places, and not just one. */
export const isDrawn = (table: Table): boolean =>
  table.against !== undefined && linesOf(table).some(({ points }) => points.length > 1);

/** What the drawing shows, in words, for those who do not see it. */
export function describePlot(table: Table): string {
  const parts = linesOf(table).map(
    ({ series, points }) =>
      `${series}: ${points.map(({ x, wall }) => `${figure(wall.median)} at ${x}`).join(', ')}.`,
  );
  return [`${table.unit} against ${table.against ?? ''}, both axes logarithmic.`, ...parts].join(' ');
}

/** The figure as a standalone SVG: light colours on white. */
export async function drawPlot(table: Table, size: Size): Promise<string> {
  return renderSvg(specification(table, size));
}

function specification(table: Table, size: Size): TopLevelSpec {
  const { letters } = size;
  const lines = linesOf(table);
  const all = lines.flatMap(({ points }) => points);
  const axis = logAxis(all.flatMap(({ wall }) => [wall.lower, wall.median, wall.upper]));
  const ats = [...new Set(all.map(({ x }) => x))].sort((a, b) => a - b).map(Math.log10);
  const span = ats.at(-1)! - ats[0]! || 1;
  const domain = [ats[0]! - SIDE * span, ats.at(-1)! + SIDE * span];

  const top = letters * 2.6;
  const bottom = letters * 4;
  const height = size.height - top - bottom;
  const labels = placedLabels(lines, axis, letters, height);
  const right = marginFor(labels, letters);
  const widest = Math.max(...axis.ticks.map((tick) => widthOf(tickText(tick))), 2.4);
  const left = letters * (0.7 + widest);
  const width = size.width - left - right;

  const x = { type: 'quantitative' as const, field: 'x', scale: { domain, nice: false, zero: false } };
  const y = valueChannel(axis);
  const colour = { field: 'colour', type: 'nominal', scale: null } as const;
  const points = lines.flatMap(({ series, points: along }, index) =>
    along.map(({ x: at, wall }) => ({
      series,
      colour: hueOf(index).line.light,
      x: Math.log10(at) + (index - (lines.length - 1) / 2) * APART * span,
      y: onAxis(axis, wall.median),
      low: onAxis(axis, wall.lower),
      high: onAxis(axis, wall.upper),
    })),
  );
  const ticks = { ...valueTicks(axis, table.unit, left, letters), format: '', formatType: NUMBER_FORMAT };
  return {
    background: PAPER.light,
    width,
    height,
    padding: { left, right, top, bottom },
    autosize: { type: 'none' },
    layer: [
      {
        data: { values: points },
        mark: { type: 'rule', strokeWidth: 1.6 },
        encoding: {
          x: {
            ...x,
            axis: {
              title: table.against ?? '',
              values: ats,
              format: '',
              formatType: NUMBER_FORMAT,
              grid: false,
            },
          },
          y: { ...y, field: 'low', axis: ticks },
          y2: { field: 'high' },
          stroke: colour,
        },
      },
      {
        data: { values: points },
        mark: { type: 'line', strokeWidth: 2.4, strokeJoin: 'round', strokeCap: 'round' },
        encoding: { x, y, stroke: colour, detail: { field: 'series' } },
      },
      {
        data: { values: points },
        mark: { type: 'point', filled: true, size: letters * 3.6, opacity: 1 },
        encoding: { x, y, fill: colour },
      },
      ...labelLayers(labels, width, letters),
    ],
    resolve: { scale: { y: 'shared', x: 'shared' } },
    config: figureConfig(letters),
  };
}

const hueOf = (index: number) => HUES[index % HUES.length]!;

/** What NUMBER_FORMAT writes at log₁₀ of a value. */
const tickText = (exponent: number): string => exact(Number((10 ** exponent).toPrecision(12)));

/** The names of the series at the ends of their lines. */
function placedLabels(lines: readonly Line[], axis: LogAxis, letters: number, height: number): PlacedLabel[] {
  const middles = spread(
    lines.map(({ points }) => ({
      wanted: (height * (axis.high - onAxis(axis, points.at(-1)!.wall.median))) / (axis.high - axis.low),
      height: letters * 1.3,
    })),
    height,
  );
  return lines.map(({ series }, index) => ({
    text: series,
    colour: hueOf(index).words.light,
    bold: true,
    y: middles[index]!,
  }));
}
