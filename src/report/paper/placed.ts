/** Axes with all that is in them, each at its place. */
import type { Reference, Series } from '../chart/chart.ts';
import type { Place } from '../chart/paths.ts';
import type { PaperAxes } from './paperFigure.ts';
import type { Tick } from './ticks.ts';

/** Points; y downwards. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

export interface PlacedAxes {
  readonly axes: PaperAxes;
  readonly box: Box;
  /** lines above it, the last one nearest; empty of axes that are alone */
  readonly heading: readonly string[];
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
  readonly xMinor: readonly number[];
  readonly yMinor: readonly number[];
  /** whether ticks have labels: axes beside others with the same scale have none */
  readonly xLabelled: boolean;
  readonly yLabelled: boolean;
  readonly curves: readonly PlacedCurve[];
  readonly references: readonly { readonly reference: Reference; readonly y: number }[];
  /** of events and levels */
  readonly marks: readonly PlacedMark[];
}

/** An upright line at an event, or a level, with its words. */
export interface PlacedMark {
  readonly from: Place;
  readonly to: Place;
  readonly isLevel: boolean;
  readonly label: {
    readonly text: string;
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly anchor: 'start' | 'end';
  };
}

export interface PlacedCurve {
  readonly series: Series;
  /** points to the right of where its values are */
  readonly aside: number;
  readonly line: readonly Place[];
  /** upper ends, and lower ones likewise */
  readonly high: readonly Place[];
  readonly low: readonly Place[];
  readonly markers: readonly Place[];
}
