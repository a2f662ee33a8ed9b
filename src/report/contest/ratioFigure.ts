/** Ratios to a base with their intervals, a row for each result, on a logarithmic axis on which 1 is marked. */
import { textCell } from '../../recording/csvCell.ts';
import { LARGE, PAGE_MARKER, PAGE_SCALE, SMALL } from '../chart/draw.ts';
import { markersOf } from '../chart/looks.ts';
import type { Place } from '../chart/paths.ts';
import { along, logScale, type Scale } from '../chart/scale.ts';
import { markerShape } from '../chart/shapes.ts';
import { drawing, HALO, mark, shapeMark, SMALLER } from '../chart/svg.ts';
import { widthOf } from '../chart/plot.ts';
import { wrapped } from '../chart/wrapped.ts';
import type { DrawnFigure } from '../drawnFigure.ts';
import { figureFiles } from '../drawnFigure.ts';
import { html, type Html } from '../html.ts';
import { levelText } from '../levelText.ts';
import { scientific, withInterval } from '../../values/numbers.ts';
import { GRID, HUES, INK, MUTED, RULE } from '../palette.ts';
import { levelOf, type Pair, quantityName } from '../pairs.ts';
import { typeset } from '../typeset.ts';
import type { Level } from '../../values/level.ts';
import type { ContenderPairs, Contest } from './contest.ts';

/** Rows of the figure at most: of more results the table has the others. */
const MOST_ROWS = 30;
/** Factor around its middle within which an interval is drawn. */
const MOST = 10;

interface Layout {
  readonly width: number;
  readonly letters: number;
  readonly isNarrow: boolean;
}

const WIDE: Layout = { width: LARGE.width, letters: 13.5, isNarrow: false };
const NARROW: Layout = { width: SMALL.width, letters: SMALL.letters, isNarrow: true };

/** Between the marks of a row, above a row's first and below its last, and above the first row. */
const BETWEEN = 13;
const AIR = 13;
const BELOW = 52;
/** Room for names at the left, at most, and the height of a line of them, in letters. */
const NAMES = 340;
const NAME_LINE = 1.25;
/** Half an arrow's height. */
const ARROW = 4;

/** Quantity and level of one mark in every row; the floor has none. */
interface Kind {
  readonly quantity: Pair['quantity'];
  readonly level: Level | undefined;
}

const kindText = ({ quantity, level }: Kind): string =>
  level === undefined ? quantityName(quantity) : `${quantityName(quantity)} to ${levelText(level)}`;

/** A ratio with something to draw: a middle, or an end of its interval. */
const isDrawn = ({ ratio, low, high }: Pair): boolean =>
  (ratio > 0 && ratio < Infinity) || (low > 0 && low < Infinity) || (high > 0 && high < Infinity);

/** The figure; `undefined` where no ratio is known. */
export function ratioFigure(name: string, contest: Contest): DrawnFigure | undefined {
  const { base, levels, leading, ratios } = contest;
  const all: readonly Kind[] = [
    { quantity: 'floor', level: undefined },
    ...levels.map((level) => ({ quantity: leading, level })),
  ];
  const pairOf = ({ pairs }: ContenderPairs, kind: Kind): Pair | undefined =>
    pairs.find((pair) => pair.quantity === kind.quantity && levelOf(pair) === kind.level);
  const kinds = all.filter((kind) => ratios.some((row) => isDrawn(pairOf(row, kind) ?? NOTHING)));
  const rows = ratios.slice(0, MOST_ROWS).map((row) => ({
    label: row.contender.title,
    pairs: kinds.map((kind) => pairOf(row, kind)),
  }));
  if (kinds.length === 0) return undefined;
  const title = `Ratios to ${base.title}`;
  const words = html`<strong>${typeset(title)}.</strong> Below 1 the result is lower than that of
    ${typeset(base.title)}. Bars: 95 % confidence interval over common seeds; an arrow says that it
    continues.${ratios.length > MOST_ROWS ? ` The first ${MOST_ROWS} of ${ratios.length} results.` : ''}
    ${figureFiles(name, false)}`;
  const drawn = (layout: Layout): string => drawRows(layout, title, kinds, rows);
  return { name, title, svg: drawn(WIDE), narrow: drawn(NARROW), csv: csvOf(contest), caption: words };
}

const NOTHING = { ratio: NaN, low: NaN, high: NaN } as Pair;

interface Row {
  readonly label: string;
  readonly pairs: readonly (Pair | undefined)[];
}

/** The ends of a bar as far as they are drawn, and where it continues. */
function barOf({ ratio, low, high }: Pair): {
  readonly low: number;
  readonly high: number;
  readonly isBelow: boolean;
  readonly isAbove: boolean;
} {
  const isKnown = ratio > 0 && ratio < Infinity;
  const middle = isKnown ? ratio : low > 0 && low < Infinity ? low : high;
  const [least, most] = [middle / MOST, middle * MOST];
  const [from, to] = [Number.isNaN(low) ? middle : low, Number.isNaN(high) ? middle : high];
  return { low: Math.max(from, least), high: Math.min(to, most), isBelow: from < least, isAbove: to > most };
}

function drawRows(layout: Layout, title: string, kinds: readonly Kind[], rows: readonly Row[]): string {
  const { width, letters, isNarrow } = layout;
  const values = rows.flatMap(({ pairs }) =>
    pairs.flatMap((pair) => {
      if (pair === undefined || !isDrawn(pair)) return [];
      const { low, high } = barOf(pair);
      return [low, high];
    }),
  );
  const scale = logScale([1, ...values]);
  const small = letters * SMALLER;
  const widest = small * Math.max(...rows.map(({ label }) => widthOf(label)));
  const left = isNarrow ? 16 : 30 + Math.min(NAMES, widest);
  const right = width - 28;
  const keys = keyMarks(kinds, layout, isNarrow ? left : 16);
  const label = isNarrow ? 20 : 0;
  const tall = AIR + kinds.length * BETWEEN + label;
  const top = keys.height + 12;
  const bottom = top + rows.length * tall;
  const place = (value: number): number => left + (right - left) * along(scale, value);
  const marks = [
    ...keys.marks,
    ...axisMarks(scale, { left, right, top, bottom, letters }),
    ...rows.flatMap(({ label: words, pairs }, k) => {
      const from = top + k * tall;
      const lines = isNarrow ? [words] : wrapped(words, NAMES / small, widthOf);
      const middle = from + tall / 2 + 4 - ((lines.length - 1) / 2) * NAME_LINE * small;
      const labelPlace = isNarrow ? { x: left, y: from + 16 } : { x: left - 12, 'text-anchor': 'end' };
      return [
        ...(k === 0
          ? []
          : [mark('path', { d: `M${isNarrow ? left : 12},${from}H${right}`, stroke: GRID.light })]),
        ...lines.map((line, index) =>
          mark(
            'text',
            { y: middle + index * NAME_LINE * small, ...labelPlace, fill: INK.light, ...(isNarrow && HALO) },
            line,
          ),
        ),
        ...pairs.flatMap((pair, index) =>
          pair === undefined || !isDrawn(pair)
            ? []
            : ratioMarks(pair, index, from + label + AIR / 2 + (index + 0.5) * BETWEEN, place, letters),
        ),
      ];
    }),
  ];
  const inWords = rows.map(
    ({ label: words, pairs }) =>
      `${words}: ${pairs
        .map((pair, k) => (pair === undefined ? '' : `${kindText(kinds[k]!)} ${scientific(pair.ratio)}`))
        .filter(Boolean)
        .join(', ')}.`,
  );
  const height = bottom + BELOW;
  return drawing(
    title,
    `${title}, logarithmic axis. ${inWords.join(' ')}`,
    { width, height, letters },
    marks,
  );
}

const hueAt = (index: number): (typeof HUES)[number] => HUES[(index + HUES.length - 4) % HUES.length]!;
/** The hues follow one another, so that each index has its hue's marker. */
function markerAt(index: number, place: Place, letters: number, title?: string): Html {
  const hue = hueAt(index);
  const look = { line: hue.line.light, marker: markersOf([hue])[0]! };
  const shape = markerShape(place, look, { scale: PAGE_SCALE, marker: PAGE_MARKER * letters });
  return shapeMark({ ...shape, ...(title !== undefined && { title }) });
}

function ratioMarks(
  pair: Pair,
  index: number,
  y: number,
  place: (value: number) => number,
  letters: number,
): Html[] {
  const hue = hueAt(index);
  const { low, high, isBelow, isAbove } = barOf(pair);
  const [from, to] = [place(low), place(high)];
  const arrow = (x: number, back: number): string =>
    `M${x + back * ARROW},${y - ARROW}l${-back * ARROW},${ARROW}l${back * ARROW},${ARROW}`;
  const d = [
    `M${from.toFixed(1)},${y}H${to.toFixed(1)}`,
    ...(isBelow ? [arrow(from, 1)] : []),
    ...(isAbove ? [arrow(to, -1)] : []),
  ].join('');
  const isKnown = pair.ratio > 0 && pair.ratio < Infinity;
  return [
    mark('path', { d, stroke: hue.line.light, 'stroke-width': 1.8 }),
    ...(isKnown
      ? [
          markerAt(
            index,
            [place(pair.ratio), y],
            letters,
            `${kindText({ quantity: pair.quantity, level: levelOf(pair) })}: ${withInterval(pair.ratio, pair)}`,
          ),
        ]
      : []),
  ];
}

function axisMarks(
  scale: Scale,
  {
    left,
    right,
    top,
    bottom,
    letters,
  }: Readonly<Record<'left' | 'right' | 'top' | 'bottom' | 'letters', number>>,
): Html[] {
  const x = (exponent: number): number =>
    left + ((right - left) * (exponent - scale.low)) / (scale.high - scale.low);
  return [
    ...scale.ticks.flatMap(({ at: exponent, label }) => [
      mark('path', { d: `M${x(exponent).toFixed(1)},${top}V${bottom}`, stroke: GRID.light }),
      mark('text', { x: x(exponent), y: bottom + 18, fill: MUTED.light, 'text-anchor': 'middle' }, label),
    ]),
    mark('path', { d: `M${x(0).toFixed(1)},${top}V${bottom}`, stroke: INK.light, 'stroke-width': 1.4 }),
    mark('path', { d: `M${left},${bottom}H${right}`, stroke: RULE.light }),
    mark(
      'text',
      { x: (left + right) / 2, y: bottom + 18 + 1.6 * letters, fill: INK.light, 'text-anchor': 'middle' },
      'ratio, logarithmic',
    ),
  ];
}

/** The legend, in as many lines as the width needs. */
function keyMarks(
  kinds: readonly Kind[],
  { width, letters }: Layout,
  left: number,
): { readonly marks: readonly Html[]; readonly height: number } {
  let [x, y] = [left, 22];
  const marks = kinds.flatMap((kind, index) => {
    const words = kindText(kind);
    const wide = 34 + 0.58 * letters * words.length;
    if (x > left && x + wide > width - 12) [x, y] = [left, y + 1.5 * letters];
    const hue = hueAt(index);
    const found = [
      mark('path', { d: `M${x},${y - 4}h20`, stroke: hue.line.light, 'stroke-width': 1.8 }),
      markerAt(index, [x + 10, y - 4], letters),
      mark('text', { x: x + 26, y, fill: INK.light }, words),
    ];
    x += wide + 12;
    return found;
  });
  return { marks, height: y };
}

/** A row for each result, quantity and ε; numbers that are not known are empty. */
function csvOf({ base, ratios }: Contest): string {
  const cell = (value: number | null): string => (value === null || Number.isNaN(value) ? '' : String(value));
  const rows = ratios.flatMap(({ contender, pairs }) =>
    pairs.map((pair) => {
      const { upTo, means } = pair.restricted ?? { upTo: NaN, means: [NaN, NaN] as const };
      const numbers = [pair.ratio, pair.low, pair.high, pair.pValue, pair.seeds, pair.censored];
      return [
        ...[textCell(base.title), textCell(contender.title), pair.quantity, String(levelOf(pair) ?? '')],
        ...[...numbers, pair.correlation, pair.seedsForTenPercent, upTo, ...means].map(cell),
      ].join(',');
    }),
  );
  return [
    'base,result,quantity,epsilon,ratio,low,high,p,seeds,censored,correlation,seedsForTenPercent,restrictedTo,baseMean,resultMean',
    ...rows,
    '',
  ].join('\n');
}
