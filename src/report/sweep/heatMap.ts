/** A heat map: the floor of one algorithm over two swept names, every cell a link to its run. */
import { drawing, mark, type Size } from '../chart/svg.ts';
import { html, type Html } from '../html.ts';
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

/** Of cells that differ in other names the best is shown. @param across - names of the horizontal and the vertical axis */
export function heatMap(
  data: SweepData,
  algorithm: string,
  title: string,
  [across, down]: readonly [string, string],
  linkOf: (cell: Cell) => string,
  { width: whole, letters }: Pick<Size, 'width' | 'letters'>,
): HeatMap | undefined {
  const valuesOf = (name: string): readonly (string | number)[] =>
    data.axes.find((axis) => axis.name === name)!.values;
  const [columns, rows] = [valuesOf(across), valuesOf(down)];
  const byPlace = new Map<string, Cell[]>();
  for (const cell of data.cells.get(algorithm)!) {
    const place = placeName(cell.point[across]!, cell.point[down]!);
    const cells = byPlace.get(place);
    if (cells === undefined) byPlace.set(place, [cell]);
    else cells.push(cell);
  }
  const grid = rows.map((row) =>
    columns.map((column) => {
      const cells = byPlace.get(placeName(column, row)) ?? [];
      return bestOf(cells) ?? cells[0];
    }),
  );
  const floors = grid
    .flat()
    .flatMap((cell) => cell?.floor?.mean ?? [])
    .filter((floor) => floor > 0);
  if (floors.length === 0) return undefined;
  const least = floors.reduce((a, b) => Math.min(a, b));
  const most = Math.min(
    floors.reduce((a, b) => Math.max(a, b)),
    least * MOST_RATIO,
  );
  const classOf = (floor: number): number =>
    most === least || !(floor > least)
      ? 0
      : Math.min(SHADES - 1, Math.floor((SHADES * Math.log(floor / least)) / Math.log(most / least)));
  // The ramp goes from light to dark.
  const ramp = shades(SHADES)
    .map(({ line }) => line.light)
    .reverse();

  const [acrossLabel, downLabel] = [shownAmong(columns), shownAmong(rows)];
  const left =
    letters *
    (2 +
      0.6 * rows.reduce<number>((widest, value) => Math.max(widest, downLabel(value).length), down.length));
  const top = letters * 2;
  const width = (whole - left - letters) / columns.length;
  const height = Math.max(8, Math.min(width * 0.6, 44, 700 / rows.length));
  const bottom = top + height * rows.length;
  const everyColumn = Math.ceil(
    (letters *
      0.62 *
      columns.reduce<number>((widest, value) => Math.max(widest, acrossLabel(value).length + 1), 3)) /
      width,
  );
  const everyRow = Math.ceil((letters * 1.1) / height);
  const tile = (cell: Cell | undefined, row: number, column: number): Html | undefined => {
    if (cell === undefined) return undefined;
    const x = left + column * width;
    const y = top + (rows.length - 1 - row) * height;
    const floor = cell.floor?.mean;
    const words = `${across} = ${acrossLabel(cell.point[across]!)}, ${down} = ${downLabel(cell.point[down]!)}: ${floor === undefined ? cell.state : scientific(floor)}`;
    const size = { x, y, width: width - 1, height: height - 1 };
    return mark(
      'a',
      { href: linkOf(cell) },
      floor === undefined
        ? mark('rect', { ...size, fill: PAPER.light, stroke: RULE.light }, mark('title', {}, words))
        : mark('rect', { ...size, fill: ramp[classOf(floor)]! }, mark('title', {}, words)),
      floor === undefined
        ? mark(
            'text',
            { x: x + width / 2, y: y + height / 2 + 4, 'text-anchor': 'middle', fill: MUTED.light },
            '×',
          )
        : undefined,
    );
  };
  const text = (content: string, x: number, y: number, anchor: string, fill: string = MUTED.light): Html =>
    mark('text', { x, y, 'text-anchor': anchor, fill }, content);
  const legendY = bottom + letters * 4.6;
  const swatch = Math.min(40, (whole - left) / (SHADES + 4));
  const svg = drawing(
    title,
    `Floors of ${title} over ${across} and ${down}, from ${scientific(least)} (stands out) to ${scientific(most)} (fades).`,
    { width: whole, height: legendY + letters * 2.4, letters },
    [
      ...grid.flatMap((row, r) => row.map((cell, c) => tile(cell, r, c))),
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
      text(scientific(most), left + SHADES * swatch, legendY + letters * 2, 'end'),
    ],
  );
  const csv = [
    `${across},${down},floor,low,high,key`,
    ...grid.flatMap((row) =>
      row.flatMap((cell) =>
        cell === undefined
          ? []
          : [
              [
                cell.point[across],
                cell.point[down],
                cell.floor?.mean ?? '',
                cell.floor?.interval?.low ?? '',
                cell.floor?.interval?.high ?? '',
                cell.key,
              ].join(','),
            ],
      ),
    ),
    '',
  ].join('\n');
  return { name: `heat-${identifier(algorithm)}`, title, svg, csv };
}

const placeName = (column: string | number, row: string | number): string => JSON.stringify([column, row]);

/** What a heat map shows. */
export const heatCaption = (
  names: readonly string[],
  across: readonly [string, string],
  quantity: string,
): Html =>
  html`The ${quantity}, mean of the last 30 % of the rounds and of the seeds; what stands out most is lowest,
  in equal ratios; × is where no seed
  completed.${names.length > across.length ? ' Of the other swept names the best value is shown.' : ''} Each
  cell leads to its run.`;
