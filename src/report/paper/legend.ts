/** What the legend says, and how its entries fill rows. */
import type { LineStyle } from '../chart/chart.ts';
import type { Place } from '../chart/paths.ts';
import { packed, type Placed } from '../chart/rows.ts';
import type { Coincidences } from './coincidences.ts';
import type { PaperFigure } from './paperFigure.ts';
import { BAND_OPACITY, THEORY_OPACITY } from './opacity.ts';

/** A sample and its words. */
export interface Entry {
  readonly text: string;
  /** samples of these curves, or of a kind of line */
  readonly sample:
    | { readonly keys: readonly string[] }
    | { readonly line: LineStyle | 'reference' | 'band' | 'bars'; readonly isBanded?: boolean };
}

/** An entry from the left end of its first sample; y of the base line. */
export interface EntryPlace {
  readonly entry: Entry;
  readonly x: number;
  readonly y: number;
}

/** Width of a sample, and of the space after it. */
const SAMPLE = 18;
const AFTER_SAMPLE = 4;
const BETWEEN = 14;

/** Width of an entry's samples, with the space after them. */
export const samplesWidth = ({ sample }: Entry): number =>
  ('keys' in sample ? sample.keys.length : 1) * (SAMPLE + AFTER_SAMPLE);

/** A line or a marker of a curve; a line of a kind; a bar from end to end; a band from corner to corner. */
type Piece =
  | {
      readonly piece: 'line';
      readonly from: Place;
      readonly to: Place;
      readonly line: LineStyle | 'reference';
      readonly key?: string;
    }
  | { readonly piece: 'marker'; readonly at: Place; readonly key: string }
  | { readonly piece: 'bars'; readonly from: Place; readonly to: Place }
  | { readonly piece: 'dot'; readonly at: Place }
  | { readonly piece: 'band'; readonly from: Place; readonly to: Place; readonly opacity: number };

/** What is drawn of an entry beside its words. */
export function samplePieces({ entry, x, y }: EntryPlace, small: number): Piece[] {
  const { sample } = entry;
  const middle = y - 0.33 * small;
  const across = (from: number, line: LineStyle | 'reference', key?: string): Piece => ({
    ...({ piece: 'line', from: [from, middle], to: [from + SAMPLE, middle], line } as const),
    ...(key !== undefined && { key }),
  });
  if ('keys' in sample) {
    const step = samplesWidth(entry) / sample.keys.length;
    return sample.keys.flatMap((key, k): Piece[] => [
      across(x + k * step, 'solid', key),
      { piece: 'marker', at: [x + k * step + SAMPLE / 2, middle], key },
    ]);
  }
  if (sample.line === 'bars') {
    const at = x + SAMPLE / 2;
    return [{ piece: 'bars', from: [at, middle - 3.2], to: [at, middle + 3.2] }];
  }
  if (sample.line === 'dots') return [{ piece: 'dot', at: [x + SAMPLE / 2, middle] }];
  const band = (half: number, opacity: number): Piece => ({
    ...{ piece: 'band', from: [x, middle - half], to: [x + SAMPLE, middle + half], opacity },
  });
  if (sample.line === 'band') return [band(2.5, BAND_OPACITY)];
  return [...(sample.isBanded ? [band(1.8, THEORY_OPACITY)] : []), across(x, sample.line)];
}

/** Curves first, in their order; then what the kinds of lines are. */
export function legendEntries(figure: PaperFigure, { everywhere }: Coincidences, isDirect: boolean): Entry[] {
  const { names, axes, band, thin } = figure;
  const series = axes.flatMap(({ chart }) => chart.series);
  const keys = [...names.keys()].filter((key) =>
    series.some((curve) => curve.key === key && curve.line === 'solid'),
  );
  const groups = new Set(keys.map((key) => everywhere.find((group) => group.includes(key)) ?? [key]));
  const curves = [...groups].map((group): Entry => ({
    text: group.map((key) => names.get(key)!).join(' = '),
    sample: { keys: group },
  }));
  const has = (line: LineStyle): boolean => series.some((curve) => curve.line === line);
  const kinds: Entry[] = [
    ...THEORY.filter(has).map((line) => ({
      text: wordsOf(figure, line),
      sample: {
        line,
        isBanded: series.some((curve) => curve.line === line && curve.spread === 'band'),
      },
    })),
    ...(has('guide')
      ? [{ text: series.find(({ line }) => line === 'guide')!.name, sample: { line: 'guide' } } as const]
      : []),
    ...(has('dotted') ? [{ text: 'without noise', sample: { line: 'dotted' } } as const] : []),
    ...(axes.some(({ chart }) => chart.references.length > 0)
      ? [
          {
            text: isDrift(figure) ? 'without noise' : 'predicted limit of bias²',
            sample: { line: 'reference' },
          } as const,
        ]
      : []),
    ...(thin !== undefined && has('thin') ? [{ text: thin, sample: { line: 'thin' } } as const] : []),
    ...(band === undefined
      ? []
      : [
          {
            text: band,
            sample: { line: series.some(({ spread }) => spread === 'bars') ? 'bars' : 'band' },
          } as const,
        ]),
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

/** Whether limits are those of runs without noise. */
const isDrift = ({ axes }: PaperFigure): boolean =>
  axes.some(({ chart }) => chart.references.some(({ label }) => label.includes('without noise')));

/** Rows of entries that fill a width. */
export const packedEntries = (
  entries: readonly Entry[],
  most: number,
  small: number,
  widthOf: (text: string) => number,
): Placed<Entry>[][] =>
  packed(entries, most, BETWEEN, (entry) => samplesWidth(entry) + small * widthOf(entry.text));
