/** From a placed chart and the entries of its legend to shapes, on a page and in a paper. */
import { type Hue, INK, MUTED, PAPER } from '../palette.ts';
import { isMeasured, type LineStyle, type Point, type Series } from './chart.ts';
import type { CircleShape, LineShape, Shape } from './drawing.ts';
import { AFTER_SAMPLE, type EntryPlace, SAMPLE } from './legend.ts';
import { BAND_OPACITY, EVENT_STROKE, isGrey, linesOf, STROKES, THEORY_OPACITY } from './lines.ts';
import { isCrossed, isOpen, type Look, markerLines } from './looks.ts';
import { type BarEnds, barLines, corners, type Place } from './paths.ts';
import { inDrawingOrder, type PlacedChart, type PlacedCurve } from './placed.ts';

/** What a page and a paper draw with. */
export interface Pen {
  /** the look of a curve, or of what belongs to one */
  readonly lookOf: (owner: { readonly hue: Hue; readonly key?: string; readonly name?: string }) => Look;
  /** of widths and dashes, which are in points: pages are looked at from further away */
  readonly scale: number;
  /** the radius of a marker */
  readonly marker: number;
  /** of words in the plot */
  readonly letters: number;
  /** white around lines of a kind, which often lie on what is measured */
  readonly edgeOf: (line: LineStyle) => number;
  /** of what belongs to no curve: bars and bands in the legend */
  readonly plain: string;
  /** on a page: dots of single seeds stand so far from their bars, words have room around them, and markers have words */
  readonly page?: { readonly aside: number; readonly wordsOf: (series: Series, point: Point) => string };
}

/** Half the line across the end of a bar, and the width of its lines; half a line through one point; a seed's dot. */
const [BAR_END, BAR_WIDTH, SHORT_DASH, SEED_DOT] = [1.4, 0.8, 2.5, 0.8];

/** What is in the plot: bands, limits, lines, bars, markers, then events and levels with their words. */
export const plotShapes = (placed: PlacedChart, pen: Pen): Shape[] => [
  ...placed.curves.flatMap((curve) => bandShapes(curve, pen)),
  ...placed.references.map(
    ({ reference, y }) =>
    stroked([[[placed.box.left, y], [placed.box.right, y]]], 'limit', pen, pen.lookOf(reference)), // prettier-ignore
  ),
  ...inDrawingOrder(placed.curves).flatMap((curve) => lineShapes(curve, pen)),
  ...placed.curves.flatMap((curve) => barShapes(curve, pen)),
  ...placed.curves.flatMap(({ series, between, valued }) => [
    ...between.map((place) => markerShape(place, pen.lookOf(series), pen)),
    ...valued.map(({ place, point }) => ({
      ...markerShape(place, pen.lookOf(series), pen),
      ...(pen.page && { title: pen.page.wordsOf(series, point) }),
    })),
  ]),
  ...markShapes(placed, pen),
];

/** Events and levels with their words. */
export const markShapes = ({ marks }: PlacedChart, pen: Pen): Shape[] =>
  marks.flatMap(({ from, to, isLevel, lines }): Shape[] => [
    isLevel
      ? stroked([[from, to]], 'limit', pen)
      : scaled({ kind: 'line', lines: [[from, to]], stroke: MUTED.light, ...EVENT_STROKE }, pen),
    ...lines.map((line): Shape => ({
      ...{ kind: 'text', ...line, size: pen.letters, colour: (isLevel ? INK : MUTED).light },
      ...(pen.page && { halo: true }),
    })),
  ]);

function bandShapes({ series, band }: PlacedCurve, { lookOf }: Pen): Shape[] {
  if (band.length === 0) return [];
  const { line, dark } = lookOf(series);
  const look = isMeasured(series.line)
    ? { fill: line, opacity: BAND_OPACITY }
    : { fill: dark, opacity: THEORY_OPACITY };
  return [{ kind: 'line', lines: [band], closed: true, ...look }];
}

function lineShapes({ series, stretches }: PlacedCurve, pen: Pen): Shape[] {
  const lines = linesOf(series.line, stretches, pen.scale * SHORT_DASH);
  if (lines.length === 0) return [];
  const line = stroked(lines, series.line, pen, pen.lookOf(series));
  const edge = pen.edgeOf(series.line);
  return edge === 0 ? [line] : [{ ...line, stroke: PAPER.light, width: line.width! + edge }, line];
}

function barShapes({ series, bars, seeds }: PlacedCurve, pen: Pen): Shape[] {
  const { line } = pen.lookOf(series);
  const aside = pen.page?.aside;
  return [
    ...bars.map((bar) => barShape(bar, line, pen)),
    ...(aside === undefined ? [] : seeds.map(([x, y]) => seedShape([x + aside, y], line, pen))),
  ];
}

const barShape = (ends: BarEnds, stroke: string, pen: Pen): Shape =>
  scaled({ kind: 'line', lines: barLines(ends, pen.scale * BAR_END), stroke, width: BAR_WIDTH }, pen);

const seedShape = (place: Place, fill: string, { scale }: Pen): Shape => ({
  ...{ kind: 'circle', place, radius: scale * SEED_DOT, fill },
});

/** The same with widths and dashes as they are drawn. */
const scaled = <Path extends LineShape | CircleShape>(shape: Path, { scale }: Pick<Pen, 'scale'>): Path => ({
  ...shape,
  ...(shape.width !== undefined && { width: scale * shape.width }),
  ...(shape.dashes && { dashes: shape.dashes.map((length) => scale * length) }),
});

/** The colour of a line of a kind. */
export function colourOf(line: LineStyle | 'limit', look: Look | undefined): string {
  if (isGrey(line)) return MUTED.light;
  if (look === undefined) return INK.light;
  return STROKES[line].isDark ? look.dark : look.line;
}

function stroked(lines: LineShape['lines'], kind: LineStyle | 'limit', pen: Pen, look?: Look): LineShape {
  const { isDark: _, ...stroke } = STROKES[kind];
  return scaled({ kind: 'line', lines, stroke: colourOf(kind, look), ...stroke, round: true }, pen);
}

/** A marker of a curve. */
export function markerShape(
  place: Place,
  { line, marker }: Pick<Look, 'line' | 'marker'>,
  pen: Pick<Pen, 'scale' | 'marker'>,
): LineShape | CircleShape {
  const shape =
    marker === 'circle' || marker === 'ring'
      ? ({ kind: 'circle', class: 'marker', place, radius: pen.marker } as const)
      : ({ kind: 'line', class: 'marker', lines: markerLines(marker, place, pen.marker) } as const);
  if (isCrossed(marker)) return scaled({ ...shape, stroke: line, width: 1 }, pen);
  const look = isOpen(marker)
    ? { fill: PAPER.light, stroke: line, width: 0.9 }
    : { fill: line, stroke: PAPER.light, width: 0.4 };
  return scaled({ ...shape, ...(shape.kind === 'line' && { closed: true }), ...look }, pen);
}

/** The samples of an entry of a legend. */
export const sampleShapes = ({ entry, x, y }: EntryPlace, letters: number, pen: Pen): Shape[] =>
  entry.samples.flatMap((sample, k): Shape[] => {
    const middle = y - 0.33 * letters;
    const from = x + k * (SAMPLE + AFTER_SAMPLE) * letters;
    const to = from + SAMPLE * letters;
    const place: Place = [(from + to) / 2, middle];
    const line = (kind: LineStyle | 'limit', look?: Look): Shape =>
      stroked([[[from, middle], [to, middle]]], kind, pen, look); // prettier-ignore
    const band = (half: number, opacity: number): Shape => ({
      ...{ kind: 'line', closed: true, fill: pen.plain, opacity },
      lines: [corners([from, middle - half * letters], [to, middle + half * letters])],
    });
    switch (sample.kind) {
      case 'curve': {
        const look = pen.lookOf(sample.series);
        const isMarked = isMeasured(sample.series.line);
        return [line(sample.series.line, look), ...(isMarked ? [markerShape(place, look, pen)] : [])];
      }
      case 'bars': {
        const [high, low] = [middle - 0.45 * letters, middle + 0.45 * letters];
        return [barShape({ x: place[0], high, low, beyond: undefined }, pen.plain, pen)];
      }
      case 'dots':
        return [stroked([[place, place]], 'dots', pen)];
      case 'seeds':
        return [seedShape(place, pen.plain, pen)];
      case 'band':
        return [band(0.36, BAND_OPACITY)];
      default: {
        const { kind, hue, isBanded } = sample;
        const look = hue && pen.lookOf({ hue });
        return [...(isBanded ? [band(0.26, THEORY_OPACITY)] : []), line(kind, look)];
      }
    }
  });
