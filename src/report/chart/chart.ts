/** A figure as a value: what is drawn, in the units of its axes, and what is said of it to those who do not see it. */
import { exact, scientific } from '../numbers.ts';
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
  /** dashed lines across the figure, such as predicted limits */
  readonly references: readonly Reference[];
  /** thin upright lines at what happens to a run, labelled at their tops */
  readonly events?: readonly Event[];
  /** thin dashed lines at values that belong to no single curve, labelled on the line */
  readonly levels?: readonly Level[];
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
}

/** Solid lines are measured, dashed ones measured of a variant, dotted ones exact, dash-dotted ones neglect something, thin ones are fitted. */
export type LineStyle = 'solid' | 'dashed' | 'dotted' | 'dash-dotted' | 'thin';

export interface Series {
  /** which curve it is of, where a curve has several lines */
  readonly key?: string;
  /** for those who do not see it */
  readonly name: string;
  readonly hue: Hue;
  readonly line: LineStyle;
  /** to the right of the last point, bold, and below it in plain letters; unlabelled where it is not given */
  readonly label?: readonly [name: string, ...more: string[]];
  /** a dot at the last point, lest the end of a line be taken for that of the figure, or one at every point */
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
  /** whether its dot is a ring: of another kind than the others */
  readonly isOpen?: boolean;
}

export interface Reference {
  /** for those who do not see it */
  readonly name: string;
  /** to the right, with the value after it where the figure is large */
  readonly label: string;
  readonly hue: Hue;
  readonly y: number;
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
