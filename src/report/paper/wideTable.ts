/** The data of a figure: a row for each place on its horizontal axis, and columns for each curve. */
import { identifierOf } from '../palette.ts';
import type { PaperAxes, PaperFigure } from './paperFigure.ts';

/** What a column is of. */
export type Part = 'mean' | 'low' | 'high' | 'exact' | 'theory' | 'fit' | 'limit';

/** The name of a curve's column, with that of its axes where a figure has several. */
export function columnOf({ axes }: PaperFigure, { name }: PaperAxes, key: string, part: Part): string {
  const own = `${identifierOf(key)}_${part}`;
  return axes.length === 1 ? own : `${name}.${own}`;
}

/** Which column a line of a kind fills. */
export const PART_OF = {
  solid: 'mean',
  variant: 'mean',
  dashed: 'exact',
  'dash-dotted': 'theory',
  dotted: 'limit',
  thin: 'fit',
  guide: 'theory',
} as const;

/**
 * The numbers that are drawn, so written that reading them back gives the same doubles; `nan` where a curve has none.
 * Axes with other units of bytes have columns of places of their own.
 */
export function wideTable(figure: PaperFigure): string {
  const columns: {
    readonly across: string;
    readonly name: string;
    readonly values: ReadonlyMap<number, number>;
  }[] = [];
  for (const axes of figure.axes) {
    const { chart, across } = axes;
    const add = (key: string, part: Part, values: readonly (readonly [x: number, y: number])[]): void => {
      columns.push({ across, name: columnOf(figure, axes, key, part), values: new Map(values) });
    };
    for (const { key = '', line, points, spread } of chart.series) {
      add(key, PART_OF[line], points.map(({ x, y }) => [x, y])); // prettier-ignore
      if (spread === undefined) continue;
      add(key, 'low', points.map(({ x, y, low = y }) => [x, low])); // prettier-ignore
      add(key, 'high', points.map(({ x, y, high = y }) => [x, high])); // prettier-ignore
    }
    for (const { hue, y } of chart.references) {
      const { key = '', points } = chart.series.find((one) => one.hue === hue && one.line === 'solid')!;
      add(key, 'limit', points.map(({ x }) => [x, y])); // prettier-ignore
    }
  }
  const places = [...new Set(columns.map(({ across }) => across))];
  const lines = [[...places, ...columns.map(({ name }) => name)].join(',')];
  for (const place of places) {
    const own = columns.filter(({ across }) => across === place);
    const values = [...new Set(own.flatMap(({ values: known }) => [...known.keys()]))].sort((a, b) => a - b);
    for (const x of values) {
      const cells = columns.map((column) => (column.across === place ? (column.values.get(x) ?? NaN) : NaN));
      lines.push([...places.map((one) => (one === place ? x : NaN)), ...cells].map(written).join(','));
    }
  }
  return `${lines.join('\n')}\n`;
}

const written = (value: number): string => (Number.isNaN(value) ? 'nan' : String(value));
