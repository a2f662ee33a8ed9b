/** What the legend of a figure says. */
import { FLOOR_KINDS } from '../across.ts';
import { isMeasured, type LineStyle, type Series } from '../chart/chart.ts';
import { kindEntry, type LegendEntry } from '../chart/legend.ts';
import type { Coincidences } from './coincidences.ts';
import type { PaperFigure } from './paperFigure.ts';

/** Curves first, in their order; then what the kinds of lines are. */
export function legendEntries(
  figure: PaperFigure,
  { everywhere }: Coincidences,
  isDirect: boolean,
): LegendEntry[] {
  const { names, axes, band, thin } = figure;
  const series = axes.flatMap(({ chart }) => chart.series);
  const curveOf = (key: string): Series | undefined =>
    series.find((curve) => curve.key === key && isMeasured(curve.line));
  const keys = [...names.keys()].filter((key) => curveOf(key) !== undefined);
  const groups = new Set(keys.map((key) => everywhere.find((group) => group.includes(key)) ?? [key]));
  const curves = [...groups].map((group): LegendEntry => ({
    samples: group.map((key) => ({ kind: 'curve', series: curveOf(key)! })),
    names: group.map((key) => names.get(key)!).join(' = '),
    words: '',
  }));
  const limits = new Set(axes.flatMap(({ chart }) => chart.references.map(({ kind }) => kind)));
  const has = (line: LineStyle): boolean => series.some((curve) => curve.line === line);
  const entry = (kind: Parameters<typeof kindEntry>[0], words: string): LegendEntry =>
    kindEntry(kind, words, series);
  const kinds: LegendEntry[] = [
    ...THEORY.filter(has).map((line) => entry(line, wordsOf(figure, line))),
    ...(has('guide') ? [entry('guide', series.find(({ line }) => line === 'guide')!.name)] : []),
    ...(has('dotted') ? [entry('dotted', FLOOR_KINDS.dotted!)] : []),
    ...(limits.size > 0 ? [entry('limit', [...limits].join(', '))] : []),
    ...(thin !== undefined && has('thin') ? [entry('thin', thin)] : []),
    ...(band === undefined
      ? []
      : [entry(series.some(({ spread }) => spread === 'bars') ? 'bars' : 'band', band)]),
  ];
  // A single curve is what the figure is about.
  return isDirect ? kinds : [...curves, ...kinds];
}

/** Lines of theory that charts have words for. */
const THEORY = ['dashed', 'dots', 'dash-dotted', 'dash-dot-dotted'] as const;

/** What lines of a kind are, in the axes that have some. */
const wordsOf = ({ axes }: PaperFigure, kind: (typeof THEORY)[number]): string => {
  const having = axes.filter(({ chart }) => chart.series.some(({ line }) => line === kind));
  return [...new Set(having.flatMap(({ chart: { kinds } }) => kinds?.[kind] ?? []))].join('; ');
};
