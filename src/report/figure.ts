/** A figure before it is drawn: its chart, with curves, bands, predicted floors and labels, and the CSV beside it. */
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
import { MOST_UNCERTAIN } from '../theory/mostUncertain.ts';
import { type ExactLine, type ExactPoint, exactUpTo, type Worth, worthOf } from './exactLine.ts';
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
  const horizontalOf = (point: CurvePoint): number => point[content.horizontal];
  const curves = content.curves.map((curve) => ({
    algorithm: curve.algorithm,
    points: curve.points.filter((point) => Number.isFinite(horizontalOf(point))),
  }));
  const ceiling = ceilingOf(curves, content);
  const cut = curves.map(({ algorithm, points }) => ({ algorithm, points: untilAbove(points, ceiling) }));
  const greatest = cut
    .flatMap(({ points }) => points.map(horizontalOf))
    .reduce((most, place) => Math.max(most, place), 0);
  // As far as these go.
  const earlier = (content.earlier?.curves ?? [])
    .map(({ algorithm, points }) => ({
      algorithm,
      points: untilAbove(points, ceiling).filter((point) => horizontalOf(point) <= greatest),
    }))
    .filter(({ points }) => points.length > 0);
  const values = [
    ...cut.flatMap(({ points }) => points.flatMap((point) => [point.mean, ...bandOf(point)])),
    ...earlier.flatMap(({ points }) => points.map(({ mean }) => mean)),
  ].map((value) => Math.min(value, ceiling));
  const least = (among: readonly number[]): number =>
    among.reduce((lowest, value) => (value >= SMALLEST ? Math.min(lowest, value) : lowest), Infinity);
  const lowest = least(values);
  const lowestMean = least(cut.flatMap(({ points }) => points.map(({ mean }) => mean)));
  const nearest = lowestMean * 10 ** -DECADES_BELOW;
  const near = content.floors.filter(
    ({ algorithm, value }) =>
      cut.some((curve) => algorithm === curve.algorithm && curve.points.length > 0) &&
      !(lowestMean < Infinity && value < nearest),
  );
  const highest = values.reduce((greatest, value) => Math.max(greatest, value), 0);
  const highestOfTheory = Math.min(highest * 10 ** DECADES_FOR_DIVERGENCE, ceiling);
  const exact = (content.exact ?? []).flatMap((line) =>
    exactUpTo(line, content.horizontal, highestOfTheory).map((points) => ({ line, points })),
  );
  const events = (content.events ?? []).filter(({ x }) => x < greatest);
  const levels = (content.levels ?? []).filter(({ from }) => from < greatest);
  const rounds = [
    ...values,
    ...near.map(({ value }) => value),
    ...levels.map(({ y }) => y),
    ...exact
      .map(({ points }) => points.flatMap(({ y, low = y, high = y }) => [y, low, high]))
      .flatMap((ends) => (least(ends) < nearest ? ends.filter((value) => value >= lowest) : ends))
      .map((value) => Math.min(value, highestOfTheory)),
  ];
  const { styles, horizontal } = content;
  const unit = unitOf(horizontal, greatest);
  const { size: scale } = unit;
  const measured = cut
    .filter(({ points }) => points.length > 0)
    .map(({ algorithm, points }): Series => {
      const band = points.some((point) => point.seeds > 1);
      return {
        key: algorithm,
        name: `${styles(algorithm).title}, mean`,
        label: [lineLabel(content, algorithm)],
        hue: styles(algorithm).hue,
        line: styles(algorithm).line ?? 'solid',
        dots: 'last',
        ...(band && { spread: 'band' }),
        points: points.map((point) => {
          const [low, high] = bandOf(point);
          return { x: horizontalOf(point) / scale, y: point.mean, low, high };
        }),
      };
    });
  const expected = exact.map(({ line, points }): Series => {
    const { algorithm } = line;
    return {
      key: algorithm,
      name: `${theoryName(line)} for ${styles(algorithm).title}`,
      hue: styles(algorithm).hue,
      line: THEORY_LINES[worthOf(line)],
      ...(worthOf(line) === 'estimated' && { spread: 'band' }),
      points: points.map(({ x, ...values }) => ({ x: x / scale, ...values })),
    };
  });
  const before = earlier.map(({ algorithm, points }): Series => ({
    key: `earlier ${algorithm}`,
    name: `${styles(algorithm).title}, ${content.earlier!.words}`,
    hue: styles(algorithm).hue,
    line: 'pale',
    points: points.map((point) => ({ x: horizontalOf(point) / scale, y: point.mean })),
  }));
  const most = rounds.reduce((greatest, value) => Math.max(greatest, value), 0);
  const plan: FigurePlan = {
    content,
    chart: {
      name: content.name,
      title: content.title,
      x: {
        title:
          horizontal === 'uplinkBytes' ? `${AXES[horizontal].title} (${unit.name})` : AXES[horizontal].title,
        // Rounds are counted: no ticks between them.
        scale: linearScale(greatest / scale || 1, horizontal === 'round' ? Math.min(8, greatest || 1) : 8),
        words: (place) =>
          `at ${placeText(horizontal, horizontal === 'round' ? grouped(place) : numberText(place, 4), unit)}`,
        shared: { quantity: horizontal, unit },
      },
      y: {
        title: content.yTitle,
        scale: content.linear ? linearScale(1.04 * most || 1, 6) : logScale(rounds),
      },
      series: [...before, ...measured, ...expected],
      kinds: kindsOf(content),
      references: [],
      events: events.map(({ x, label }) => ({ x: x / scale, label })),
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

const COLUMNS =
  'round,uplinkBytes,seeds,mean,minimum,p10,median,p90,maximum,predictedLimit,exactMeanSquare,exactBiasSquare,closureMeanSquare,closureBiasSquare,closureRelativeError,closureBiasRelativeError,noiseFreeError';

/**
 * Numbers are written so that reading them back gives the same double; unknown ones are empty. Theory that has a place of its
 * own has a row of its own.
 */
export function figureTable(content: FigureContent): string {
  const clocked = content.horizontal === 'time' || content.horizontal === 'step';
  const header = `${content.each},${COLUMNS}`;
  const lines = [clocked ? `${header},time,step` : header];
  for (const { algorithm, points } of content.curves) {
    const floor = content.floors.find((floor) => floor.algorithm === algorithm)?.value ?? NaN;
    const line = content.exact?.find((line) => line.algorithm === algorithm);
    // On a grid points have no round.
    const placeOf = (point: CurvePoint | ExactPoint): number =>
      (Number.isNaN(point.round) ? point[content.horizontal] : point.round) ?? NaN;
    const isApart = line?.thinned !== undefined && Number.isNaN(points[0]?.round);
    const expected = new Map(isApart ? [] : line?.points.map((point) => [placeOf(point), point]));
    const write = (
      point: CurvePoint | ExactPoint,
      measured: readonly number[],
      theory: ExactPoint | undefined,
    ): void => {
      const { round, uplinkBytes, time = NaN, step = NaN } = point;
      const numbers = [round, uplinkBytes, ...measured, floor, ...theoryCells(line, theory)];
      if (clocked) numbers.push(time, step);
      lines.push(
        [algorithm, ...numbers.map((value) => (Number.isNaN(value) ? '' : String(value)))].join(','),
      );
    };
    for (const point of points) {
      const { seeds, mean, minimum, p10, median, p90, maximum } = point;
      write(point, [seeds, mean, minimum, p10, median, p90, maximum], expected.get(placeOf(point)));
    }
    if (isApart) for (const point of line.points) write(point, NOT_MEASURED, point);
  }
  return lines.join('\n') + '\n';
}

const NOT_MEASURED: readonly number[] = Array.from({ length: 7 }, () => NaN);

/** The cells of theory at a place, in the columns of what it is worth. */
function theoryCells(line: ExactLine | undefined, point: ExactPoint | undefined): number[] {
  const cells = Array.from({ length: 7 }, () => NaN);
  if (line === undefined || point === undefined) return cells;
  const { meanSquare, biasSquare, relativeError = NaN, biasRelativeError = NaN } = point;
  const worth = worthOf(line);
  if (worth === 'without noise') return cells.with(6, meanSquare);
  if (worth === 'exact' || worth === 'at few rounds') return [meanSquare, biasSquare, ...cells.slice(2)];
  const bias = biasRelativeError <= MOST_UNCERTAIN ? biasSquare : NaN;
  const finite = (error: number): number => (Number.isFinite(error) ? error : NaN);
  return [NaN, NaN, meanSquare, bias, relativeError, finite(biasRelativeError), NaN];
}
