/** The least cost of each algorithm: against H or p, and against ε. */
import { type Plan, planKey } from '../../recording/planReport.ts';
import { textCell } from '../../recording/csvCell.ts';
import type { Chart, LineStyle, Point, Series } from '../chart/chart.ts';
import { LARGE } from '../chart/draw.ts';
import { logScale } from '../chart/scale.ts';
import { drawn, type DrawnFigure, figureFiles } from '../drawnFigure.ts';
import { html } from '../html.ts';
import { exact } from '../../values/numbers.ts';
import type { CurveStyle } from '../palette.ts';
import { gapSymbol, type PlanPageData, type PlannedAlgorithm } from './planPageData.ts';
import { COST_WORDS, gapOf } from './planTable.ts';

const LINES: Readonly<Record<Plan['kind'], LineStyle>> = {
  ...{ exact: 'dashed', none: 'dashed', approximate: 'dash-dotted', measured: 'solid' },
};
const KINDS: Chart['kinds'] = {
  ...{ dashed: 'by exact theory', 'dash-dotted': 'by approximate theory' },
};

/** A row of a figure's CSV. */
interface CostRow {
  readonly algorithm: string;
  readonly source: string;
  readonly epsilon: number;
  readonly gap: number;
  readonly stepSize: number;
  readonly rounds: number;
  readonly cost: number;
}

const csvOf = (gap: PlanPageData['gap'], rows: readonly CostRow[]): string =>
  [
    `algorithm,source,epsilon,${gap},stepSize,rounds,cost`,
    ...rows.map(({ algorithm, source, ...numbers }) =>
      [
        ...[textCell(algorithm), textCell(source)],
        ...[numbers.epsilon, numbers.gap, numbers.stepSize, numbers.rounds, numbers.cost],
      ].join(','),
    ),
    '',
  ].join('\n');

/** One place with a marker. */
const markerAt = (key: string, { title, hue }: CurveStyle, words: string, point: Point): Series => ({
  ...{ key, name: `${title}, ${words}`, hue, line: 'solid', dots: 'all', points: [point] },
});

/** Markers at some ε, of which there may be none. */
const marksOf = (
  key: string,
  { title, hue }: CurveStyle,
  {
    points,
    label,
  }: {
    readonly points: readonly { readonly epsilon: number; readonly cost: number }[];
    readonly label?: string;
  },
): Series[] =>
  points.length === 0
    ? []
    : [
        {
          ...{ key, hue, line: 'solid', dots: 'all', name: label ?? `${title}, asked for` },
          ...(label !== undefined && { label: [label] as const }),
          points: points.map(({ epsilon, cost }) => ({ x: epsilon, y: cost })).sort((a, b) => a.x - b.x),
        },
      ];

/** `Cor. 5.4`: a mark's words have little room, and its colour says the algorithm. */
export const shortSource = (source: string): string => source.replace(/^.*? (?=(Cor|Th)\.)/, '');

/** What corollaries recommend for one ε, with a place for each by its row. */
const recommendedRows = ({ key, pictures }: PlannedAlgorithm, at: number, epsilon: number): CostRow[] =>
  (pictures?.recommended[at] ?? []).flatMap(({ source, stepSize, gap, rounds, cost }) =>
    cost === null || cost === 0
      ? []
      : [{ algorithm: key, source, epsilon, gap: gap!, stepSize: stepSize!, rounds: rounds!, cost }],
  );

function chartOf(
  { name, title, across }: { readonly name: string; readonly title: string; readonly across: string },
  data: PlanPageData,
  series: readonly Series[],
): Chart | undefined {
  const points = series.flatMap((each) => each.points);
  if (points.length === 0) return undefined;
  return {
    ...{ name, title, series, references: [], kinds: KINDS! },
    x: { title: across, scale: logScale(points.map(({ x }) => x), exact) }, // prettier-ignore
    y: { title: COST_WORDS[data.report.cost], scale: logScale(points.map(({ y }) => y)) },
  };
}

/** The least cost at each H or p that was tried, for one ε. */
export function gapFigure(data: PlanPageData, at: number): DrawnFigure | undefined {
  const { epsilons, gap, algorithms, report } = data;
  const epsilon = epsilons[at]!;
  const symbol = gapSymbol(gap);
  const rows: CostRow[] = [];
  const series = algorithms.flatMap((algorithm): Series[] => {
    const { key, style } = algorithm;
    const plan = report.plans.find((each) => planKey(each) === key && each.epsilon === epsilon)!;
    const tried = plan.byLocalSteps
      .filter(({ cost }) => cost > 0)
      .map((point) => ({ ...point, gap: point[gap]! }));
    const recommended = recommendedRows(algorithm, at, epsilon);
    for (const { gap: place, stepSize, rounds, cost } of tried)
      rows.push({ algorithm: key, source: 'plan', epsilon, gap: place, stepSize, rounds, cost });
    rows.push(...recommended);
    const line = tried.map((point) => ({ x: point.gap, y: point.cost }));
    const label = [style.title] as const;
    return [
      ...(line.length === 0
        ? []
        : [{ ...{ key, name: style.title, hue: style.hue, label }, line: LINES[plan.kind], points: line }]),
      ...(plan.cost === null || plan.cost === 0
        ? []
        : [markerAt(key, style, 'best', { x: gapOf(plan)!, y: plan.cost })]),
      ...recommended.map(({ source, gap: x, cost: y }) =>
        markerAt(`${key} ${source}`, style, source, { x, y, callout: shortSource(source) }),
      ),
    ];
  });
  // Of one H alone there is nothing to compare.
  if (new Set(rows.map((row) => row.gap)).size < 2) return undefined;
  const number = epsilons.length === 1 ? '' : `-${at + 1}`;
  const name = `cost-by-${gap === 'localSteps' ? 'local-steps' : 'probability'}${number}`;
  const title = `Least cost to ε = ${exact(epsilon)} at each ${symbol}`;
  const across = gap === 'localSteps' ? 'local steps H' : 'communication probability p';
  const chart = chartOf({ name, title, across }, data, series);
  if (chart === undefined) return undefined;
  const caption = html`<strong>${title}.</strong> At the step size that is best there. Markers: the best of
    all, and with words what corollaries recommend, at the cost by theory’s curve. ${figureFiles(name)}`;
  return drawn(chart, LARGE, csvOf(gap, rows), caption);
}

/** The least cost at each ε. */
export function epsilonFigure(data: PlanPageData): DrawnFigure | undefined {
  const { epsilons, gap, algorithms, report } = data;
  const rows: CostRow[] = [];
  const series = algorithms.flatMap((algorithm): Series[] => {
    const { key, style, pictures } = algorithm;
    const plans = report.plans.filter((plan) => planKey(plan) === key && plan.cost !== null);
    const asked = plans.map((plan) => ({
      ...{ epsilon: plan.epsilon, gap: gapOf(plan)!, stepSize: plan.stepSize! },
      ...{ rounds: plan.rounds!, cost: plan.cost! },
    }));
    const others = (pictures?.byEpsilon ?? []).map(({ parameters, ...point }) => ({
      ...point,
      stepSize: Object.values(parameters)[0]!,
    }));
    const all = [...asked, ...others].filter(({ cost }) => cost > 0).sort((a, b) => a.epsilon - b.epsilon);
    const recommended = epsilons.flatMap((epsilon, at) => recommendedRows(algorithm, at, epsilon));
    for (const { epsilon, gap: place, stepSize, rounds, cost } of all)
      rows.push({ algorithm: key, source: 'plan', epsilon, gap: place, stepSize, rounds, cost });
    rows.push(...recommended);
    if (all.length === 0) return [];
    const label = [style.title] as const;
    return [
      {
        ...{ key, name: style.title, hue: style.hue, label, line: LINES[plans[0]?.kind ?? 'exact'] },
        points: all.map(({ epsilon, cost }) => ({ x: epsilon, y: cost })),
      },
      ...marksOf(key, style, { points: asked.filter(({ cost }) => cost > 0) }),
      ...[...new Set(recommended.map(({ source }) => source))].flatMap((source) =>
        marksOf(`${key} ${source}`, style, {
          points: recommended.filter((row) => row.source === source),
          label: `${style.title}: ${shortSource(source)}`,
        }),
      ),
    ];
  });
  // Of one ε alone there is nothing to compare.
  if (new Set(rows.map((row) => row.epsilon)).size < 2) return undefined;
  const name = 'cost-by-epsilon';
  const title = 'Least cost to each ε';
  const chart = chartOf({ name, title, across: 'ε of E‖θ̄_t − θ*‖²' }, data, series);
  if (chart === undefined) return undefined;
  const caption = html`<strong>${title}.</strong> Markers: the ε asked for, and what corollaries recommend
    there. Other ε: the best ${gapSymbol(gap)} of the maps’ rows. ${figureFiles(name)}`;
  return drawn(chart, LARGE, csvOf(gap, rows), caption);
}
