/** A figure before it is drawn: curves, bands, predicted floors and where the labels stand. */
import type { Curve, CurvePoint } from './curvePoint.ts';
import { type ExactLine, type ExactPoint, exactUpTo } from './exactLine.ts';
import type { Horizontal } from './horizontal.ts';
import { linearAxis } from './linearAxis.ts';
import { type LogAxis, logAxis, onAxis, SMALLEST } from './logAxis.ts';
import { scientific } from './numbers.ts';
import type { Hue, Styles } from './palette.ts';

/** Fewer seeds have no meaningful 10th and 90th percentile: their band is the range. */
const SEEDS_FOR_PERCENTILES = 10;
/** A run that diverges leaves the figure this many decades above everything that does not. */
const DECADES_FOR_DIVERGENCE = 2;
/** A floor further below the curves than this would squeeze them: it is told, not drawn. */
const DECADES_TO_FLOOR = 4;

export interface FigureContent {
  /** file name without extension */
  readonly name: string;
  readonly title: string;
  readonly xTitle: string;
  readonly yTitle: string;
  readonly horizontal: Horizontal;
  readonly curves: readonly Curve[];
  /** what a curve is of; its `algorithm` is the key */
  readonly each: 'algorithm' | 'panel';
  /** predicted limits of these curves, positive; none for other quantities */
  readonly floors: readonly Floor[];
  /** exact expectations of these curves; none for other quantities */
  readonly exact?: readonly ExactLine[];
  /** whether the vertical axis is linear, from 0; logarithmic otherwise */
  readonly linear?: boolean;
  /** what the curves are called and coloured */
  readonly styles: Styles;
  /** the algorithms of which a seed diverged; where all did, the curve shows how */
  readonly diverged: ReadonlyMap<string, { readonly diverged: number; readonly started: number }>;
}

export interface Floor {
  readonly algorithm: string;
  readonly value: number;
}

/** Ready to draw: everything on the vertical axis is log₁₀, unless the axis is linear. */
export interface FigurePlan {
  readonly content: FigureContent;
  readonly axis: LogAxis;
  /** greatest value on the horizontal axis, in `unit` */
  readonly right: number;
  readonly unit: ByteUnit | undefined;
  readonly lines: readonly PlannedLine[];
  readonly floors: readonly (Floor & { readonly hue: Hue; readonly y: number })[];
  /** the exact expectations, each up to where it leaves the figure */
  readonly exact: readonly {
    readonly algorithm: string;
    readonly hue: Hue;
    /** what a closure neglects; absent where the expectation is exact */
    readonly neglects?: string;
    readonly points: readonly { readonly x: number; readonly y: number }[];
  }[];
  /** floors that are left out because they lie far below */
  readonly belowFigure: readonly Floor[];
  /** whether a value is too small for any axis and lies on the lower edge */
  readonly edge: boolean;
}

export interface PlannedLine {
  readonly algorithm: string;
  /** the algorithm's name, with what a reader must know of its seeds */
  readonly label: string;
  readonly hue: Hue;
  readonly points: readonly {
    readonly x: number;
    readonly y: number;
    readonly low: number;
    readonly high: number;
  }[];
  /** whether any point stands for more than one seed */
  readonly band: boolean;
}

interface ByteUnit {
  readonly name: string;
  readonly bytes: number;
}

const BYTE_UNITS: readonly ByteUnit[] = [
  { name: 'bytes', bytes: 1 },
  { name: 'kB', bytes: 1e3 },
  { name: 'MB', bytes: 1e6 },
  { name: 'GB', bytes: 1e9 },
  { name: 'TB', bytes: 1e12 },
];

/** The band at a point: 10th to 90th percentile, or the range of fewer than ten seeds. */
function bandOf(point: CurvePoint): readonly [low: number, high: number] {
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

  const values = cut.flatMap(({ points }) =>
    points.flatMap((point) => [point.mean, ...bandOf(point)]).map((value) => Math.min(value, ceiling)),
  );
  const lowest = values.reduce(
    (least, value) => (value >= SMALLEST ? Math.min(least, value) : least),
    Infinity,
  );
  const drawn: Floor[] = [];
  const belowFigure: Floor[] = [];
  for (const floor of content.floors) {
    if (!cut.some(({ algorithm, points }) => algorithm === floor.algorithm && points.length > 0)) continue;
    (lowest < Infinity && floor.value < lowest * 10 ** -DECADES_TO_FLOOR ? belowFigure : drawn).push(floor);
  }
  const most = values.reduce((greatest, value) => Math.max(greatest, value), 0);
  const exact = (content.exact ?? []).map((line) => ({
    line,
    points: exactUpTo(line, content.horizontal, most * 10 ** DECADES_FOR_DIVERGENCE),
  }));
  const axis = (content.linear ? linearAxis : logAxis)([
    ...values,
    ...drawn.map((floor) => floor.value),
    ...exact.flatMap(({ points }) => points.map(({ value }) => value)).filter((value) => value >= lowest),
  ]);

  const greatest = cut.reduce(
    (most, { points }) => points.reduce((m, point) => Math.max(m, horizontalOf(point)), most),
    0,
  );
  const unit = content.horizontal === 'uplinkBytes' ? byteUnit(greatest) : undefined;
  const scale = unit?.bytes ?? 1;
  return {
    content,
    axis,
    right: greatest > 0 ? greatest / scale : 1,
    unit,
    lines: cut
      .filter(({ points }) => points.length > 0)
      .map(({ algorithm, points }) => ({
        algorithm,
        label: lineLabel(content, algorithm),
        hue: content.styles(algorithm).hue,
        band: points.some((point) => point.seeds > 1),
        points: points.map((point) => {
          const [low, high] = bandOf(point);
          return {
            x: horizontalOf(point) / scale,
            y: onAxis(axis, point.mean),
            low: onAxis(axis, low),
            high: onAxis(axis, high),
          };
        }),
      })),
    floors: drawn.map(({ algorithm, value }) => ({
      algorithm,
      value,
      hue: content.styles(algorithm).hue,
      y: onAxis(axis, value),
    })),
    exact: exact.map(({ line: { algorithm, neglects }, points }) => ({
      algorithm,
      hue: content.styles(algorithm).hue,
      ...(neglects !== undefined && { neglects }),
      points: points.map(({ at, value }) => ({ x: at / scale, y: onAxis(axis, value) })),
    })),
    belowFigure,
    edge: !axis.linear && values.some((value) => value < SMALLEST),
  };
}

/** What the drawing shows, in words, for those who do not see it. */
export function describe(plan: FigurePlan): string {
  const { styles } = plan.content;
  const parts = plan.content.curves
    .filter((curve) => curve.points.length > 0)
    .map(({ algorithm, points }) => {
      const first = points[0]!;
      const last = points.at(-1)!;
      const [from, to] = [first, last].map((point) => placeText(point, plan.content.horizontal));
      return `${styles(algorithm).title}: mean ${scientific(first.mean)} ${from}, ${scientific(last.mean)} ${to}.`;
    });
  const floors = plan.floors.map(
    ({ algorithm, value }) => `Predicted limit of ${styles(algorithm).title}: ${scientific(value)}.`,
  );
  const exact = (plan.content.exact ?? []).map(({ algorithm, neglects, points }) => {
    const last = points.at(-1)!;
    const where = placeText(last, plan.content.horizontal);
    const what = neglects === undefined ? 'Exact expectation' : `Expectation, ${neglects} neglected,`;
    return `${what} for ${styles(algorithm).title}: ${scientific(last.meanSquare)} ${where}.`;
  });
  return [
    `${plan.content.yTitle} against ${plan.content.xTitle}, ${plan.axis.linear ? 'linear' : 'logarithmic'} vertical axis.`,
    ...parts,
    ...floors,
    ...exact,
  ].join(' ');
}

/** Where a point is: in its round, or on a grid. */
function placeText(point: CurvePoint | ExactPoint, horizontal: Horizontal): string {
  if (!Number.isNaN(point.round)) return `at round ${point.round}`;
  const unit = { round: '', uplinkBytes: 'bytes', time: 's', step: 'samples' }[horizontal];
  return `at ${Number((point[horizontal] ?? NaN).toPrecision(4))} ${unit}`;
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

/** The points up to the first above the ceiling, that one included: it is drawn on the frame. */
function untilAbove(points: readonly CurvePoint[], ceiling: number): readonly CurvePoint[] {
  const above = points.findIndex((point) => point.mean > ceiling);
  return above < 0 ? points : points.slice(0, above + 1);
}

function byteUnit(bytes: number): ByteUnit {
  return BYTE_UNITS.findLast((unit) => bytes >= unit.bytes) ?? BYTE_UNITS[0]!;
}
