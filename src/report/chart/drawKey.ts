/** The key above a figure: its entries in rows, each with samples of what it is about. */
import type { Html } from '../html.ts';
import { HUES, INK, MUTED } from '../palette.ts';
import { type Chart, isMeasured, type Series } from './chart.ts';
import { keyEntries, type KeyEntry, type Sample } from './key.ts';
import type { Marker } from './looks.ts';
import { dotsAt, type Place, rounded } from './paths.ts';
import { type Plot, widthOf } from './plot.ts';
import { packed, type Placed } from './rows.ts';
import { THEORY_BAND } from './series.ts';
import { levelPath, markerAt, SEED_DOT, stroked } from './strokes.ts';
import { mark, type Size, SMALLER } from './svg.ts';

/** The key: height of a row, width of a sample and of the room after it and between entries, in letters. */
export const KEY_ROW = 1.5;
const SAMPLE = 2;
const AFTER_SAMPLE = 0.45;
const BETWEEN_ENTRIES = 1.4;
/** How much wider bold letters are. */
const BOLD = 1.08;

/** The key's entries in rows. */
export function keyRows(chart: Chart, plot: Plot, { width, letters }: Size): Placed<KeyEntry>[][] {
  const entries = keyEntries(chart, ({ points }) => points.map(({ x, y }): Place => [plot.x(x), plot.y(y)]));
  const widthOfEntry = ({ samples, names, words }: KeyEntry): number =>
    letters * (samples.length * (SAMPLE + AFTER_SAMPLE) + SMALLER * (widthOf(names) * BOLD + widthOf(words)));
  return packed(entries, width - 0.8 * letters, BETWEEN_ENTRIES * letters, widthOfEntry);
}

/** The key's rows, from the left of the figure down from its top. */
export function keyMarks(
  rows: readonly (readonly Placed<KeyEntry>[])[],
  chart: Chart,
  plot: Plot,
  markerOf: (series: Series) => Marker,
): Html[] {
  const { letters } = plot;
  const sample = SAMPLE * letters;
  // Words that are too long for any row are squeezed into one.
  const most = plot.right + letters * 0.7 - letters * 0.4;
  return rows.flatMap((row, index) => {
    const middle = (KEY_ROW * (index + 0.5) + 0.3) * letters;
    return row.flatMap(({ entry: { samples, names, words }, from, to }) => {
      const x = letters * 0.4 + from;
      const after = x + samples.length * (sample + letters * AFTER_SAMPLE);
      const [first] = samples;
      const hue = first?.kind === 'curve' ? first.series.hue.words : INK;
      return [
        ...samples.flatMap((entry, k) =>
          sampleOf(entry, x + k * (sample + letters * AFTER_SAMPLE), middle, chart, plot, markerOf),
        ),
        mark(
          'text',
          {
            ...{ x: after, y: middle + letters * 0.34, fill: INK.light },
            ...(to - from > most && { textLength: most - (after - x), lengthAdjust: 'spacingAndGlyphs' }),
          },
          names === '' ? undefined : mark('tspan', { 'font-weight': 'bold', fill: hue.light }, names),
          words,
        ),
      ];
    });
  });
}

/** A piece of the line, band or bar that an entry is about. */
function sampleOf(
  sample: Sample,
  x: number,
  y: number,
  { series }: Chart,
  { letters }: Plot,
  markerOf: (series: Series) => Marker,
): Html[] {
  const to = x + SAMPLE * letters;
  const middle = (x + to) / 2;
  const across = `M${rounded(x)},${rounded(y)}H${rounded(to)}`;
  switch (sample.kind) {
    case 'curve':
      return [
        stroked(across, sample.series.line, sample.series.hue),
        ...(isMeasured(sample.series.line)
          ? [markerAt(sample.series, middle, y, letters, markerOf(sample.series))]
          : []),
      ];
    case 'limit':
      return [levelPath(across, series.find(({ key }) => key === sample.key)?.hue ?? HUES[6]!)];
    case 'band':
      return [
        mark('rect', {
          x,
          y: y - letters * 0.4,
          width: to - x,
          height: letters * 0.8,
          fill: MUTED.light,
          'fill-opacity': 0.3,
        }),
      ];
    case 'bars':
      return [
        mark('path', {
          d: `M${rounded(middle)},${rounded(y - letters * 0.55)}v${rounded(letters * 1.1)}`,
          stroke: MUTED.light,
          'stroke-width': 1.6,
        }),
      ];
    case 'seeds':
      return [mark('circle', { cx: middle, cy: y, r: SEED_DOT, fill: MUTED.light })];
    case 'dots':
      return [stroked(dotsAt([[middle, y]]), sample.kind, { line: MUTED, words: INK })]; // prettier-ignore
    default: {
      const isBanded = series.some(({ line, spread }) => line === sample.kind && spread === 'band');
      const band = { x, y: y - letters * 0.3, width: to - x, height: letters * 0.6, fill: INK.light };
      return [
        ...(isBanded ? [mark('rect', { ...band, 'fill-opacity': THEORY_BAND })] : []),
        stroked(across, sample.kind, { line: MUTED, words: INK }),
      ];
    }
  }
}
