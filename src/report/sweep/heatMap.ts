/** A heat map: the floor of one algorithm over two swept names, every cell a link to its run. */
import { drawing, mark, type Size } from '../chart/svg.ts';
import { html, type Html } from '../html.ts';
import { textCell } from '../../recording/csvCell.ts';
import { scientific } from '../../values/numbers.ts';
import { INK, MUTED, PAPER, RULE, shades } from '../palette.ts';
import { shownAmong } from './shownValue.ts';
import { bestOf, identifier } from './sweepFigures.ts';
import type { Cell, SweepData } from './sweepData.ts';

/** So many shades, of equal ratios between the least and the largest floor; lower is darker. */
const SHADES = 8;
/** A floor that is larger than the least by more than this factor has the lightest shade. */
const MOST_RATIO = 1e6;
/** Most values of a name that are drawn one by one. */
export const MOST_VALUES = 200;

export interface HeatMap {
  readonly name: string;
  readonly title: string;
  readonly svg: string;
  readonly csv: string;
}

/** Of cells that differ in other names the best is shown. @param axes - names of the horizontal and the vertical axis */
export function heatMap(
  data: SweepData,
  algorithm: string,
  title: string,
  axes: readonly [string, string],
  linkOf: (cell: Cell) => string,
  size: Pick<Size, 'width' | 'letters'>,
): HeatMap | undefined {
  const [columns, rows] = axes.map((name) => data.axes.find((axis) => axis.name === name)!.values) as [
    Values,
    Values,
  ];
  const map = { axes, columns, rows, grid: gridOf(data.cells.get(algorithm)!, axes, columns, rows) };
  const shading = shadingOf(map.grid);
  if (shading === undefined) return undefined;
  const svg = drawMap(title, map, shading, linkOf, size);
  return { name: `heat-${identifier(algorithm)}`, title, svg, csv: tableOf(map) };
}

type Values = readonly (string | number)[];

interface CellMap {
  readonly axes: readonly [across: string, down: string];
  readonly columns: Values;
  readonly rows: Values;
  /** row by row, from the bottom upwards */
  readonly grid: readonly (readonly (Cell | undefined)[])[];
}

/** The best cell at each place, or where none has a floor the first. */
function gridOf(
  cells: readonly Cell[],
  [across, down]: CellMap['axes'],
  columns: Values,
  rows: Values,
): CellMap['grid'] {
  const byPlace = new Map<string, Cell[]>();
  for (const cell of cells) {
    const place = placeName(cell.point[across]!, cell.point[down]!);
    const alike = byPlace.get(place);
    if (alike === undefined) byPlace.set(place, [cell]);
    else alike.push(cell);
  }
  return rows.map((row) =>
    columns.map((column) => {
      const alike = byPlace.get(placeName(column, row)) ?? [];
      return bestOf(alike) ?? alike[0];
    }),
  );
}

/** Shades of floors, in equal ratios. */
interface Shading {
  readonly least: number;
  /** where the lightest shade ends, or begins to have all above it */
  readonly mostText: string;
  /** from dark to light */
  readonly ramp: readonly string[];
  readonly shadeOf: (floor: number) => string;
}

/** `undefined` where no floor is positive. */
function shadingOf(grid: CellMap['grid']): Shading | undefined {
  const floors = grid
    .flat()
    .flatMap((cell) => cell?.floor?.mean ?? [])
    .filter((floor) => floor > 0);
  if (floors.length === 0) return undefined;
  const least = floors.reduce((a, b) => Math.min(a, b));
  const greatest = floors.reduce((a, b) => Math.max(a, b));
  const most = Math.min(greatest, least * MOST_RATIO);
  const ramp = shades(SHADES)
    .map(({ line }) => line.light)
    .reverse();
  const shadeOf = (floor: number): string =>
    most === least || !(floor > least)
      ? ramp[0]!
      : ramp[Math.min(SHADES - 1, Math.floor((SHADES * Math.log(floor / least)) / Math.log(most / least)))]!;
  return { least, mostText: `${most < greatest ? '≥ ' : ''}${scientific(most)}`, ramp, shadeOf };
}

function drawMap(
  title: string,
  { axes: [across, down], columns, rows, grid }: CellMap,
  { least, mostText, ramp, shadeOf }: Shading,
  linkOf: (cell: Cell) => string,
  { width: whole, letters }: Pick<Size, 'width' | 'letters'>,
): string {
  const [acrossLabel, downLabel] = [shownAmong(columns), shownAmong(rows)];
  const widest = (values: Values, label: (value: string | number) => string, least: number): number =>
    values.reduce<number>((most, value) => Math.max(most, label(value).length), least);
  const left = letters * (2 + 0.6 * widest(rows, downLabel, down.length));
  const top = letters * 2;
  const width = (whole - left - letters) / columns.length;
  const height = Math.max(8, Math.min(width * 0.6, 44, 700 / rows.length));
  const bottom = top + height * rows.length;
  const everyColumn = Math.ceil((letters * 0.62 * (widest(columns, acrossLabel, 2) + 1)) / width);
  const everyRow = Math.ceil((letters * 1.1) / height);
  const text = (content: string, x: number, y: number, anchor: string, fill: string = MUTED.light): Html =>
    mark('text', { x, y, 'text-anchor': anchor, fill }, content);
  const tile = (cell: Cell, row: number, column: number): Html => {
    const x = left + column * width;
    const y = top + (rows.length - 1 - row) * height;
    const floor = cell.floor?.mean;
    const words = `${across} = ${acrossLabel(cell.point[across]!)}, ${down} = ${downLabel(cell.point[down]!)}: ${floor === undefined ? cell.state : scientific(floor)}`;
    const fill = floor === undefined ? { fill: PAPER.light, stroke: RULE.light } : { fill: shadeOf(floor) };
    return mark(
      'a',
      { href: linkOf(cell) },
      mark('rect', { x, y, width: width - 1, height: height - 1, ...fill }, mark('title', {}, words)),
      floor === undefined ? text('×', x + width / 2, y + height / 2 + 4, 'middle') : undefined,
    );
  };
  const legendY = bottom + letters * 4.6;
  const swatch = Math.min(40, (whole - left) / (SHADES + 4));
  return drawing(
    title,
    `Final errors of ${title} over ${across} and ${down}, from ${scientific(least)} (stands out) to ${mostText} (fades).`,
    { width: whole, height: legendY + letters * 2.4, letters },
    [
      ...grid.flatMap((row, r) => row.map((cell, c) => cell && tile(cell, r, c))),
      ...columns.map((value, c) =>
        c % everyColumn === 0
          ? text(acrossLabel(value), left + (c + 0.5) * width, bottom + letters * 1.3, 'middle')
          : undefined,
      ),
      ...rows.map((value, r) =>
        r % everyRow === 0
          ? text(downLabel(value), left - letters * 0.5, top + (rows.length - 0.5 - r) * height + 4, 'end')
          : undefined,
      ),
      text(across, left + (columns.length * width) / 2, bottom + letters * 2.9, 'middle', INK.light),
      text(down, letters * 0.4, top - letters * 0.6, 'start', INK.light),
      ...ramp.map((fill, k) =>
        mark('rect', { x: left + k * swatch, y: legendY, width: swatch, height: letters * 0.8, fill }),
      ),
      text(scientific(least), left, legendY + letters * 2, 'start'),
      text(mostText, left + SHADES * swatch, legendY + letters * 2, 'end'),
    ],
  );
}

/** The places that have a cell. */
function tableOf({ axes: [across, down], grid }: CellMap): string {
  const lines = grid.flat().flatMap((cell) => {
    if (cell === undefined) return [];
    const { point, floor, key } = cell;
    const { low, high } = floor?.interval ?? { low: '', high: '' };
    const place = [across, down].map((name) => textCell(String(point[name])));
    return [[...place, floor?.mean ?? '', low, high, key].join(',')];
  });
  return [`${across},${down},floor,low,high,key`, ...lines, ''].join('\n');
}

const placeName = (column: string | number, row: string | number): string => JSON.stringify([column, row]);

/** What a heat map shows. */
export const heatCaption = (
  names: readonly string[],
  across: readonly [string, string],
  quantity: string,
): Html =>
  html`The ${quantity}, mean of the last 30 % of the rounds and of the seeds; what stands out most is lowest,
  in equal ratios; × is where a seed diverged, or none
  completed.${names.length > across.length ? ' Of the other swept names the best value is shown.' : ''} Each
  cell leads to its run.`;
