/** From a chart to the SVG of a page: its key, axes, curves and what is written beside them. */
import { scientific } from '../../values/numbers.ts';
import { GRID, INK, MUTED, RULE } from '../palette.ts';
import { type Axis, type Chart, describe, inWords, isMeasured } from './chart.ts';
import { chartNumbers } from './chartNumbers.ts';
import { boxOf, clearest, type WordsPlace } from './clearPlace.ts';
import { isInside } from './clip.ts';
import type { Shape, TextShape } from './drawing.ts';
import { keyEntries } from './key.ts';
import { packedEntries, type PlacedEntry, samplesWidth } from './legend.ts';
import { type Marker, markersOf } from './looks.ts';
import { type Box, type Place, rounded } from './paths.ts';
import { type Letters, placeChart, type PlacedChart } from './placed.ts';
import { plotOf, widthOf } from './plot.ts';
import { type Pen, plotShapes, sampleShapes } from './shapes.ts';
import { drawing, mark, metadata, shapeMark, type Size, SMALLER } from './svg.ts';

/** Over the whole width of the page; letters of 7 pt at least on a sheet of paper. */
export const LARGE: Size = { width: 960, height: 440, letters: 14 };
/** Two in a row, or as wide as a phone; letters of 7 pt at least where two are in a row on a sheet. */
export const SMALL: Size = { width: 520, height: 330, letters: 15 };
/** By how many are in a row: letters have much the same size on the page. */
const IN_ROW: readonly Size[] = [
  LARGE,
  SMALL,
  { width: 400, height: 300, letters: 14 },
  { width: 310, height: 250, letters: 12.5 },
];
/** How many are in a row at most. */
export const MOST_IN_ROW = IN_ROW.length;
/** The size of each of so many in a row. */
export const sizeInRow = (row: number): Size => IN_ROW[row - 1] ?? IN_ROW.at(-1)!;
/** The size of each of so many figures in rows of two, or of three where that leaves fewer holes: as the page's style has it. */
export const sizeAmong = (figures: number): Size => (figures === 3 || figures > 4 ? sizeInRow(3) : SMALL);

/** Length of a tick. */
const TICK = 5;
/** Pixels from a bar to its seeds' dots, and around dots of theory, which lie on the measured line. */
const [SEED_ASIDE, DOT_EDGE] = [5, 1.8];
/** Height of a row of the key, and its room at the left, in letters; how much wider bold letters are. */
const [KEY_ROW, SIDE, BOLD] = [1.5, 0.4, 1.08];

/** Pixels for each point of a paper: pages are looked at from further away. */
export const PAGE_SCALE = 2;
/** The radius of a marker in proportion to the letters. */
export const PAGE_MARKER = 0.3;

export interface Drawing {
  /** whether it holds its numbers: of a figure's drawings on a page one does */
  readonly isRead?: boolean;
  /** of curves by their names, where several figures share them; by default those of the chart alone */
  readonly markers?: ReadonlyMap<string, Marker>;
  /** whether its key is above it */
  readonly hasKey?: boolean;
}

/** The chart as a standalone SVG: light colours on white. */
export function drawChart(
  chart: Chart,
  size: Size,
  { isRead = true, markers = markersIn([chart]), hasKey = true }: Drawing = {},
): string {
  const { letters } = size;
  const box = plotOf(chart, size);
  const words = lettersOf(size);
  // Curves that cover one another, and with them the key's height, are known once all have their places.
  const rows = hasKey ? keyRows(placeChart(chart, box, words), size) : [];
  const above = rows.length * KEY_ROW * letters;
  const placed = placeChart(chart, { ...box, top: box.top + above, bottom: box.bottom + above }, words);
  const pen = penOf(markers, letters, chart.x);
  const numbers = chartNumbers(chart);
  const marks = (shapes: readonly Shape[]) => shapes.map((shape) => shapeMark(shape, words.size));
  const content = [
    isRead && numbers ? metadata(numbers) : undefined,
    hasKey ? mark('g', { class: 'key' }, ...marks(keyShapes(rows, size, pen))) : undefined,
    ...marks(frame(placed, letters)),
    ...marks(plotShapes(placed, pen)),
    ...marks(callouts(placed, letters)),
  ];
  const whole = { ...size, height: size.height + above };
  const { left, top, right, bottom } = placed.box;
  const read = numbers && { 'data-plot': [left, top, right, bottom].map(rounded).join(' ') };
  return drawing(chart.title, describe(chart), whole, content, read);
}

/** How numbers and words in a figure of a page are written. */
export const lettersOf = ({ letters }: Size): Letters => ({ size: SMALLER * letters, widthOf });

/** A marker for each measured curve of some charts, by its name. */
export function markersIn(charts: readonly Chart[]): ReadonlyMap<string, Marker> {
  const measured = charts.flatMap(({ series }) => series.filter(({ line }) => isMeasured(line)));
  const hues = new Map(measured.map(({ name, hue }) => [name, hue]));
  const markers = markersOf([...hues.values()]);
  return new Map([...hues.keys()].map((name, k) => [name, markers[k]!]));
}

/** Colours of the page's theme, and the markers of the measured curves. */
export function penOf(markers: ReadonlyMap<string, Marker>, letters: number, x?: Axis): Pen {
  return {
    ...{ scale: PAGE_SCALE, marker: PAGE_MARKER * letters, letters: SMALLER * letters, plain: MUTED.light },
    lookOf: (owner) => ({
      ...{ line: owner.hue.line.light, dark: owner.hue.words.light },
      marker: markers.get(owner.name ?? '') ?? 'circle',
    }),
    edgeOf: (line) => (line === 'dots' ? DOT_EDGE : 0),
    ...(x && {
      page: {
        aside: SEED_ASIDE,
        wordsOf: ({ name }, point) => `${name}: ${scientific(point.y)} ${inWords(x, point.x)}`,
      },
    }),
  };
}

/** The key's entries in rows. */
const keyRows = ({ chart, curves }: PlacedChart, { width, letters }: Size): PlacedEntry[][] =>
  packedEntries(
    keyEntries(chart, curves),
    width - 2 * SIDE * letters,
    letters,
    ({ names, words }) => letters * SMALLER * (widthOf(names) * BOLD + widthOf(words)),
  );

/** The key's rows, from the left of the figure down from its top. */
function keyShapes(rows: readonly (readonly PlacedEntry[])[], { width, letters }: Size, pen: Pen): Shape[] {
  // Words that are too long for any row are squeezed into one.
  const most = width - 2 * SIDE * letters;
  return rows.flatMap((row, index) => {
    const y = (KEY_ROW * (index + 0.5) + 0.63) * letters;
    return row.flatMap(({ entry, from, to }): Shape[] => {
      const { names, words } = entry;
      const x = letters * SIDE + from;
      const after = x + samplesWidth(entry, letters);
      const [first] = entry.samples;
      const colour = (first?.kind === 'curve' ? first.series.hue.words : INK).light;
      return [
        ...sampleShapes({ entry, x, y }, letters, pen),
        {
          ...{
            kind: 'text',
            text: words,
            x: after,
            y,
            size: pen.letters,
            anchor: 'start',
            colour: INK.light,
          },
          ...(names !== '' && { lead: { text: names, colour } }),
          ...(to - from > most && { squeezed: most - (after - x) }),
        },
      ];
    });
  });
}

/** Axes: the vertical one has a grid and its title above it, the horizontal one a line and its title below. */
export function frame({ chart: { x, y }, box, xTicks, yTicks }: PlacedChart, letters: number): Shape[] {
  const { left, right, top, bottom } = box;
  const small = SMALLER * letters;
  const below = bottom + TICK + letters * 0.4 + 0.75 * small;
  const line = (from: Place, to: Place, stroke: string): Shape => ({
    ...{ kind: 'line', lines: [[from, to]], stroke },
  });
  const words = (text: string, at: Pick<TextShape, 'x' | 'y' | 'anchor'>, isTitle = false): Shape => ({
    ...{ kind: 'text', text, ...at, size: isTitle ? letters : small },
    colour: (isTitle ? INK : MUTED).light,
  });
  // The last number of an axis must not be cut off by the edge.
  const last = (label: string): number => right + letters * 1.5 - 0.5 * small * widthOf(label);
  return [
    ...yTicks.map(({ at }) => line([left, bottom - at], [right, bottom - at], GRID.light)),
    ...yTicks.map(({ at, label }) =>
      words(label, { x: left - letters * 0.4, y: bottom - at + letters * 0.32, anchor: 'end' }),
    ),
    words(y.title, { x: letters * 0.4, y: top - letters * 0.75, anchor: 'start' }, true),
    line([left, bottom], [right, bottom], RULE.light),
    ...xTicks.flatMap(({ at, label }) => [
      line([left + at, bottom], [left + at, bottom + TICK], RULE.light),
      words(label, { x: Math.min(left + at, last(label)), y: below, anchor: 'middle' }),
    ]),
    words(x.title, { x: (left + right) / 2, y: below + letters * 1.6, anchor: 'middle' }, true),
  ];
}

/** Words at a point, or at several near one another. */
interface Callout {
  readonly text: string;
  readonly x: number;
  readonly at: number;
  /** the lowest and the highest of the points and their bars */
  under: number;
  over: number;
  colour: string;
}

/** Points that near share words, in letters. */
const NEAR = 2.5;

/** Words at points: below them and their bars, above, or beside, where they cross no curve. */
function callouts(placed: PlacedChart, letters: number): Shape[] {
  const { y, box, curves, marks } = placed;
  const size = SMALLER * letters;
  const words = marks.flatMap(({ lines }) =>
    lines.map((line) => boxOf(line, size * widthOf(line.text), size)),
  );
  const lines = curves.flatMap(({ stretches, bars }) => [
    ...stretches,
    ...bars.map(({ x, low, high }): Place[] => [[x, low], [x, high]]), // prettier-ignore
  ]);
  const texts: Callout[] = [];
  for (const { series, line } of curves) {
    for (const [k, { callout: text, low, high }] of series.points.entries()) {
      const [x, at] = line[k]!;
      if (text === undefined || !isMeasured(series.line) || !isInside([x, at], box)) continue;
      const under = Math.max(at, low === undefined ? at : y(low));
      const over = Math.min(at, high === undefined ? at : y(high));
      const same = texts.find(
        (other) => other.text === text && Math.hypot(other.x - x, other.at - at) < NEAR * letters,
      );
      if (same === undefined) texts.push({ text, x, at, under, over, colour: series.hue.words.light });
      else {
        [same.under, same.over] = [Math.max(same.under, under), Math.min(same.over, over)];
        if (same.colour !== series.hue.words.light) same.colour = INK.light;
      }
    }
  }
  return texts.map(({ text, x, at, under, over, colour }): Shape => {
    const boxAt = (place: WordsPlace): Box => boxOf(place, size * widthOf(text), size);
    const where = clearest<WordsPlace>(
      [
        { x, y: under + 1.4 * letters, anchor: 'middle' },
        { x, y: over - 0.8 * letters, anchor: 'middle' },
        ...[1, -0.2, 2, -1.2].flatMap((down) => [
          { x: x + letters, y: at + down * letters, anchor: 'start' as const },
          { x: x - letters, y: at + down * letters, anchor: 'end' as const },
        ]),
        ...[2.4, 3.4].flatMap((away) => [
          { x, y: under + away * letters, anchor: 'middle' as const },
          { x, y: over - away * letters, anchor: 'middle' as const },
        ]),
      ],
      boxAt,
      {
        plot: { ...box, left: box.left - letters, right: box.right + letters },
        words,
        curves: lines,
        marks: [],
      },
    );
    words.push(boxAt(where));
    return { kind: 'text', text, ...where, size, colour, halo: true };
  });
}
