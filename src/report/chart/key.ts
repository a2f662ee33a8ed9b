/** What the key above a figure says: each curve, with those that lie on it; each limit; what the kinds of lines are. */
import { scientific } from '../numbers.ts';
import { type Chart, isMeasured, type LineStyle, type Series } from './chart.ts';
import { coincidingGroups } from './coinciding.ts';
import type { Place } from './paths.ts';

/** What an entry shows beside its words. */
export type Sample =
  | { readonly kind: 'curve'; readonly series: Series }
  | { readonly kind: LineStyle | 'limit' | 'band' | 'bars' | 'seeds'; readonly key?: string };

export interface KeyEntry {
  readonly samples: readonly Sample[];
  /** the names of curves; empty otherwise */
  readonly names: string;
  /** what follows them */
  readonly words: string;
}

/**
 * Curves first, in their order, those that cover one another as one entry; then limits, then kinds of lines.
 *
 * @param lineOf - where a curve is drawn
 */
export function keyEntries(chart: Chart, lineOf: (series: Series) => readonly Place[]): KeyEntry[] {
  const { series, references, kinds = {} } = chart;
  const named = series.filter(({ label }) => label !== undefined);
  const groups = coincidingGroups(
    named.flatMap((curve, index) =>
      isMeasured(curve.line) ? [{ key: String(index), line: lineOf(curve) }] : [],
    ),
  );
  const curves = named.flatMap((_, index): KeyEntry[] => {
    const group = groups.find((keys) => keys.includes(String(index))) ?? [String(index)];
    if (group[0] !== String(index)) return [];
    const all = group.map((at) => named[Number(at)]!);
    const more = new Set(all.map(({ label }) => label!.slice(1).join(', ')).filter((text) => text !== ''));
    return [
      {
        samples: all.map((each) => ({ kind: 'curve', series: each })),
        names: all.map(({ label }) => label![0]).join(' = '),
        words: [...more].map((text) => `, ${text}`).join(''),
      },
    ];
  });
  const limits = references.map(({ key, label, y }): KeyEntry => ({
    samples: [{ kind: 'limit', ...(key !== undefined && { key }) }],
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
    .map(([kind, words]): KeyEntry => ({ samples: [{ kind }], names: '', words }));
  return [...curves, ...limits, ...others];
}
