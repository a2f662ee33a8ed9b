/** The key above a figure: the entries of its legend in rows. */
import type { Html } from '../html.ts';
import { INK, MUTED } from '../palette.ts';
import { keyEntries } from './key.ts';
import { packedEntries, type Piece, type PlacedEntry, samplePieces, samplesWidth } from './legend.ts';
import type { MarkerOf } from './looks.ts';
import { dotsAt, polyline, rectangle } from './paths.ts';
import type { PlacedChart } from './placed.ts';
import { widthOf } from './plot.ts';
import { barOf, plainStroke, markerAt, SEED_DOT, stroked } from './strokes.ts';
import { mark, type Size, SMALLER } from './svg.ts';

/** Height of a row, in letters. */
export const KEY_ROW = 1.5;
/** How much wider bold letters are. */
const BOLD = 1.08;
/** At the left of the key, in letters. */
const SIDE = 0.4;

/** The key's entries in rows. */
export function keyRows({ chart, curves }: PlacedChart, { width, letters }: Size): PlacedEntry[][] {
  return packedEntries(
    keyEntries(chart, curves),
    width - 2 * SIDE * letters,
    letters,
    ({ names, words }) => letters * SMALLER * (widthOf(names) * BOLD + widthOf(words)),
  );
}

/** The key's rows, from the left of the figure down from its top. */
export function keyMarks(
  rows: readonly (readonly PlacedEntry[])[],
  { width, letters }: Size,
  markerOf: MarkerOf,
): Html[] {
  // Words that are too long for any row are squeezed into one.
  const most = width - 2 * SIDE * letters;
  return rows.flatMap((row, index) => {
    const y = (KEY_ROW * (index + 0.5) + 0.63) * letters;
    return row.flatMap(({ entry, from, to }) => {
      const { samples, names, words } = entry;
      const x = letters * SIDE + from;
      const after = x + samplesWidth(entry, letters);
      const [first] = samples;
      const hue = first?.kind === 'curve' ? first.series.hue.words : INK;
      return [
        ...samplePieces({ entry, x, y }, letters).map((piece) => sampleOf(piece, letters, markerOf)),
        mark(
          'text',
          {
            ...{ x: after, y, fill: INK.light },
            ...(to - from > most && { textLength: most - (after - x), lengthAdjust: 'spacingAndGlyphs' }),
          },
          names === '' ? undefined : mark('tspan', { 'font-weight': 'bold', fill: hue.light }, names),
          words,
        ),
      ];
    });
  });
}

function sampleOf(piece: Piece, letters: number, markerOf: MarkerOf): Html {
  switch (piece.piece) {
    case 'line': {
      const d = polyline([piece.from, piece.to]);
      const hue = piece.series?.hue ?? piece.hue;
      return hue === undefined ? plainStroke(d, piece.line) : stroked(d, piece.line, hue);
    }
    case 'marker':
      return markerAt(piece.series, piece.place, letters, markerOf(piece.series));
    case 'dot':
      return plainStroke(dotsAt([piece.place]), 'dots');
    case 'seed':
      return mark('circle', { cx: piece.place[0], cy: piece.place[1], r: SEED_DOT, fill: MUTED.light });
    case 'bars':
      return barOf(piece.ends, MUTED);
    case 'band':
      return mark('path', {
        d: rectangle(...piece.from, ...piece.to),
        fill: MUTED.light,
        'fill-opacity': piece.opacity,
      });
  }
}
