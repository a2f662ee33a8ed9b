/** Entries of a legend: samples of what they are about, with words, in rows. */
import type { Hue } from '../palette.ts';
import { isMeasured, type LineStyle, type Series } from './chart.ts';
import { BAND_OPACITY, THEORY_OPACITY } from './lines.ts';
import type { BarEnds, Place } from './paths.ts';

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
const SAMPLE = 2.2;
const AFTER_SAMPLE = 0.5;
const BETWEEN = 1.6;

/** Width of an entry's samples, with the space after them. */
export const samplesWidth = ({ samples }: LegendEntry, letters: number): number =>
  samples.length * (SAMPLE + AFTER_SAMPLE) * letters;

/** A line; a marker of a curve; a dot; a bar; a band from corner to corner. */
export type Piece =
  | {
      readonly piece: 'line';
      readonly from: Place;
      readonly to: Place;
      readonly line: LineStyle | 'limit';
      readonly series?: Series;
      readonly hue?: Hue;
    }
  | { readonly piece: 'marker'; readonly place: Place; readonly series: Series }
  | { readonly piece: 'dot'; readonly place: Place }
  | { readonly piece: 'seed'; readonly place: Place }
  | { readonly piece: 'bars'; readonly ends: BarEnds }
  | { readonly piece: 'band'; readonly from: Place; readonly to: Place; readonly opacity: number };

/** The samples of an entry, piece by piece. */
export function samplePieces({ entry, x, y }: EntryPlace, letters: number): Piece[] {
  const middle = y - 0.33 * letters;
  return entry.samples.flatMap((sample, k): Piece[] => {
    const from = x + k * (SAMPLE + AFTER_SAMPLE) * letters;
    const to = from + SAMPLE * letters;
    const place: Place = [(from + to) / 2, middle];
    const ends = { from: [from, middle], to: [to, middle] } as const;
    if (sample.kind === 'curve') {
      const { series } = sample;
      const line: Piece = { piece: 'line', ...ends, line: series.line, series };
      return isMeasured(series.line) ? [line, { piece: 'marker', place, series }] : [line];
    }
    const band = (half: number, opacity: number): Piece => ({
      ...{ piece: 'band', opacity },
      ...{ from: [from, middle - half * letters], to: [to, middle + half * letters] },
    });
    switch (sample.kind) {
      case 'bars':
        return [
          {
            piece: 'bars',
            ends: {
              x: place[0],
              high: middle - 0.45 * letters,
              low: middle + 0.45 * letters,
              beyond: undefined,
            },
          },
        ];
      case 'dots':
        return [{ piece: 'dot', place }];
      case 'seeds':
        return [{ piece: 'seed', place }];
      case 'band':
        return [band(0.36, BAND_OPACITY)];
      default: {
        const { kind, hue, isBanded } = sample;
        const line: Piece = { piece: 'line', ...ends, line: kind, ...(hue && { hue }) };
        return isBanded ? [band(0.26, THEORY_OPACITY), line] : [line];
      }
    }
  });
}

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
