/** A heat map: the exact value over one theorem's bound, on two axes of the grid; hatched where the theorem does not apply. */
import type { AtlasTheorem } from '../../search/atlas/atlasReport.ts';
import type { RatioCell } from '../../search/atlas/atlasTheorems.ts';
import type { Chart } from '../chart/chart.ts';
import { frame } from '../chart/draw.ts';
import type { Shape } from '../chart/drawing.ts';
import type { Place } from '../chart/paths.ts';
import { placeChart } from '../chart/placed.ts';
import { plotOf, widthOf } from '../chart/plot.ts';
import { onLine } from '../chart/scale.ts';
import { drawing, shapeMark, type Size, SMALLER } from '../chart/svg.ts';
import { type DrawnFigure, figureFiles } from '../drawnFigure.ts';
import { html } from '../html.ts';
import { exact, inPowers, scientific } from '../../values/numbers.ts';
import { legendBelow, shadesPart, tilePart } from '../plan/mapLegend.ts';
import { edgesAbout, scaleOf, shadeOf } from '../plan/mapScale.ts';
import { tile } from '../plan/mapShapes.ts';
import { typeset } from '../typeset.ts';
import { identifierOf } from '../palette.ts';
import { identifier } from '../sweep/sweepFigures.ts';
import type { AtlasPageData } from './atlasPageData.ts';
import { sliceAlong } from './atlasSlice.ts';
import { absences, symbolOf, theoremTitle } from './atlasWords.ts';
import { ratioCsv } from './ratioCsv.ts';

/** `undefined` where the theorem has no ratio on these axes. */
export function ratioMap(
  { report, titleOf }: AtlasPageData,
  [theorem, all]: readonly [AtlasTheorem, readonly RatioCell[]],
  [across, up]: readonly [string, string],
  size: Size,
): DrawnFigure | undefined {
  const { cells, place } = sliceAlong(report.axes, [across, up], all);
  const ratios = cells.flatMap(({ found }) => (found.ratio !== null && found.ratio > 0 ? [found.ratio] : []));
  if (ratios.length === 0) return undefined;
  const least = Math.min(...ratios);
  const ends = [least, Math.max(...ratios, LEAST_SPAN * least)] as const;
  const title = theoremTitle(theorem, titleOf);
  const name = `map-${identifierOf(theorem.algorithm)}-${identifier(theorem.source)}`;
  const svg = drawnMap(cells, [across, up], { title, name, ends, size });
  const caption = html`<strong>${title}.</strong> ${typeset(theorem.quantity)} over the
    ${theorem.kind}${place === '' ? '' : `, at ${place}`}; what stands out most is loosest, in equal ratios.
    ${absences(cells).map((line) => html`<br />${line}. `)} ${figureFiles(name, false)}`;
  return { name, title, svg, csv: ratioCsv(report.axes, cells), caption };
}

/** Shades span at least this factor: what hardly changes looks the same. */
const LEAST_SPAN = 2;

interface MapLook {
  readonly title: string;
  readonly name: string;
  /** of the shades */
  readonly ends: readonly [number, number];
  readonly size: Size;
}

function drawnMap(
  cells: readonly RatioCell[],
  [across, up]: readonly [string, string],
  { title, name, ends, size }: MapLook,
): string {
  const { letters } = size;
  const [columns, rows] = [placesOf(cells, across), placesOf(cells, up)];
  const [columnEdges, rowEdges] = [edgesAbout(columns), edgesAbout(rows)];
  const [acrossSymbol, upSymbol] = [across, up].map((axis) => symbolOf({ axis, measure: 'value' })) as [
    string,
    string,
  ];
  const chart: Chart = {
    ...{ name, title, series: [], references: [] },
    x: { title: acrossSymbol, scale: scaleOf(columns, columnEdges) },
    y: { title: upSymbol, scale: scaleOf(rows, rowEdges) },
  };
  const box = plotOf(chart, size);
  const placed = placeChart(chart, box, { size: SMALLER * letters, widthOf });
  const place = (x: number, y: number): Place => [
    box.left + (box.right - box.left) * onLine(chart.x.scale, x),
    box.bottom - (box.bottom - box.top) * onLine(chart.y.scale, y),
  ];
  const tiles = cells.flatMap(({ cell, found }): Shape[] => {
    const [x, y] = [cell.point[across] as number, cell.point[up] as number];
    const [column, row] = [columns.indexOf(x), rows.indexOf(y)];
    const [left, bottom] = place(columnEdges[column]!, rowEdges[row]!);
    const [right, top] = place(columnEdges[column + 1]!, rowEdges[row + 1]!);
    const value = found.ratio === null ? inPowers(found.reason!) : scientific(found.ratio);
    const words = `${acrossSymbol} = ${exact(x)}, ${upSymbol} = ${exact(y)}: ${value}`;
    return found.ratio === null || found.ratio === 0
      ? tile(lookOf(found), [left, top, right, bottom], { title: words })
      : tile('plain', [left, top, right, bottom], { fill: shadeOf(found.ratio, ends), title: words });
  });
  const without = cells.filter(({ found }) => found.ratio === null);
  const legend = legendBelow(box, letters, [
    shadesPart(ends, scientific, letters),
    ...(without.some(({ found }) => found.kind === 'none')
      ? [tilePart('the theorem does not apply', 'hatched', letters)]
      : []),
    ...(without.some(({ found }) => found.kind !== 'none') ? [tilePart('no ratio', 'plain', letters)] : []),
  ]);
  const description = `${title}: ratios over ${acrossSymbol} and ${upSymbol}; shades from ${scientific(ends[0])} to ${scientific(ends[1])}.`;
  const shapes = [...frame(placed, letters), ...tiles, ...legend.shapes(size.height)];
  return drawing(
    title,
    description,
    { ...size, height: size.height + legend.height },
    shapes.map((shape) => shapeMark(shape, SMALLER * letters)),
  );
}

const lookOf = ({ kind }: RatioCell['found']): 'hatched' | 'plain' => (kind === 'none' ? 'hatched' : 'plain');

/** From the lowest to the highest. */
const placesOf = (cells: readonly RatioCell[], axis: string): number[] =>
  [...new Set(cells.map(({ cell }) => cell.point[axis] as number))].sort((a, b) => a - b);
