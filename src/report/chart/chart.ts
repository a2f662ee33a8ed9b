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
}

export interface Axis {
  /** with its unit */
  readonly title: string;
  readonly scale: Scale;
  /** a place in words: `at round 3`; `at 3` where it is not given */
  readonly words?: (value: number) => string;
}

/** Solid lines are measured, dotted ones exact, dash-dotted ones neglect something, thin ones are fitted. */
export type LineStyle = 'solid' | 'dotted' | 'dash-dotted' | 'thin';

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
export function describe({ x, y, series, references }: Chart): string {
  const logarithmic = [x, y].filter(({ scale }) => scale.kind === 'logarithmic').length;
  const axes = ['linear axes', 'logarithmic vertical axis', 'both axes logarithmic'][logarithmic]!;
  const curves = series
    .filter(({ line }) => line !== 'thin')
    .map(({ name, dots, points, label: [, ...more] = [''] }) => {
      const named = dots === 'all' ? points : [...new Set([points[0]!, points.at(-1)!])];
      const values = named.map((point) => `${scientific(point.y)} ${inWords(x, point.x)}`).join(', ');
      return `${[`${name}: ${values}`, ...more].join('; ')}.`;
    });
  const levels = references.map((reference) => `${reference.name}: ${scientific(reference.y)}.`);
  return [`${y.title} against ${x.title}, ${axes}.`, ...curves, ...levels].join(' ');
}
