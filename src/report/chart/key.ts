/** What the key above a figure says: each curve, with those that lie on it; each limit; what the kinds of lines are. */
import { scientific } from '../../values/numbers.ts';
import { type Chart, isMeasured } from './chart.ts';
import { coincidingGroups } from './coinciding.ts';
import { kindEntry, type LegendEntry } from './legend.ts';
import type { PlacedCurve } from './placed.ts';

/**
 * Curves first, in their order, those that cover one another as one entry; then limits, then kinds of lines.
 *
 * @param placed - the chart's curves where they are drawn
 */
export function keyEntries(
  { series, references, kinds = {} }: Chart,
  placed: readonly PlacedCurve[],
): LegendEntry[] {
  const named = placed.filter((curve) => curve.series.label !== undefined);
  const groups = coincidingGroups(named);
  const curves = named.flatMap((curve): LegendEntry[] => {
    const group = groups.find((some) => some.includes(curve)) ?? [curve];
    if (group[0] !== curve) return [];
    const all = group.map((placedCurve) => placedCurve.series);
    const more = new Set(all.map(({ label }) => label!.slice(1).join(', ')).filter((text) => text !== ''));
    return [
      {
        samples: all.map((each) => ({ kind: 'curve', series: each })),
        names: all.map(({ label }) => label![0]).join(' = '),
        words: [...more].map((text) => `, ${text}`).join(''),
      },
    ];
  });
  const limits = references.map(({ hue, label, y }): LegendEntry => ({
    samples: [{ kind: 'limit', hue }],
    names: '',
    words: `${label}: ${scientific(y)}`,
  }));
  const isThere = (kind: keyof typeof kinds): boolean => {
    // The band of an estimated error is explained with its line.
    if (kind === 'band' || kind === 'bars')
      return series.some(({ spread, line }) => spread === kind && isMeasured(line));
    if (kind === 'seeds') return series.some(({ points }) => points.some(({ seeds }) => seeds !== undefined));
    return series.some(({ line }) => line === kind);
  };
  const others = (Object.entries(kinds) as [keyof typeof kinds, string][])
    .filter(([kind]) => isThere(kind))
    .map(([kind, words]) => kindEntry(kind, words, series));
  return [...curves, ...limits, ...others];
}
