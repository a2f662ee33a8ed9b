/** A figure before it is drawn: its chart, with curves, bands, predicted floors and labels. */
import {
  type Chart,
  type Event,
  isMeasured,
  type Level,
  type LineStyle,
  type Series,
} from './chart/chart.ts';
import { linearScale, logScale, type Scale, SMALLEST } from './chart/scale.ts';
import { AXES, type Horizontal, placeText, unitOf } from './axes.ts';
import type { Curve, CurvePoint } from './curvePoint.ts';
import { type DrawnPoint, type ExactLine, exactUpTo, type Worth, worthOf } from './exactLine.ts';
import { APPROXIMATE_KIND } from './expectedSeries.ts';
import { capitalised, type LimitName } from './limitName.ts';
import type { Styles } from './palette.ts';
import { grouped, numberText } from '../values/numbers.ts';

/** Fewer seeds have no meaningful 10th and 90th percentile: their band is the range. */
export const SEEDS_FOR_PERCENTILES = 10;
/** A run that diverges leaves the figure this many decades above everything that does not. */
const DECADES_FOR_DIVERGENCE = 2;
/** For a limit or a line further below the lowest mean than this no room is made, which would squeeze the curves. */
const DECADES_BELOW = 1;

export interface FigureContent {
  /** file name without extension */
  readonly name: string;
  readonly title: string;
  readonly yTitle: string;
  readonly horizontal: Horizontal;
  readonly curves: readonly Curve[];
  /** those of an earlier run, pale behind these; none as a rule */
  readonly earlier?: { readonly curves: readonly Curve[]; readonly words: string };
  /** what a curve is of; its `algorithm` is the key */
  readonly each: 'algorithm' | 'panel';
  /** predicted limits of these curves, positive; none for other quantities */
  readonly floors: readonly Floor[];
  /** whether these are of runs without noise: the drift alone */
  readonly drift?: boolean;
  /** whether the policy lets some agents' answers be missing from a step */
  readonly isPartial?: boolean;
  /** exact expectations of these curves; none for other quantities */
  readonly exact?: readonly ExactLine[];
  /** whether the vertical axis is linear, from 0; logarithmic otherwise */
  readonly linear?: boolean;
  /** crashes and returns, and where the roots of those who are left lie meanwhile */
  readonly events?: readonly Event[];
  readonly levels?: readonly Level[];
  /** what the curves are called and coloured */
  readonly styles: Styles;
  /** the algorithms of which a seed diverged; where all did, the curve shows how */
  readonly diverged: ReadonlyMap<string, { readonly diverged: number; readonly started: number }>;
}

export interface Floor {
  readonly algorithm: string;
  readonly value: number;
  readonly name: LimitName;
}

/** Ready to draw, with what the words under it must say. */
export interface FigurePlan {
  readonly content: FigureContent;
  readonly chart: Chart;
  /** limits that lie below the end of the vertical axis */
  readonly belowFigure: readonly Floor[];
  /** whether a value is too small for any axis */
  readonly hasZeros: boolean;
}

/** The band at a point: that which was chosen; else 10th to 90th percentile, or the range of fewer than ten seeds. */
function bandOf(point: CurvePoint): readonly [low: number, high: number] {
  if (point.band !== undefined) return point.band;
  return point.seeds >= SEEDS_FOR_PERCENTILES ? [point.p10, point.p90] : [point.minimum, point.maximum];
}

/** Works out axes, clipping and what is drawn of a figure. */
export function planFigure(content: FigureContent): FigurePlan {
  const { name, title, yTitle, horizontal } = content;
  const clipped = clippedCurves(content);
  const { greatest, values } = clipped;
  const theory = theoryWithin(content, clipped);
  const levels = (content.levels ?? []).filter(({ from }) => from < greatest);
  const vertical = [...verticalValues(content, clipped, theory), ...levels.map(({ y }) => y)];
  const unit = unitOf(horizontal, greatest);
  const { size: scale } = unit;
  const axis = AXES[horizontal].title;
  const isCounted = horizontal === 'round';
  const plan: FigurePlan = {
    content,
    chart: {
      ...{ name, title },
      x: {
        title: horizontal === 'uplinkBytes' ? `${axis} (${unit.name})` : axis,
        // Rounds are counted: no ticks between them.
        scale: linearScale(greatest / scale || 1, isCounted ? Math.min(8, greatest || 1) : 8),
        words: (place) =>
          `at ${placeText(horizontal, isCounted ? grouped(place) : numberText(place, 4), unit)}`,
        shared: { quantity: horizontal, unit },
      },
      y: {
        title: yTitle,
        scale: content.linear ? linearScale(1.04 * largest(vertical) || 1, 6) : logScale(vertical),
      },
      series: [
        ...clipped.earlier.map((curve) => earlierSeries(content, curve, scale)),
        ...clipped.curves.map((curve) => measuredSeries(content, curve, scale)),
        ...theory.lines.map((line) => expectedSeries(content, line, scale)),
      ],
      kinds: kindsOf(content),
      references: [],
      events: (content.events ?? [])
        .filter(({ x }) => x < greatest)
        .map(({ x, label }) => ({ x: x / scale, label })),
      levels: levels.map(({ y, from, to, label }) => ({
        ...{ y, label, from: from / scale },
        ...(to !== undefined && { to: Math.min(to, greatest) / scale }),
      })),
    },
    belowFigure: [],
    hasZeros: !content.linear && values.some((value) => value < SMALLEST),
  };
  return onScale(plan, plan.chart.y.scale);
}

/** Curves that have points, up to a ceiling, and earlier ones as far as these go. */
interface ClippedCurves {
  readonly curves: readonly Curve[];
  readonly earlier: readonly Curve[];
  readonly ceiling: number;
  /** the furthest place of a point */
  readonly greatest: number;
  /** of all curves and bands, at most the ceiling */
  readonly values: readonly number[];
}

function clippedCurves(content: FigureContent): ClippedCurves {
  const placeOf = (point: CurvePoint): number => point[content.horizontal];
  const placed = content.curves.map(({ algorithm, points }) => ({
    ...{ algorithm, points: points.filter((point) => Number.isFinite(placeOf(point))) },
  }));
  const ceiling = ceilingOf(placed, content);
  const upTo = (curves: readonly Curve[], furthest: number): Curve[] =>
    curves
      .map(({ algorithm, points }) => ({
        ...{ algorithm, points: untilAbove(points, ceiling).filter((point) => placeOf(point) <= furthest) },
      }))
      .filter(({ points }) => points.length > 0);
  const curves = upTo(placed, Infinity);
  const greatest = largest(curves.flatMap(({ points }) => points.map(placeOf)));
  const earlier = upTo(content.earlier?.curves ?? [], greatest);
  const values = [
    ...curves.flatMap(({ points }) => points.flatMap((point) => [point.mean, ...bandOf(point)])),
    ...earlier.flatMap(({ points }) => points.map(({ mean }) => mean)),
  ].map((value) => Math.min(value, ceiling));
  return { curves, earlier, ceiling, greatest, values };
}

const largest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), 0);

/** The smallest that an axis can show. */
const smallest = (values: readonly number[]): number =>
  values.reduce((least, value) => (value >= SMALLEST ? Math.min(least, value) : least), Infinity);

/** Lines of theory as far as they are drawn. */
interface DrawnTheory {
  readonly lines: readonly {
    readonly line: ExactLine;
    readonly points: readonly DrawnPoint[];
  }[];
  /** no point lies above it */
  readonly highest: number;
}

function theoryWithin(
  { exact = [], horizontal }: FigureContent,
  { values, ceiling }: ClippedCurves,
): DrawnTheory {
  const highest = Math.min(largest(values) * 10 ** DECADES_FOR_DIVERGENCE, ceiling);
  const lines = exact.flatMap((line) =>
    exactUpTo(line, horizontal, highest).map((points) => ({ line, points })),
  );
  return { lines, highest };
}

/** What the vertical axis has room for: all curves, and theory that does not lie far below the lowest mean. */
function verticalValues(
  { floors }: FigureContent,
  { curves, values }: ClippedCurves,
  { lines, highest }: DrawnTheory,
): number[] {
  const lowest = smallest(values);
  const lowestMean = smallest(curves.flatMap(({ points }) => points.map(({ mean }) => mean)));
  const nearest = lowestMean * 10 ** -DECADES_BELOW;
  const near = floors.filter(
    ({ algorithm, value }) =>
      curves.some((curve) => curve.algorithm === algorithm) && (lowestMean === Infinity || value >= nearest),
  );
  const expected = lines
    .map(({ points }) => points.flatMap(({ y, low = y, high = y }) => [y, low, high]))
    .flatMap((ends) => (smallest(ends) < nearest ? ends.filter((value) => value >= lowest) : ends))
    .map((value) => Math.min(value, highest));
  return [...values, ...near.map(({ value }) => value), ...expected];
}

/** @param scale - of the horizontal axis: a place there is so much of the curve's */
function measuredSeries(content: FigureContent, { algorithm, points }: Curve, scale: number): Series {
  const { title, hue, line = 'solid' } = content.styles(algorithm);
  return {
    ...{ key: algorithm, name: `${title}, mean`, label: [lineLabel(content, algorithm)] },
    ...{ hue, line, dots: 'last' },
    ...(points.some((point) => point.seeds > 1) && { spread: 'band' }),
    points: points.map((point) => {
      const [low, high] = bandOf(point);
      return { x: point[content.horizontal] / scale, y: point.mean, low, high };
    }),
  };
}

function expectedSeries(
  { styles }: FigureContent,
  { line, points }: DrawnTheory['lines'][number],
  scale: number,
): Series {
  const { algorithm } = line;
  const { title, hue } = styles(algorithm);
  return {
    ...{ key: algorithm, name: `${theoryName(line)} for ${title}`, hue, line: THEORY_LINES[worthOf(line)] },
    ...(worthOf(line) === 'estimated' && { spread: 'band' }),
    points: points.map(({ x, ...values }) => ({ x: x / scale, ...values })),
  };
}

function earlierSeries(
  { styles, earlier, horizontal }: FigureContent,
  { algorithm, points }: Curve,
  scale: number,
): Series {
  const { title, hue } = styles(algorithm);
  return {
    ...{ key: `earlier ${algorithm}`, name: `${title}, ${earlier!.words}`, hue, line: 'pale' },
    points: points.map((point) => ({ x: point[horizontal] / scale, y: point.mean })),
  };
}

/** The figure on a vertical scale, which may be others' as well: limits within it are drawn, the others are below the figure. */
export function onScale(plan: FigurePlan, scale: Scale): FigurePlan {
  const { content, chart } = plan;
  const { styles } = content;
  const curves = new Set(chart.series.filter(({ line }) => isMeasured(line)).map(({ key }) => key));
  const limits = content.floors.filter(({ algorithm }) => curves.has(algorithm));
  const isBelow = ({ value }: Floor): boolean =>
    (scale.kind === 'linear' ? value : Math.log10(value)) < scale.low;
  return {
    ...plan,
    chart: {
      ...chart,
      y: { ...chart.y, scale },
      references: limits
        .filter((limit) => !isBelow(limit))
        .map(({ algorithm, value, name }) => ({
          name: `${capitalised(name)} of ${styles(algorithm).title}`,
          key: algorithm,
          kind: name,
          label: `${name}, ${styles(algorithm).title}`,
          hue: styles(algorithm).hue,
          y: value,
        })),
    },
    belowFigure: limits.filter(isBelow),
  };
}

/** How theory is drawn, by what it is worth. */
const THEORY_LINES: Readonly<Record<Worth, LineStyle>> = {
  exact: 'dashed',
  'at few rounds': 'dots',
  estimated: 'dash-dotted',
  'without noise': 'dash-dot-dotted',
};

/** What a line of theory is, for those who do not see it. */
function theoryName(line: ExactLine): string {
  const { neglects, overSchedules } = line;
  const worth = worthOf(line);
  if (worth === 'without noise') return 'Noise-free run';
  if (neglects === undefined)
    return `Exact expectation${overSchedules ? ' over schedules' : ''}${worth === 'exact' ? '' : ' at single rounds'}`;
  return `Approximate expectation, ${neglects} neglected,`;
}

/** What the key says of lines and bands: the same in every figure of these curves. */
function kindsOf({ curves, earlier }: FigureContent): NonNullable<Chart['kinds']> {
  const seeds = curves.flatMap(({ points }) => points.map((point) => point.seeds));
  const most = seeds.reduce((a, b) => Math.max(a, b), 0);
  const band = most >= SEEDS_FOR_PERCENTILES ? 'mean, 10th–90th percentile' : 'mean and range';
  return {
    band: `${band} of ${most} seeds`,
    dashed: 'exact expectation',
    dots: 'exact expectation, at single rounds',
    'dash-dotted': APPROXIMATE_KIND,
    'dash-dot-dotted': 'noise-free run',
    ...(earlier && { pale: earlier.words }),
  };
}

function lineLabel(content: FigureContent, algorithm: string): string {
  const seeds = content.diverged.get(algorithm);
  const { title } = content.styles(algorithm);
  if (seeds === undefined) return title;
  const part = seeds.diverged === seeds.started ? '' : `${seeds.diverged}/${seeds.started} `;
  return `${title} (${part}diverged)`;
}

/** Whether the algorithm's curve is that of diverging seeds. */
function isDiverging({ diverged }: FigureContent, algorithm: string): boolean {
  const seeds = diverged.get(algorithm);
  return seeds !== undefined && seeds.diverged === seeds.started;
}

/** Infinite unless a curve is that of diverging seeds. */
function ceilingOf(curves: readonly Curve[], content: FigureContent): number {
  if (!curves.some((curve) => isDiverging(content, curve.algorithm))) return Infinity;
  let most = 0;
  for (const { algorithm, points } of curves) {
    // Of a diverging algorithm only where it began says what size is ordinary.
    for (const point of isDiverging(content, algorithm) ? points.slice(0, 1) : points)
      most = Math.max(most, point.maximum);
  }
  return most > 0 ? most * 10 ** DECADES_FOR_DIVERGENCE : 1;
}

/** The points up to the first above the ceiling, that one included: its line ends at the edge. */
function untilAbove(points: readonly CurvePoint[], ceiling: number): readonly CurvePoint[] {
  const above = points.findIndex((point) => point.mean > ceiling);
  return above < 0 ? points : points.slice(0, above + 1);
}
