/** What the maker of a figure may choose; lengths in points. */
import { AXES, HORIZONTALS } from '../axes.ts';

export type PaperFormat = 'svg' | 'pdf' | 'pgf' | 'png';
export const FORMATS = ['svg', 'pdf', 'pgf', 'png'] as const satisfies readonly PaperFormat[];

export type Band = 'se' | 'confidence' | 'range' | 'percentiles' | 'none';
export const BANDS = ['se', 'confidence', 'range', 'percentiles', 'none'] as const satisfies readonly Band[];

export type Legend = 'below' | 'direct';
export const LEGENDS = ['below', 'direct'] as const satisfies readonly Legend[];

/** What --x names. */
export const X_NAMES = HORIZONTALS.map((axis) => AXES[axis].choice);

/** What is drawn. */
export interface PlotChoice {
  /** names of the report's figures; by default the main one */
  readonly figures?: readonly string[] | undefined;
  /** of a scenario's panels; by default all */
  readonly panels?: readonly string[] | undefined;
  readonly x?: (typeof X_NAMES)[number] | undefined;
  /** a column of rounds.csv */
  readonly y?: string | undefined;
  readonly logX: boolean;
  readonly linearY: boolean;
  /** by default that of the reports: percentiles with ten seeds or more, otherwise the range */
  readonly band?: Band | undefined;
  /** points that are averaged, an odd number */
  readonly smooth: number;
  /** whether axes of one quantity share their vertical scale (default), or each has its own */
  readonly scales?: 'shared' | 'own' | undefined;
  /** whether predicted limits are drawn (default) */
  readonly limits?: boolean | undefined;
  /** runs in the same axes */
  readonly overlay: boolean;
}

/** How it is drawn. */
export interface Looks {
  readonly width: number;
  /** of the whole figure, legend included; by default from the number of rows */
  readonly height?: number | undefined;
  readonly fontSize: number;
  readonly grey: boolean;
  readonly legend: Legend;
}

/** What holds where nothing is chosen; lengths in points. */
export const FIGURE_DEFAULTS = {
  width: 396,
  fontSize: 8,
  legend: 'below',
  font: 'sans',
  /** points that are averaged */
  smooth: 1,
  /** of PNG */
  dotsPerInch: 300,
} as const;

/** From where to where numbers may be chosen. */
export const FIGURE_RANGES = {
  width: [72, 2880],
  height: [54, 2880],
  fontSize: [7, 48],
  smooth: [1, 9999],
  dotsPerInch: [36, 2400],
} as const;
