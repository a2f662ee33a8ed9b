/** The data of a figure: a row for each place on its horizontal axis, and columns for each curve. */
import { isMeasured, type Series } from '../chart/chart.ts';
import { identifierOf } from '../palette.ts';
import type { PaperAxes, PaperFigure } from './paperFigure.ts';

/** What a column of a line is of: its values, or an end of the band around them. */
type Part = (typeof PART_OF)[Series['line']] | 'low' | 'high' | 'theory_low' | 'theory_high';

/** The name of a curve's column, with that of its axes where a figure has several; further stretches of a line are numbered. */
export function columnOf(
  { axes }: PaperFigure,
  { name, chart: { series } }: PaperAxes,
  curve: Pick<Series, 'key' | 'line'>,
  part: Part = PART_OF[curve.line],
): string {
  const alike = series.filter(({ key, line }) => key === curve.key && line === curve.line);
  const stretch = alike.indexOf(curve as Series);
  const column = `${identifierOf(curve.key ?? '')}_${part}${stretch > 0 ? `_${stretch + 1}` : ''}`;
  return axes.length === 1 ? column : `${name}.${column}`;
}

/** The ends of a line's band. */
export const endsOf = ({ line }: Pick<Series, 'line'>): readonly [low: Part, high: Part] =>
  isMeasured(line) ? ['low', 'high'] : ['theory_low', 'theory_high'];

/** Which column a line of a kind fills. */
const PART_OF = {
  solid: 'mean',
  variant: 'mean',
  dashed: 'exact',
  dots: 'exact',
  'dash-dotted': 'theory',
  'dash-dot-dotted': 'noise_free',
  dotted: 'limit',
  thin: 'fit',
  guide: 'theory',
  pale: 'earlier',
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
    const add = (
      series: Series,
      part: Part | undefined,
      values: readonly (readonly [x: number, y: number])[],
    ): void => {
      columns.push({ across, name: columnOf(figure, axes, series, part), values: new Map(values) });
    };
    for (const series of chart.series) {
      const { points, spread } = series;
      add(series, undefined, points.map(({ x, y }) => [x, y])); // prettier-ignore
      if (spread === undefined) continue;
      const [low, high] = endsOf(series);
      add(series, low, points.map((point) => [point.x, point.low ?? point.y])); // prettier-ignore
      add(series, high, points.map((point) => [point.x, point.high ?? point.y])); // prettier-ignore
    }
    for (const { key, y } of chart.references) {
      const series = chart.series.find((curve) => curve.key === key && isMeasured(curve.line))!;
      add(series, 'limit', series.points.map(({ x }) => [x, y])); // prettier-ignore
    }
  }
  const places = [...new Set(columns.map(({ across }) => across))];
  const lines = [[...places, ...columns.map(({ name }) => name)].join(',')];
  for (const place of places) {
    const atPlace = columns.filter(({ across }) => across === place);
    const values = [...new Set(atPlace.flatMap(({ values: known }) => [...known.keys()]))].sort(
      (a, b) => a - b,
    );
    for (const x of values) {
      const cells = columns.map((column) => (column.across === place ? (column.values.get(x) ?? NaN) : NaN));
      lines.push([...places.map((text) => (text === place ? x : NaN)), ...cells].map(written).join(','));
    }
  }
  return `${lines.join('\n')}\n`;
}

const written = (value: number): string => (Number.isNaN(value) ? 'nan' : String(value));
