/** Floors against the number in which panels differ, and how they scale with it. */
import { fitLine, type LineFit } from '../maths/leastSquares.ts';
import type { PanelSummary } from './panelData.ts';
import { type Interval, slopeHalfWidth } from './statistics.ts';

/** One algorithm's floors over the panels. */
export interface AcrossLine {
  readonly algorithm: string;
  /** by rising `at`; only positive means, as the axes are logarithmic */
  readonly points: readonly AcrossPoint[];
  /** of log₁₀ value on log₁₀ at, over all seeds of all panels; `undefined` of fewer than three, or one `at` */
  readonly fit: ScalingFit | undefined;
}

export interface AcrossPoint {
  readonly panel: string;
  readonly at: number;
  readonly mean: number;
  /** 95 % confidence interval of the mean; `undefined` of one seed */
  readonly interval: Interval | undefined;
  readonly seeds: number;
}

/** value ∝ at^slope. */
export interface ScalingFit extends LineFit {
  /** of the slope's 95 % confidence interval */
  readonly halfWidth: number;
  /** seeds of all panels that it is fitted to */
  readonly values: number;
  /** values of zero, which have no logarithm and are left out */
  readonly zeros: number;
}

/** A line for each algorithm that has a floor in any panel with an `at`. */
export function acrossLines(panels: readonly PanelSummary[], algorithms: readonly string[]): AcrossLine[] {
  const placed = panels
    .flatMap(({ panel, algorithms: summaries }) =>
      panel.at === null ? [] : [{ name: panel.name, at: panel.at, summaries }],
    )
    .sort((a, b) => a.at - b.at);
  return algorithms.flatMap((algorithm) => {
    const floors = placed.flatMap(({ name, at, summaries }) => {
      const floor = summaries.find((one) => one.algorithm === algorithm)?.floor;
      return floor === undefined ? [] : [{ name, at, floor }];
    });
    const points = floors
      .filter(({ floor }) => floor.mean > 0)
      .map(({ name, at, floor: { mean, interval, values } }) => ({
        panel: name,
        at,
        mean,
        interval,
        seeds: values.length,
      }));
    const values = floors.flatMap(({ at, floor }) => floor.values.map((value) => ({ at, value })));
    return points.length === 0 ? [] : [{ algorithm, points, fit: scalingOf(values) }];
  });
}

function scalingOf(
  values: readonly { readonly at: number; readonly value: number }[],
): ScalingFit | undefined {
  const positive = values.filter(({ value }) => value > 0);
  const fit = fitLine(
    positive.map(({ at }) => Math.log10(at)),
    positive.map(({ value }) => Math.log10(value)),
  );
  if (fit === undefined) return undefined;
  return {
    ...fit,
    halfWidth: slopeHalfWidth(fit),
    values: positive.length,
    zeros: values.length - positive.length,
  };
}

const HEADER = 'algorithm,panel,at,seeds,mean,low,high,slope,slopeHalfWidth';

/** The CSV beside the figure; unknown numbers are empty. */
export function acrossTable(lines: readonly AcrossLine[]): string {
  const cell = (value: number | undefined): string =>
    value === undefined || Number.isNaN(value) ? '' : String(value);
  const rows = lines.flatMap(({ algorithm, points, fit }) =>
    points.map(({ panel, at, seeds, mean, interval }) =>
      [
        algorithm,
        panel,
        at,
        seeds,
        cell(mean),
        cell(interval?.low),
        cell(interval?.high),
        cell(fit?.slope),
        cell(fit?.halfWidth),
      ].join(','),
    ),
  );
  return [HEADER, ...rows].join('\n') + '\n';
}
