/** The figures of a sweep: floors against each swept name, the best of the others, and theory's expectation. */
import { KINDS } from '../across.ts';
import { type Axis, type Chart, type Point, type Series, withinReach } from '../chart/chart.ts';
import { logScale, placesScale, type Scale } from '../chart/scale.ts';
import { QUANTITIES } from '../figureList.ts';
import { textCell } from '../../recording/csvCell.ts';
import type { Hue } from '../palette.ts';
import { shownAmong } from './shownValue.ts';
import type { Cell, SweepData } from './sweepData.ts';

/** What an algorithm is called and coloured. */
export type AlgorithmStyle = (algorithm: string) => { readonly title: string; readonly hue: Hue };

/** Floors that theory expects, by key. */
export type Expected = ReadonlyMap<string, number>;

/** What floors are: the same words as those of panels against a number. */
const floorTitle = ({ quantity }: SweepData): string => `${QUANTITIES[quantity]}, mean of the last 30 %`;

/** An axis over the values of a swept name: logarithmic where they are numbers above 0, else one place each. */
function axisOf(
  name: string,
  values: readonly (string | number)[],
): Axis & { readonly at: (value: string | number) => number } {
  const numbers = values.filter((value) => typeof value === 'number');
  const shown = shownAmong(values);
  if (numbers.length === values.length && numbers.every((value) => value > 0) && numbers.length > 1) {
    const scale = placesScale(numbers);
    const labels = new Map(numbers.map((value) => [Math.log10(value), shown(value)]));
    const ticks = scale.ticks.map(({ at }) => ({ at, label: labels.get(at)! }));
    return { title: name, scale: { ...scale, ticks }, at: Number };
  }
  const scale: Scale = {
    kind: 'linear',
    low: -0.5,
    high: values.length - 0.5,
    ticks: values.map((value, at) => ({ at, label: shown(value) })),
  };
  return { title: name, scale, at: (value) => values.indexOf(value), words: (at) => `at ${values[at]}` };
}

/** The cell of the least floor among some; `undefined` of none that has one. */
export function bestOf(cells: readonly Cell[]): Cell | undefined {
  let best: Cell | undefined;
  for (const cell of cells)
    if (cell.floor && !(cell.floor.mean >= (best?.floor?.mean ?? Infinity))) best = cell;
  return best;
}

/** Cells that differ from another in one name alone. Names in lockstep with it differ, too. */
export function slice(data: SweepData, cells: readonly Cell[], through: Cell, name: string): readonly Cell[] {
  const inStep = name in data.file.zip ? Object.keys(data.file.zip) : [name];
  return cells.filter(({ point }) =>
    Object.entries(point).every(([other, value]) => inStep.includes(other) || value === through.point[other]),
  );
}

/** Floors against one name, each algorithm's others at its best point, with what theory expects. */
export function floorChart(
  data: SweepData,
  name: string,
  style: AlgorithmStyle,
  expected: Expected,
): Chart | undefined {
  return chartOf(
    data,
    name,
    { file: `floors-${identifier(name)}`, title: `Floor against ${name}` },
    (algorithm, cells, axis) => {
      const best = bestOf(cells);
      if (best === undefined) return [];
      const own = slice(data, cells, best, name).filter(({ floor }) => floor !== undefined && floor.mean > 0);
      const { title, hue } = style(algorithm);
      const points = own.map(({ point, floor }) => ({
        x: axis.at(point[name]!),
        y: floor!.mean,
        ...(floor!.interval && withinReach(floor!.mean, floor!.interval, 10)),
      }));
      const theory = stretches(own, ({ key, point }) => {
        const y = expected.get(key);
        return y === undefined || !(y > 0) ? undefined : { x: axis.at(point[name]!), y };
      });
      return [
        ...(points.length === 0
          ? []
          : [
              {
                key: algorithm,
                name: title,
                hue,
                line: 'solid',
                label: [title],
                dots: 'all',
                spread: 'bars',
                points,
              } satisfies Series,
            ]),
        ...theory.map((stretch): Series => ({
          key: algorithm,
          name: `${title} expected`,
          hue,
          line: 'dashed',
          points: stretch,
        })),
      ];
    },
  );
}

/** Points of cells that follow one another; a cell without one ends a stretch. */
function stretches(cells: readonly Cell[], pointOf: (cell: Cell) => Point | undefined): readonly Point[][] {
  const all: Point[][] = [];
  let last: Point[] | undefined;
  for (const cell of cells) {
    const point = pointOf(cell);
    if (point === undefined) last = undefined;
    else if (last === undefined) all.push((last = [point]));
    else last.push(point);
  }
  return all;
}

/** The least floor over all other names, against one. */
export function bestChart(data: SweepData, name: string, style: AlgorithmStyle): Chart | undefined {
  return chartOf(
    data,
    name,
    { file: `best-${identifier(name)}`, title: `Best floor at each ${name}` },
    (algorithm, cells, axis) => {
      const values = data.axes.find((one) => one.name === name)!.values;
      const points = values.flatMap((value) => {
        const best = bestOf(cells.filter(({ point }) => point[name] === value));
        return best?.floor === undefined || !(best.floor.mean > 0)
          ? []
          : [{ x: axis.at(value), y: best.floor.mean }];
      });
      const { title, hue } = style(algorithm);
      return points.length === 0
        ? []
        : [{ key: algorithm, name: title, hue, line: 'solid', label: [title], dots: 'all', points }];
    },
  );
}

/** A chart against one name; `undefined` where no algorithm has a point. */
export function chartOf(
  data: SweepData,
  name: string,
  {
    file,
    title,
    y = floorTitle(data),
  }: { readonly file: string; readonly title: string; readonly y?: string },
  seriesOf: (algorithm: string, cells: readonly Cell[], axis: ReturnType<typeof axisOf>) => readonly Series[],
): Chart | undefined {
  const axis = axisOf(name, data.axes.find((one) => one.name === name)!.values);
  const series = [...data.cells]
    .flatMap(([algorithm, cells]) => seriesOf(algorithm, cells, axis))
    .map((one) => ({ ...one, points: one.points.toSorted((a, b) => a.x - b.x) }));
  if (series.length === 0) return undefined;
  const values = series.flatMap(({ points }) =>
    points.flatMap(({ y, low = y, high = y }: { y: number; low?: number; high?: number }) => [y, low, high]),
  );
  return {
    name: file,
    title,
    x: axis,
    y: { title: y, scale: logScale(values) },
    series,
    references: [],
    kinds: KINDS,
  };
}

/** A name as part of a file's name. */
export const identifier = (name: string): string => name.replace(/[^A-Za-z0-9-]+/g, '_');

/** The data of a chart, a row for each point of each series. */
export const chartTable = ({ x, series }: Chart, y = 'floor'): string =>
  [
    `series,${textCell(x.title)},${y},low,high`,
    ...series.flatMap(({ name, points }) =>
      points.map((p) => `${textCell(name)},${p.x},${p.y},${p.low ?? ''},${p.high ?? ''}`),
    ),
    '',
  ].join('\n');
