/** A figure as a value: what is drawn, in the units of its axes, and what is said of it to those who do not see it. */
import type { Horizontal, Unit } from '../axes.ts';
import { textCell } from '../../recording/csvCell.ts';
import { exact, scientific } from '../../values/numbers.ts';
import type { Hue } from '../palette.ts';
import type { Scale } from './scale.ts';

export interface Chart {
  /** file name without extension, and the figure's id on a page */
  readonly name: string;
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  /** drawn in this order */
  readonly series: readonly Series[];
  /** dotted lines across the figure, such as predicted limits */
  readonly references: readonly Reference[];
  /** thin upright lines at what happens to a run, labelled at their tops */
  readonly events?: readonly Event[];
  /** thin dotted lines at values that belong to no single curve, labelled on the line */
  readonly levels?: readonly Level[];
  /** what kinds of lines, bands, bars and small dots are, for the key; kinds that the figure has not are left out */
  readonly kinds?: Readonly<Partial<Record<LineStyle | 'band' | 'bars' | 'seeds', string>>>;
}

export interface Event {
  readonly x: number;
  readonly label: string;
}

export interface Level {
  readonly y: number;
  /** where it holds: to the end where the last is not given */
  readonly from: number;
  readonly to?: number;
  readonly label: string;
}

export interface Axis {
  /** with its unit */
  readonly title: string;
  readonly scale: Scale;
  /** a place in words: `at round 3`; `at 3` where it is not given */
  readonly words?: (value: number) => string;
  /** what a place stands for, where it is no number of its own */
  readonly valueAt?: (place: number) => string | number;
  /** what other figures of a page may be against, too, and what places are counted in: their lines are read together */
  readonly shared?: { readonly quantity: Horizontal; readonly unit: Unit };
}

/**
 * Solid lines are measured, those in long dashes of a variant, dashed ones exact theory, dots exact theory at single places,
 * dash-dotted ones approximate theory, those with two dots a run without noise, dotted ones limits, thin grey ones fitted,
 * guides have a slope that a paper claims, and pale ones were measured before.
 */
export type LineStyle =
  | 'solid'
  | 'variant'
  | 'dashed'
  | 'dots'
  | 'dash-dotted'
  | 'dash-dot-dotted'
  | 'dotted'
  | 'thin'
  | 'guide'
  | 'pale';

/** True where a measured curve has bars to be seen: one seed has none. */
export const hasBars = (series: readonly Series[]): boolean =>
  series.some(
    ({ spread, line, points }) =>
      spread === 'bars' && isMeasured(line) && points.some(({ low, y }) => low !== undefined && low < y),
  );

/** Whether lines of a kind are measured. */
export const isMeasured = (line: LineStyle): boolean => line === 'solid' || line === 'variant';

export interface Series {
  /** which curve it is of, where a curve has several lines */
  readonly key?: string;
  /** for those who do not see it */
  readonly name: string;
  readonly hue: Hue;
  readonly line: LineStyle;
  /** in the key, bold, and after it in plain letters; not in the key where it is not given */
  readonly label?: readonly [name: string, ...more: string[]];
  /** a marker at the last point, lest the end of a line be taken for that of the figure, or one at every point */
  readonly dots?: 'last' | 'all';
  /** how `low` and `high` are drawn */
  readonly spread?: 'band' | 'bars';
  /** at least one */
  readonly points: readonly Point[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly low?: number;
  readonly high?: number;
  /** what is said of it beside it */
  readonly callout?: string;
  /** `low` or `high` is not where the interval ends, but where the drawing does: an arrow says so */
  readonly beyond?: 'low' | 'high' | 'both';
  /** the values of which y is the mean */
  readonly seeds?: readonly number[];
}

export interface Reference {
  /** for those who do not see it */
  readonly name: string;
  /** key of the series that it belongs to */
  readonly key?: string;
  /** of what kind it is, as a legend says it */
  readonly kind: string;
  /** in the key, with the value after it */
  readonly label: string;
  readonly hue: Hue;
  readonly y: number;
}

/** An interval as far as a figure has room for it, by a factor from its middle; an arrow says that it continues. */
export function withinReach(
  middle: number,
  { low, high }: { readonly low: number; readonly high: number },
  factor: number,
): Pick<Point, 'low' | 'high' | 'beyond'> {
  const [isLower, isHigher] = [low < middle / factor, high > middle * factor];
  return {
    low: isLower ? middle / factor : low,
    high: isHigher ? middle * factor : high,
    ...((isLower || isHigher) && { beyond: isLower && isHigher ? 'both' : isLower ? 'low' : 'high' }),
  };
}

/** Where on an axis a value is. */
export const inWords = ({ words }: Axis, value: number): string => words?.(value) ?? `at ${exact(value)}`;

/** What the drawing shows, in words. */
export function describe({ x, y, series, references, events = [], levels = [] }: Chart): string {
  const logarithmic = [x, y].filter(({ scale }) => scale.kind === 'logarithmic').length;
  const axes = ['linear axes', 'logarithmic vertical axis', 'both axes logarithmic'][logarithmic]!;
  const curves = series
    .filter(({ line }) => line !== 'thin')
    .map(({ name, dots, points, label: [, ...more] = [''] }) => {
      const named = dots === 'all' ? points : [...new Set([points[0]!, points.at(-1)!])];
      const values = named.map((point) => `${scientific(point.y)} ${inWords(x, point.x)}`).join(', ');
      return `${[`${name}: ${values}`, ...more].join('; ')}.`;
    });
  const limits = references.map((reference) => `${reference.name}: ${scientific(reference.y)}.`);
  const values = levels.map(({ label, y: value }) => `${label}: ${scientific(value)}.`);
  const happens = events.map((event) => `${event.label} ${inWords(x, event.x)}.`);
  return [`${y.title} against ${x.title}, ${axes}.`, ...curves, ...limits, ...values, ...happens].join(' ');
}

/** How many places to the right of the middle a series with bars, and what theory expects of it, stand: bars stand side by side. */
export function asideOf(series: readonly Series[], asked: Series): number {
  const bars = series.filter(({ spread }) => spread === 'bars');
  const found = bars.find((bar) => bar === asked || (bar.key !== undefined && bar.key === asked.key));
  const index = found === undefined ? -1 : bars.indexOf(found);
  return index < 0 || asked.line === 'thin' ? 0 : index - (bars.length - 1) / 2;
}

/** The drawn points as a table with the columns `series,x,mean,low,high`: a row for each point of each series; unknown ends are empty. */
export function tidyTable({ x, series }: Chart): string {
  const rows = series.flatMap(({ name, points }) =>
    points.map(({ x: at, y, low = '', high = '' }) =>
      [textCell(name), textCell(String(x.valueAt?.(at) ?? at)), y, low, high].join(','),
    ),
  );
  return ['series,x,mean,low,high', ...rows, ''].join('\n');
}
