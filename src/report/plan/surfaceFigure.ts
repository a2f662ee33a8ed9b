/** A heat map: the cost of one algorithm to one ε over step size and H or p, with what is out of reach, and where it is best. */
import { textCell } from '../../recording/csvCell.ts';
import { type Plan, planKey } from '../../recording/planReport.ts';
import type { PlanPictures } from '../../search/plan/planPictures.ts';
import { FURTHEST, type SurfaceCell } from '../../search/plan/surface.ts';
import { type Chart } from '../chart/chart.ts';
import { frame } from '../chart/draw.ts';
import type { Shape } from '../chart/drawing.ts';
import { markerLines } from '../chart/looks.ts';
import { type Box, corners, type Place } from '../chart/paths.ts';
import { placeChart } from '../chart/placed.ts';
import { plotOf, widthOf } from '../chart/plot.ts';
import { onLine } from '../chart/scale.ts';
import { drawing, shapeMark, type Size, SMALLER } from '../chart/svg.ts';
import { type DrawnFigure, figureFiles } from '../drawnFigure.ts';
import { html } from '../html.ts';
import { exact, amount, scientific } from '../../values/numbers.ts';
import { INK, PAPER } from '../palette.ts';
import { shortSource } from './costFigures.ts';
import { type Legend, legendBelow, shadesPart, tilePart } from './mapLegend.ts';
import { edgesAbout, scaleOf, shadeOf } from './mapScale.ts';
import { arrow, edged, tile, type TileLook, words } from './mapShapes.ts';
import { gapSymbol, type PlanPageData, type PlannedAlgorithm } from './planPageData.ts';
import { COST_WORDS, gapOf } from './planTable.ts';

/** Of the least cost: cells up to it are outlined. */
const NEARLY = 1.1;
const EDGE = 'largest stable';

/** What cells without a cost look like, and mean. */
const KINDS: Readonly<Record<Exclude<SurfaceCell['kind'], 'reached'>, string>> = {
  above: 'ends above ε',
  grows: 'grows',
  later: `costs over ${FURTHEST} times the least`,
  unknown: 'not known',
};
const LOOKS: Readonly<Record<SurfaceCell['kind'], TileLook>> = {
  ...{ reached: 'plain', above: 'hatched', grows: 'crossed', later: 'grey', unknown: 'plain' },
};

/** Only a map of several cells is one. */
export function surfaceFigure(
  data: PlanPageData,
  algorithm: PlannedAlgorithm,
  at: number,
  size: Size,
): DrawnFigure | undefined {
  const { key, style, symbol, pictures } = algorithm;
  const cells = pictures?.surfaces[at]?.cells ?? [];
  if (pictures === undefined || cells.length < 2 || cells.every(({ kind }) => kind === 'unknown'))
    return undefined;
  const epsilon = data.epsilons[at]!;
  const plan = data.report.plans.find((each) => planKey(each) === key && each.epsilon === epsilon)!;
  const number = data.epsilons.length === 1 ? '' : `-${at + 1}`;
  const name = `surface-${key.replace(/[^A-Za-z0-9-]+/g, '_')}${number}`;
  const title = `${style.title}: cost to ε = ${exact(epsilon)}`;
  const drawnMap = new SurfaceMap(data, { ...algorithm, pictures }, { at, name, title, plan });
  const caption = html`<strong>${title}.</strong> In ${COST_WORDS[data.report.cost]}, over ${symbol} and
    ${gapSymbol(data.gap)}; what stands out most is least, in equal ratios; outlined: within 10 % of the
    least. ${beyondWords(pictures)} ${othersWords(pictures.others)} ${figureFiles(name, false)}`;
  return { name, title, svg: drawnMap.svg(size), csv: surfaceCsv(data, pictures, at), caption };
}

/** What a map does not show since it is further to the right. */
function beyondWords({ edge, surfaces }: PlanPictures): string | undefined {
  const right = edgesAbout(placesOf(surfaces[0]!.cells, 'stepSize')).at(-1)!;
  const steps = edge.map(({ stepSize }) => stepSize);
  if (steps.length === 0 || Math.min(...steps) <= right) return undefined;
  return `The largest stable step sizes lie beyond it, from ${scientific(Math.min(...steps))} on.`;
}

const placesOf = (cells: readonly SurfaceCell[], field: 'gap' | 'stepSize'): number[] => [
  ...new Set(cells.map((cell) => cell[field])),
];

const othersWords = (others: Readonly<Record<string, number>>): string | undefined =>
  Object.keys(others).length === 0
    ? undefined
    : `All cells have ${Object.entries(others)
        .map(([name, value]) => `${name} = ${scientific(value)}`)
        .join(', ')}.`;

/** A row for each cell, and for each point of the edge and each recommendation. */
function surfaceCsv(
  { gap }: PlanPageData,
  { surfaces, edge, recommended }: PlanPictures,
  at: number,
): string {
  const row = (kind: string, ...numbers: readonly (number | null)[]): string =>
    [kind, ...numbers.map((value) => value ?? '')].join(',');
  return [
    `kind,${gap},stepSize,rounds,cost`,
    ...surfaces[at]!.cells.map((cell) => row(cell.kind, cell.gap, cell.stepSize, cell.rounds, cell.cost)),
    ...edge.map((point) => row('stable edge', point.gap, point.stepSize, null, null)),
    ...recommended[at]!.filter(({ gap: place }) => place !== null).map((found) =>
      row(textCell(found.source), found.gap, found.stepSize, found.rounds, found.cost),
    ),
    '',
  ].join('\n');
}

interface Mapped {
  readonly at: number;
  readonly name: string;
  readonly title: string;
  readonly plan: Plan;
}

/** An algorithm that has a map. */
interface MappedAlgorithm extends PlannedAlgorithm {
  readonly pictures: PlanPictures;
}

/** Of words beside a place, which lie within the map. */
const baseline = (y: number, { top, bottom }: Box, letters: number): number =>
  Math.min(bottom - 0.5 * letters, Math.max(top + 1.2 * letters, y + 0.3 * letters));

class SurfaceMap {
  readonly #data: PlanPageData;
  readonly #algorithm: MappedAlgorithm;
  readonly #mapped: Mapped;
  readonly #cells: readonly SurfaceCell[];
  readonly #columns: readonly number[];
  readonly #rows: readonly number[];
  readonly #least: number;
  readonly #most: number;

  constructor(data: PlanPageData, algorithm: MappedAlgorithm, mapped: Mapped) {
    this.#data = data;
    this.#algorithm = algorithm;
    this.#mapped = mapped;
    this.#cells = algorithm.pictures.surfaces[mapped.at]!.cells;
    this.#columns = edgesAbout(this.#places('stepSize'));
    this.#rows = edgesAbout(this.#places('gap'));
    const costs = this.#cells.flatMap(({ cost }) => cost ?? []);
    this.#least = mapped.plan.cost ?? Math.min(...costs);
    this.#most = Math.min(Math.max(this.#least, ...costs), FURTHEST * this.#least);
  }

  svg(size: Size): string {
    const { title, name, plan } = this.#mapped;
    const { letters } = size;
    const { gap, report } = this.#data;
    const symbol = gapSymbol(gap);
    const chart: Chart = {
      ...{ name, title, series: [], references: [] },
      x: {
        title: `step size ${this.#algorithm.symbol}`,
        scale: scaleOf(this.#places('stepSize'), this.#columns),
      },
      y: {
        title: gap === 'localSteps' ? 'local steps H' : 'probability p',
        scale: scaleOf(this.#places('gap'), this.#rows),
      },
    };
    const box = plotOf(chart, size);
    const placed = placeChart(chart, box, { size: SMALLER * letters, widthOf });
    const place = (stepSize: number, at: number): Place => [
      box.left + (box.right - box.left) * onLine(chart.x.scale, stepSize),
      box.bottom - (box.bottom - box.top) * onLine(chart.y.scale, at),
    ];
    const description = `${COST_WORDS[report.cost]} over ${this.#algorithm.symbol} and ${symbol}${plan.cost === null ? '' : `, least ${scientific(plan.cost)} at ${this.#algorithm.symbol} = ${scientific(plan.stepSize)}, ${symbol} = ${exact(gapOf(plan)!)}`}.`;
    const legend = this.#legend(box, letters);
    const shapes = [
      ...frame(placed, letters),
      ...this.#tiles(place),
      ...this.#outline(place),
      ...this.#edge(place, box, letters),
      ...this.#marks(place, box, letters),
      ...legend.shapes(size.height),
    ];
    const whole = { ...size, height: size.height + legend.height };
    return drawing(
      title,
      description,
      whole,
      shapes.map((shape) => shapeMark(shape, SMALLER * letters)),
    );
  }

  #places(field: 'gap' | 'stepSize'): number[] {
    return placesOf(this.#cells, field);
  }

  #boundsOf({ gap, stepSize }: SurfaceCell): readonly [from: Place, to: Place] {
    const column = this.#columns.findIndex((edge) => edge > stepSize);
    const row = this.#rows.findIndex((edge) => edge > gap);
    return [
      [this.#columns[column - 1]!, this.#rows[row - 1]!],
      [this.#columns[column]!, this.#rows[row]!],
    ];
  }

  #cornersOf(cell: SurfaceCell, place: (x: number, y: number) => Place): [Place, Place] {
    const [from, to] = this.#boundsOf(cell);
    return [place(...from), place(...to)];
  }

  #tiles(place: (x: number, y: number) => Place): Shape[] {
    const { symbol } = this.#algorithm;
    const { gap } = this.#data;
    return this.#cells.flatMap((cell) => {
      const [[left, bottom], [right, top]] = this.#cornersOf(cell, place);
      const where = `${symbol} = ${scientific(cell.stepSize)}, ${gapSymbol(gap)} = ${scientific(cell.gap)}`;
      const found =
        cell.kind === 'reached'
          ? `${scientific(cell.cost)} ${COST_WORDS[this.#data.report.cost]}, T = ${cell.rounds}`
          : KINDS[cell.kind];
      return tile(LOOKS[cell.kind], [left, top, right, bottom], {
        ...(cell.cost !== null && { fill: shadeOf(cell.cost, [this.#least, this.#most]) }),
        title: `${where}: ${found}`,
      });
    });
  }

  /** Around the cells within a tenth of the least cost: the sides that they share with others. */
  #outline(place: (x: number, y: number) => Place): Shape[] {
    const isNear = ({ cost }: SurfaceCell): boolean => cost !== null && cost <= NEARLY * this.#least;
    const sides = new Map<string, readonly [Place, Place]>();
    for (const cell of this.#cells.filter(isNear)) {
      const [[left, bottom], [right, top]] = this.#boundsOf(cell);
      const around = corners([left, top], [right, bottom]);
      around.forEach((corner, k) => {
        const [from, to] = [corner, around[(k + 1) % 4]!];
        const key = [from, to].map(String).sort().join(' ');
        if (!sides.delete(key)) sides.set(key, [from, to]);
      });
    }
    const lines = [...sides.values()].map((side) => side.map(([x, y]) => place(x, y)));
    return edged({ kind: 'line', lines, stroke: INK.light, width: 2.2, round: true });
  }

  #edge(place: (x: number, y: number) => Place, box: Box, letters: number): Shape[] {
    const { edge } = this.#algorithm.pictures;
    const inside = edge
      .map(({ gap, stepSize }) => place(stepSize, gap))
      .filter(([x]) => x >= box.left && x <= box.right);
    if (inside.length === 0) return [];
    const upright = [box.top, box.bottom].map((y): Place => [inside[0]![0], y]);
    const [x, y] = inside[Math.floor(inside.length / 2)]!;
    const isLeft = x + letters * (widthOf(EDGE) + 1) > box.right;
    return [
      ...edged({
        ...{ kind: 'line', lines: [inside.length === 1 ? upright : inside], round: true },
        ...{ stroke: INK.light, width: 2, dashes: [7, 5] },
      }),
      words(EDGE, [x + (isLeft ? -0.5 : 0.5) * letters, baseline(y, box, letters)], letters, {
        ...{ anchor: isLeft ? 'end' : 'start', halo: true },
      }),
    ];
  }

  /** The best, and what corollaries recommend: at the border, with an arrow, where that is outside. */
  #marks(place: (x: number, y: number) => Place, box: Box, letters: number): Shape[] {
    const { plan, at } = this.#mapped;
    const { hue } = this.#algorithm.style;
    const recommended = this.#algorithm.pictures.recommended[at]!.flatMap(({ source, gap, stepSize }) =>
      gap === null || stepSize === null ? [] : [{ source, where: place(stepSize, gap) }],
    );
    const radius = 0.45 * letters;
    const marks = recommended.flatMap(({ source, where: [x, y] }): Shape[] => {
      const inside: Place = [
        Math.min(box.right - radius, Math.max(box.left + radius, x)),
        Math.min(box.bottom - radius, Math.max(box.top + radius, y)),
      ];
      const isOutside = Math.hypot(inside[0] - x, inside[1] - y) > 2 * radius;
      const lines = isOutside ? [arrow(inside, [x, y], radius)] : markerLines('diamond', inside, radius);
      const isRight = inside[0] > (box.left + box.right) / 2;
      return [
        {
          ...{ kind: 'line', lines, closed: true },
          ...{ fill: hue.line.light, stroke: PAPER.light, width: 1.5 },
        },
        words(
          shortSource(source),
          [inside[0] + (isRight ? -1 : 1) * 0.8 * letters, baseline(inside[1], box, letters)],
          letters,
          { anchor: isRight ? 'end' : 'start', halo: true },
        ),
      ];
    });
    if (plan.stepSize === null || gapOf(plan) === null) return marks;
    return [
      ...marks,
      {
        ...{ kind: 'circle', place: place(plan.stepSize, gapOf(plan)!), radius },
        ...{ fill: hue.line.light, stroke: PAPER.light, width: 2, title: `best: ${scientific(plan.cost)}` },
      },
    ];
  }

  /** Shades with the ends of their costs, and what is hatched, in rows below a height. */
  #legend(box: Box, letters: number): Legend {
    const kinds = (Object.keys(KINDS) as (keyof typeof KINDS)[]).filter((kind) =>
      this.#cells.some((cell) => cell.kind === kind),
    );
    return legendBelow(box, letters, [
      ...(Number.isFinite(this.#least) ? [shadesPart([this.#least, this.#most], amount, letters)] : []),
      ...kinds.map((kind) => tilePart(KINDS[kind], LOOKS[kind], letters)),
    ]);
  }
}
