/** What the key above a figure says: each curve, with those that lie on it; each limit; what the kinds of lines are. */
import { scientific } from '../../values/numbers.ts';
import { type Chart, hasBars, isMeasured, type Series } from './chart.ts';
import { coincidingGroups } from './coinciding.ts';
import { kindEntry, type LegendEntry } from './legend.ts';
import type { PlacedCurve } from './placed.ts';

/**
 * Curves first, in their order, those that cover one another as one entry; then limits, then kinds of lines.
 *
 * @param placed - the chart's curves where they are drawn
 */
export function keyEntries(chart: Chart, placed: readonly PlacedCurve[]): LegendEntry[] {
  const named = placed.filter((curve) => curve.series.label !== undefined);
  const groups = coincidingGroups(named);
  const curves = named.flatMap((curve): LegendEntry[] => {
    const group = groups.find((some) => some.includes(curve)) ?? [curve];
    return group[0] === curve ? [curveEntry(group.map(({ series }) => series))] : [];
  });
  const limits = chart.references.map(({ hue, label, y }): LegendEntry => ({
    samples: [{ kind: 'limit', hue }],
    names: '',
    words: `${label}: ${scientific(y)}`,
  }));
  return [...curves, ...limits, ...kindEntries(chart)];
}

/** The entry of curves that lie on one another, or of one. */
export function curveEntry(curves: readonly Series[]): LegendEntry {
  const more = new Set(curves.map(({ label }) => label!.slice(1).join(', ')).filter((text) => text !== ''));
  return {
    samples: curves.map((series) => ({ kind: 'curve', series })),
    names: curves.map(({ label }) => label![0]).join(' = '),
    words: [...more].map((text) => `, ${text}`).join(''),
  };
}

/** What the kinds of lines in a chart are. */
export function kindEntries({ series, kinds = {} }: Chart): LegendEntry[] {
  const isThere = (kind: keyof typeof kinds): boolean => {
    // The band of an estimated error is explained with its line.
    if (kind === 'band') return series.some(({ spread, line }) => spread === kind && isMeasured(line));
    if (kind === 'bars') return hasBars(series);
    if (kind === 'seeds') return series.some(({ points }) => points.some(({ seeds }) => seeds !== undefined));
    return series.some(({ line }) => line === kind);
  };
  return (Object.entries(kinds) as [keyof typeof kinds, string][])
    .filter(([kind]) => isThere(kind))
    .map(([kind, words]) => kindEntry(kind, words, series));
}
