/** Entries of a legend: samples of what they are about, with words, in rows. */
import type { Hue } from '../palette.ts';
import type { LineStyle, Series } from './chart.ts';

/** A curve, with its marker where it is measured; or a kind of lines, of all curves or of one hue. */
export type Sample =
  | { readonly kind: 'curve'; readonly series: Series }
  | {
      readonly kind: LineStyle | 'limit' | 'band' | 'bars' | 'seeds';
      readonly hue?: Hue;
      /** whether lines of the kind have bands */
      readonly isBanded?: boolean;
    };

export interface LegendEntry {
  readonly samples: readonly Sample[];
  /** of curves; empty otherwise */
  readonly names: string;
  /** after them */
  readonly words: string;
}

/** The entry of a kind of lines, bands or bars among some curves. */
export const kindEntry = (
  kind: Exclude<Sample['kind'], 'curve'>,
  words: string,
  series: readonly Series[],
): LegendEntry => ({
  samples: [{ kind, isBanded: series.some(({ line, spread }) => line === kind && spread === 'band') }],
  ...{ names: '', words },
});

/** An entry from the left end of its first sample; y of the base line. */
export interface EntryPlace {
  readonly entry: LegendEntry;
  readonly x: number;
  readonly y: number;
}

/** Widths of a sample, of the space after it, and between entries, in letters. */
export const SAMPLE = 2.2;
export const AFTER_SAMPLE = 0.5;
const BETWEEN = 1.6;

/** Width of an entry's samples, with the space after them. */
export const samplesWidth = ({ samples }: LegendEntry, letters: number): number =>
  samples.length * (SAMPLE + AFTER_SAMPLE) * letters;

/** An entry with where it begins and ends in its row. */
export interface PlacedEntry {
  readonly entry: LegendEntry;
  readonly from: number;
  readonly to: number;
}

/**
 * Rows of entries as wide as one another, as few as fit a width; one a row where `most` is 0.
 *
 * @param widthOf - of an entry's names and words
 */
export function packedEntries(
  entries: readonly LegendEntry[],
  most: number,
  letters: number,
  widthOf: (entry: LegendEntry) => number,
): PlacedEntry[][] {
  const filled = (limit: number): PlacedEntry[][] => {
    const rows: PlacedEntry[][] = [];
    for (const entry of entries) {
      const width = samplesWidth(entry, letters) + widthOf(entry);
      const row = rows.at(-1);
      const from = row === undefined ? 0 : row.at(-1)!.to + BETWEEN * letters;
      if (row !== undefined && from + width <= limit) row.push({ entry, from, to: from + width });
      else rows.push([{ entry, from: 0, to: width }]);
    }
    return rows;
  };
  let rows = filled(most);
  for (let narrower = most * 0.98; narrower > 0; narrower -= most * 0.02) {
    const others = filled(narrower);
    if (others.length > rows.length) break;
    rows = others;
  }
  return rows;
}
