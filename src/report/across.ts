/** Floors against the number in which panels differ, and how they scale with it. */
import { fitLine } from '../maths/leastSquares.ts';
import { type Chart, type Series, withinReach } from './chart/chart.ts';
import { logScale, placesScale } from './chart/scale.ts';
import { divergedSeeds } from './curve.ts';
import { resolutionOf } from './headline.ts';
import { textCell } from '../recording/csvCell.ts';
import { BASIS_WORDS } from './expectedFloor.ts';
import { APPROXIMATE_KIND, expectedSeries } from './expectedSeries.ts';
import type { LimitName } from './limitName.ts';
import type { AlgorithmSummary } from './summary.ts';
import { type Hue, MUTED, type Styles } from './palette.ts';
import type { PanelSummary } from './panelData.ts';
import { deviationOf, type Interval, mean, studentFactorOf } from './statistics.ts';
import { decimals } from '../values/numbers.ts';

/** How far an interval is drawn at most, by a factor: of two seeds it may span decades. */
const MOST = 10;
/** How far points may lie off a straight line, in decades, and as a share of its fall. */
const STRAIGHT = 0.15;
/** Points that lie so many decades and standard errors off are not on the line, though it may describe them. */
const BENT = 0.05;
const BENT_ERRORS = 3;
/** A slope that is known no better than to this half-width says nothing. */
const VAGUE = 0.3;

const NOISE_FREE: LimitName = 'noise-free limit';

/** What the key of floors says, of panels and of sweeps. */
export const FLOOR_KINDS: NonNullable<Chart['kinds']> = {
  thin: 'fit through the means',
  dashed: 'exact expectation',
  'dash-dotted': APPROXIMATE_KIND,
  dotted: NOISE_FREE,
  bars: '95 % interval (arrow: continues)',
  seeds: 'one seed',
};

/** What panels end with: the mean of the last 30 % of the rounds, or the last round. */
export type Ends = 'tail' | 'last';

/** What is drawn beside the floors, and of which rounds they are. */
export interface AcrossChoice {
  readonly ends?: Ends;
  /** of a power law that is claimed */
  readonly slope?: number | undefined;
  /** whether fits are drawn */
  readonly isFitted?: boolean;
}

/** One algorithm's floors over the panels. */
export interface AcrossLine {
  readonly algorithm: string;
  /** by rising `at`; only positive means, as the axes are logarithmic */
  readonly points: readonly AcrossPoint[];
  /** through the points; `undefined` where they lie on no line, or too few of them do */
  readonly fit: ScalingFit | undefined;
  /** why there is no fit, in a few words */
  readonly without?: string;
  /** whether seeds of a panel diverged: those that completed are no sample of all, so that it is not fitted */
  readonly isPartial: boolean;
  /** what theory expects of the same means, by rising `at` */
  readonly expected: readonly {
    readonly at: number;
    readonly mean: number;
    /** estimate of |mean/truth − 1|: 0 where it is exact */
    readonly relativeError: number;
  }[];
  /** what each expectation is over, or why there is none, by rising `at` */
  readonly notes: readonly { readonly at: number; readonly note: string }[];
  /** what drift alone leaves of it, without noise, by rising `at`; empty where that is not known, or the floors are errors */
  readonly drift: readonly { readonly at: number; readonly mean: number }[];
  /** of the line through these; `undefined` of fewer than three */
  readonly expectedSlope: number | undefined;
}

export interface AcrossPoint {
  readonly panel: string;
  readonly at: number;
  readonly mean: number;
  /** 95 % confidence interval of the mean; `undefined` of one seed */
  readonly interval: Interval | undefined;
  /** the seeds' own means */
  readonly values: readonly number[];
}

/** value ∝ at^slope. */
export interface ScalingFit {
  readonly intercept: number;
  readonly slope: number;
  /** of the slope's 95 % confidence interval, from the spread of the seeds; NaN where a point has one seed */
  readonly halfWidth: number;
  /** seeds of all panels that it is fitted to */
  readonly values: number;
  /** seeds of panels whose mean is zero, which has no logarithm, or rounding alone: they are left out */
  readonly zeros: number;
  /** whether a mean lies further off the line than its seeds' spread explains */
  readonly isNoPowerLaw: boolean;
}

/**
 * A line for each algorithm that has a floor in any panel with an `at`.
 *
 * @param ends - what panels end with: a mean of the last 30 % of the rounds, or the last round
 */
export function acrossLines(
  panels: readonly PanelSummary[],
  algorithms: readonly string[],
  ends: Ends = 'tail',
): AcrossLine[] {
  const placed = panels
    .flatMap(({ panel: { name, at, manifest, data }, algorithms: summaries }) =>
      at === null ? [] : [{ name, at, data, rounding: resolutionOf(manifest.problem), summaries }],
    )
    .sort((a, b) => a.at - b.at);
  return algorithms.flatMap((algorithm): AcrossLine[] => {
    const floors = placed.flatMap(({ name, at, data, rounding, summaries }) => {
      const summary = summaries.find((candidate) => candidate.algorithm === algorithm);
      const end = ends === 'tail' ? summary?.floor : summary?.last;
      if (end === undefined) return [];
      const expected = ends === 'tail' ? summary?.expected : undefined;
      const drift = summary?.prediction?.drift === undefined ? null : summary.limit;
      const note = ends === 'tail' ? noteOf(summary) : 'expectations are of the last 30 % of the rounds';
      const run = data.find((each) => each.algorithm === algorithm)!;
      const isWhole = divergedSeeds(run).diverged === 0;
      return [{ panel: name, at, isWhole, rounding, expected, note, drift: drift ?? NaN, ...end }];
    });
    const points = floors.filter(({ mean }) => mean > 0);
    if (points.length === 0) return [];
    const zeros = floors
      .filter(({ mean, rounding }) => mean <= rounding)
      .reduce((sum, { values }) => sum + values.length, 0);
    const expected = floors.flatMap(({ at, isWhole, rounding, expected: found }) =>
      found !== undefined && found.mean > rounding
        ? [{ at, isWhole, mean: found.mean, relativeError: found.relativeError }]
        : [],
    );
    return [
      {
        algorithm,
        points: points.map(({ panel, at, mean, interval, values }) => ({
          panel,
          at,
          mean,
          interval,
          values,
        })),
        ...scalingOf(
          points.filter(({ mean, rounding, isWhole }) => mean > rounding && isWhole),
          zeros,
        ),
        isPartial: floors.some(({ isWhole }) => !isWhole),
        expected,
        notes: points.map(({ at, note }) => ({ at, note })),
        drift: floors.filter((floor) => floor.drift > 0).map(({ at, drift: mean }) => ({ at, mean })),
        expectedSlope: fitLine(...logarithms(expected.filter(({ isWhole }) => isWhole)))?.slope,
      },
    ];
  });
}

/** What the expectation of a floor is over, or why there is none. */
const noteOf = (summary: AlgorithmSummary | undefined): string =>
  summary?.expected === undefined ? (summary?.unexpected ?? '') : BASIS_WORDS[summary.expected.basis];

/** Common logarithms. */
const logarithms = (
  points: readonly { readonly at: number; readonly mean: number }[],
): [x: number[], y: number[]] => [
  points.map(({ at }) => Math.log10(at)),
  points.map(({ mean }) => Math.log10(mean)),
];

/**
 * The line through the points, which are means over seeds, by least squares of their logarithms. Points that no
 * straight line describes have none, nor have those whose slope could be nearly any.
 */
function scalingOf(
  points: readonly Pick<AcrossPoint, 'at' | 'mean' | 'values'>[],
  zeros: number,
): Pick<AcrossLine, 'fit' | 'without'> {
  const [x, y] = logarithms(points);
  const line = fitLine(x, y);
  if (line === undefined) return { fit: undefined };
  const { intercept, slope } = line;
  const halfWidth = slopeHalfWidth(x, points);
  const misfit = Math.max(...x.map((at, k) => Math.abs(y[k]! - intercept - slope * at)));
  const fall = Math.abs(slope) * (x.at(-1)! - x[0]!);
  if (misfit > Math.max(STRAIGHT, STRAIGHT * fall)) return { fit: undefined, without: 'no straight line' };
  if (halfWidth > VAGUE) return { fit: undefined, without: 'slope uncertain' };
  const values = points.reduce((sum, point) => sum + point.values.length, 0);
  const isNoPowerLaw = x.some((at, k) => {
    const { mean: middle, values } = points[k]!;
    const error = deviationOf(values, middle) / (middle * Math.LN10 * Math.sqrt(values.length));
    return Math.abs(y[k]! - intercept - slope * at) > Math.max(BENT, BENT_ERRORS * error);
  });
  return { fit: { intercept, slope, halfWidth, values, zeros, isNoPowerLaw } };
}

/**
 * Of the slope Σ w_k log₁₀ mean_k, w_k = (x_k − x̄) / Σ(x − x̄)²: the variance of log₁₀ mean_k is
 * (s_k / (√n_k mean_k ln 10))² to first order, the degrees of freedom of the sum are Welch's and Satterthwaite's.
 */
function slopeHalfWidth(
  x: readonly number[],
  points: readonly Pick<AcrossPoint, 'mean' | 'values'>[],
): number {
  if (points.some(({ values }) => values.length < 2)) return NaN;
  const centre = mean(x);
  const squares = x.reduce((sum, at) => sum + (at - centre) ** 2, 0);
  const parts = points.map(({ mean: middle, values }, k) => {
    const error = deviationOf(values, middle) / (middle * Math.LN10);
    const variance = (((x[k]! - centre) / squares) * error) ** 2 / values.length;
    return { variance, freedom: values.length - 1 };
  });
  const variance = parts.reduce((sum, part) => sum + part.variance, 0);
  if (variance === 0) return 0;
  const freedom = variance ** 2 / parts.reduce((sum, part) => sum + part.variance ** 2 / part.freedom, 0);
  return studentFactorOf(freedom) * Math.sqrt(variance);
}

/**
 * The floors with their intervals and seeds, each line with its fit and with theory, both axes logarithmic.
 *
 * @param quantity - what they are of
 */
export function acrossChart(
  lines: readonly AcrossLine[],
  across: string,
  quantity: string,
  styles: Styles,
  { ends = 'tail', slope, isFitted = true }: AcrossChoice = {},
): Chart {
  const scale = placesScale(lines.flatMap(({ points }) => points.map(({ at }) => at)));
  const fits = lines.flatMap(({ algorithm, fit }): Series[] => {
    const { title, hue } = styles(algorithm);
    // No straight line is drawn through means that lie on none: the slope is then their average one.
    if (fit === undefined || fit.isNoPowerLaw || !isFitted) return [];
    const points = [scale.low, scale.high].map((x) => ({
      x: 10 ** x,
      y: 10 ** (fit.intercept + fit.slope * x),
    }));
    return [{ key: algorithm, name: title, hue, line: 'thin', points }];
  });
  const floors = lines.map((line): Series => {
    const { title, hue } = styles(line.algorithm);
    // Why there is none is for the caption.
    const slopes = isFitted && line.fit ? slopesText(line) : '';
    return {
      key: line.algorithm,
      name: title,
      label: slopes === '' ? [title] : [title, slopes],
      ...{ hue, line: 'solid', dots: 'all' },
      ...(line.points.some(({ interval }) => interval !== undefined) && { spread: 'bars' }),
      points: line.points.map(({ at, mean: y, interval, values }) => ({
        ...{ x: at, y },
        ...(interval && withinReach(y, interval, MOST)),
        ...(values.length > 1 && { seeds: values.filter((value) => value > 0) }),
      })),
    };
  });
  const theory = lines.flatMap(({ algorithm, expected }): Series[] => {
    const { title, hue } = styles(algorithm);
    const points = expected.map(({ at: x, ...value }) => ({ x, ...value }));
    return points.length < 2 ? [] : [expectedSeries(algorithm, title, hue, points)];
  });
  const drifts = lines
    .filter(({ drift }) => drift.length > 1)
    .map(({ algorithm, drift }): Series => {
      const { title, hue } = styles(algorithm);
      const points = drift.map(({ at, mean: y }) => ({ x: at, y }));
      return { key: algorithm, name: `${title}, ${NOISE_FREE}`, hue, line: 'dotted', points };
    });
  const series = [...fits, ...floors, ...theory, ...drifts, ...claimed(lines, slope)];
  const drawn = series.flatMap(({ points }) =>
    points.flatMap(({ y, low = y, high = y, seeds = [] }) => [y, low, high, ...seeds]),
  );
  return {
    name: 'final',
    title: `Last ${ends === 'tail' ? '30 % of the rounds' : 'round'} against ${across}`,
    x: { title: across, scale },
    y: {
      title: `${quantity}, ${ends === 'tail' ? 'mean of the last 30 %' : 'last round'}`,
      scale: logScale(drawn),
    },
    series,
    references: [],
    kinds: FLOOR_KINDS,
  };
}

/** What nothing measured is drawn in. */
const GREY: Hue = { line: MUTED, words: MUTED };

/** A line of a slope that is claimed, from the first point of the first of some lines. */
function claimed([line]: readonly AcrossLine[], slope: number | undefined): Series[] {
  const [first, last] = [line?.points[0], line?.points.at(-1)];
  if (slope === undefined || first === undefined || last === undefined) return [];
  const name = `slope ${String(slope).replace('-', '−')}`;
  const points = [first, last].map(({ at }) => ({ x: at, y: first.mean * (at / first.at) ** slope }));
  return [{ key: 'claimed', name, label: [name], hue: GREY, line: 'guide', points }];
}

/** `slope −1.02 ± 0.08, theory −1.00`; empty where there is neither. */
export function slopesText({ fit, without, expectedSlope }: AcrossLine): string {
  const measured =
    fit &&
    `slope ${decimals(fit.slope)}${Number.isNaN(fit.halfWidth) ? '' : ` ± ${decimals(fit.halfWidth)}`}`;
  if (measured === undefined) return without ?? '';
  const theory = expectedSlope === undefined ? [] : [`theory ${decimals(expectedSlope)}`];
  return [measured, ...(fit?.isNoPowerLaw ? ['not a power law'] : []), ...theory].join(', ');
}

const HEADER =
  'algorithm,panel,at,seeds,mean,low,high,slope,slopeHalfWidth,expected,expectedRelativeError,expectedSlope,withoutNoise,expectedNote';

/** The CSV beside the figure; unknown numbers are empty. */
export function acrossTable(lines: readonly AcrossLine[]): string {
  const cell = (value: number | undefined): string =>
    value === undefined || Number.isNaN(value) ? '' : String(value);
  const rows = lines.flatMap(({ algorithm, points, fit, expected, expectedSlope, drift, notes }) =>
    points.map(({ panel, at, values, mean: middle, interval }) =>
      [
        algorithm,
        panel,
        at,
        values.length,
        cell(middle),
        cell(interval?.low),
        cell(interval?.high),
        cell(fit?.slope),
        cell(fit?.halfWidth),
        cell(expected.find((candidate) => candidate.at === at)?.mean),
        cell(expected.find((candidate) => candidate.at === at)?.relativeError),
        cell(expectedSlope),
        cell(drift.find((candidate) => candidate.at === at)?.mean),
        textCell(notes.find((note) => note.at === at)?.note ?? ''),
      ].join(','),
    ),
  );
  return [HEADER, ...rows].join('\n') + '\n';
}
