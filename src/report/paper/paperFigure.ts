/** A figure for a paper before it is laid out: axes in a grid, what their lines are of, and the words about them. */
import type { Chart } from '../chart/chart.ts';

export interface PaperFigure {
  /** of its files, without extension */
  readonly name: string;
  readonly title: string;
  /** in a row, where there is room for so many; by default as many as fit */
  readonly columns?: number;
  /** at least one */
  readonly axes: readonly PaperAxes[];
  /** what lines are of by their series' key, in the order of the legend */
  readonly names: ReadonlyMap<string, string>;
  /** what bands or bars are; `undefined` where there are none */
  readonly band: string | undefined;
  /** what thin lines are */
  readonly thin?: string;
  /** sentences */
  readonly caption: readonly string[];
}

export interface PaperAxes {
  /** part of the names of columns */
  readonly name: string;
  /** above it, where there are several */
  readonly title: string;
  /** the column of its places in the data */
  readonly across: string;
  readonly chart: Chart;
}
