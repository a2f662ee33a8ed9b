/**
 * Colours of page and figures, in a light and a dark form. The curves' first seven hues are those of Okabe
 * and Ito, "Color Universal Design", 2008, which stay apart under every common colour blindness; the
 * others were searched for, as far from those and from each other as may be in what protanopes,
 * deuteranopes, tritanopes and everyone else see. (Their yellow is not among them: on white paper it must
 * be so dark that protanopes see vermilion.) Words in a curve's colour take a darker (on dark paper:
 * lighter) form of it, with a contrast of at least 4.5.
 */
import { ALGORITHMS } from '../algorithms/catalogue.ts';
import { type ConfiguredAlgorithm, keyOf } from '../algorithms/parts.ts';
import { titlesOf } from '../algorithms/titles.ts';

/** A colour by what it is for; `name` is the CSS custom property `--name`. */
export interface Colour {
  readonly name: string;
  readonly light: string;
  readonly dark: string;
}

const colour = (name: string, light: string, dark: string): Colour => ({ name, light, dark });

export const PAPER = colour('paper', '#ffffff', '#14171c');
export const INK = colour('ink', '#1b1f24', '#e8eaed');
export const MUTED = colour('muted', '#57606a', '#a3acb8');
export const RULE = colour('rule', '#d0d7de', '#3a424d');
export const GRID = colour('grid', '#e9edf1', '#262c34');
export const WASH = colour('wash', '#f5f7f9', '#1c2128');
export const WARNING = colour('warning', '#8a4600', '#ffb870');

/** An algorithm's two colours. */
export interface Hue {
  readonly line: Colour;
  readonly words: Colour;
}

const hue = (index: number, line: readonly [string, string], words: readonly [string, string]): Hue => ({
  line: colour(`line-${index}`, ...line),
  words: colour(`words-${index}`, ...words),
});

export const HUES: readonly Hue[] = [
  hue(1, ['#d55e00', '#f0894a'], ['#b04c00', '#f5a470']), // vermilion
  hue(2, ['#0072b2', '#4da6e0'], ['#00649c', '#7cc0ec']), // blue
  hue(3, ['#009e73', '#2ac79a'], ['#00734f', '#5ad8b2']), // bluish green
  hue(4, ['#cc79a7', '#df94be'], ['#9c3f74', '#e8adcd']), // reddish purple
  hue(5, ['#e69f00', '#f0b93a'], ['#855600', '#f3c75f']), // orange
  hue(6, ['#56b4e9', '#93d2f6'], ['#1a6b9c', '#a9dcf8']), // sky blue
  hue(7, ['#3d3d3d', '#c9c9c9'], ['#333333', '#d6d6d6']), // black
  // Violet before brown: an own algorithm, which takes the first of these, is as a rule drawn beside Local SA's vermilion.
  hue(8, ['#9966ff', '#a06bff'], ['#6a3ddb', '#bfa6ff']), // violet
  hue(9, ['#994400', '#aa5533'], ['#7d3700', '#dd9275']), // brown
  hue(10, ['#2222cc', '#4a58d0'], ['#1b1ba6', '#8f98f5']), // indigo
  hue(11, ['#785a69', '#785a87'], ['#6b4f5d', '#b79bc6']), // mauve
  hue(12, ['#720084', '#ba7296'], ['#6b007b', '#dca9c1']), // plum
];

const shade = (index: number, line: readonly [string, string], words?: readonly [string, string]): Hue => {
  const shade = colour(`shade-${index}`, ...line);
  return { line: shade, words: words === undefined ? shade : colour(`shade-words-${index}`, ...words) };
};

/** Shades of one hue for what has an order, the first nearest to the paper. */
const SHADES: readonly Hue[] = [
  shade(1, ['#53b5e6', '#3845dc'], ['#1879aa', '#707ae6']),
  shade(2, ['#389be3', '#445dde'], ['#1a77b9', '#687de4']),
  shade(3, ['#2482e0', '#5175e0'], ['#1d73ca', '#5e7fe3']),
  shade(4, ['#1e6ad4', '#608ce3']),
  shade(5, ['#1c54c4', '#73a3e6']),
  shade(6, ['#193fb2', '#8bbbea']),
  shade(7, ['#162b98', '#aad3f0']),
  shade(8, ['#101872', '#d2ebf7']),
];

/** So many shades, evenly over the ramp; some are the same where there are more than it has. */
export function shades(count: number): Hue[] {
  return Array.from({ length: count }, (_, index) => {
    const along = count === 1 ? 1 : index / (count - 1);
    return SHADES[Math.round(along * (SHADES.length - 1))]!;
  });
}

export const COLOURS: readonly Colour[] = [
  PAPER,
  INK,
  MUTED,
  RULE,
  GRID,
  WASH,
  WARNING,
  ...HUES.flatMap(({ line, words }) => [line, words]),
  ...SHADES.flatMap(({ line, words }) => (words === line ? [line] : [line, words])),
];

/**
 * An algorithm of the catalogue keeps its hue through all figures of all runs: it goes by its place there.
 * Others, and further variants of the same one (`fedhsa@2`), take what is left: first the hues after the
 * first seven, then those of algorithms that are not in the run, and at last any.
 *
 * @param key - in its run
 * @param all - keys of the run's algorithms
 */
export function hueOf(key: string, all: readonly string[]): Hue {
  const place = placeOf(key);
  if (place >= 0) return HUES[place]!;
  const taken = new Set(all.map(placeOf));
  const after = HUES.map((_, index) => (FIRST + index) % HUES.length);
  const free = after.filter((index) => !taken.has(index));
  const order = [...free, ...after.filter((index) => taken.has(index))];
  const unknown = all.filter((candidate) => placeOf(candidate) < 0).indexOf(key);
  return HUES[order[Math.max(0, unknown) % order.length]!]!;
}

/** Hues before those that algorithms from outside the catalogue take. */
const FIRST = 7;

/** The place of its hue: the catalogue's first seven have the first, and its others those from the end on. */
function placeOf(key: string): number {
  const place = ALGORITHMS.findIndex((entry) => entry.name === key);
  return place < FIRST ? place : HUES.length - 1 - (place - FIRST);
}

/** What a curve is called and coloured. */
export interface CurveStyle {
  readonly title: string;
  readonly hue: Hue;
  /** of a variant that shares its hue with another curve */
  readonly line?: 'variant';
}

/** From a curve's key, for the most part its algorithm's, to what readers see. */
export type Styles = (key: string) => CurveStyle;

/**
 * What the algorithms of a run are called and coloured in its report.
 *
 * @param all - keys of all algorithms on the page, where it shows several runs
 */
export function stylesOf(
  algorithms: readonly ConfiguredAlgorithm[],
  all: readonly string[] = algorithms.map(keyOf),
): Styles {
  const titleOf = titlesOf(algorithms);
  return (key) => ({ title: titleOf(key), hue: hueOf(key, all) });
}

/** An algorithm's key as part of an identifier of a page and of a file's name: `@` is neither everywhere. */
export const identifierOf = (key: string): string => key.replaceAll('@', '_');
