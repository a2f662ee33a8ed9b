/** The figures of a sweep: floors against each swept name, the best of the others, and theory's expectation. */
import { FLOOR_KINDS } from '../across.ts';
import { type Axis, type Chart, type Point, type Series, withinReach } from '../chart/chart.ts';
import { logScale, placesScale, type Scale } from '../chart/scale.ts';
import { QUANTITIES } from '../figureList.ts';
import { textCell } from '../../recording/csvCell.ts';
import type { Hue } from '../palette.ts';
import { BASIS_WORDS, type ExpectedFloor } from '../expectedFloor.ts';
import { uncertaintyText } from '../../values/numbers.ts';
import { bandOf, expectedSeries } from '../expectedSeries.ts';
import { bareReason, because, type Unknown } from '../../theory/unknown.ts';
import { shortList } from '../contest/verdictText.ts';
import { shownAmong } from './shownValue.ts';
import type { Cell, SweepData } from './sweepData.ts';

/** What an algorithm is called and coloured. */
export type AlgorithmStyle = (algorithm: string) => { readonly title: string; readonly hue: Hue };

/** What theory expects of floors, or why nothing, by key. */
export type Expected = ReadonlyMap<string, ExpectedFloor | Unknown>;

/** `undefined` where there is none. */
function expectedAt(expected: Expected, key: string): ExpectedFloor | undefined {
  const found = expected.get(key);
  return found === undefined || 'reason' in found ? undefined : found;
}

/** What floors are: the same words as those of panels against a number. */
const floorTitle = ({ quantity }: SweepData): string => `${QUANTITIES[quantity]}, mean of the last 30 %`;

/** Whether the axis over some values is logarithmic: a place on it is a value, not the number of one. */
const isLogarithmic = (values: readonly (string | number)[]): values is readonly number[] =>
  values.length > 1 && values.every((value) => typeof value === 'number' && value > 0);

/** An axis over the values of a swept name: logarithmic where they are numbers above 0, else one place each. */
function axisOf(
  name: string,
  values: readonly (string | number)[],
): Axis & { readonly at: (value: string | number) => number } {
  const textOf = shownAmong(values);
  if (isLogarithmic(values)) {
    const scale = placesScale(values);
    const labels = new Map(values.map((value) => [Math.log10(value), textOf(value)]));
    const ticks = scale.ticks.map(({ at }) => ({ at, label: labels.get(at)! }));
    return { title: name, scale: { ...scale, ticks }, at: Number };
  }
  const scale: Scale = {
    kind: 'linear',
    low: -0.5,
    high: values.length - 0.5,
    ticks: values.map((value, at) => ({ at, label: textOf(value) })),
  };
  return {
    title: name,
    scale,
    at: (value) => values.indexOf(value),
    words: (at) => `at ${values[at]}`,
    valueAt: (at) => values[at]!,
  };
}

/** The cell of the least floor among those of which every seed has one: the mean of some seeds is not ranked. `undefined` where there is none. */
export function bestOf(cells: readonly Cell[]): Cell | undefined {
  let best: Cell | undefined;
  for (const cell of cells)
    if (cell.state === 'completed' && cell.floor && !(cell.floor.mean >= (best?.floor?.mean ?? Infinity)))
      best = cell;
  return best;
}

/** A name and those in lockstep with it. */
const inStepWith = ({ file: { zip } }: SweepData, name: string): readonly string[] =>
  name in zip ? Object.keys(zip) : [name];

/** Whether anything else is swept than a name and those in lockstep with it. */
export const hasOthers = (data: SweepData, name: string): boolean =>
  data.axes.some((axis) => axis.values.length > 1 && !inStepWith(data, name).includes(axis.name));

/** Cells that differ from another in one name alone. Names in lockstep with it differ, too. */
export function slice(data: SweepData, cells: readonly Cell[], through: Cell, name: string): readonly Cell[] {
  const inStep = inStepWith(data, name);
  return cells.filter(({ point }) =>
    Object.entries(point).every(([other, value]) => inStep.includes(other) || value === through.point[other]),
  );
}

/** The cells of one algorithm that are drawn against a name: its others are at its point with the lowest mean floor. */
function floorCells(data: SweepData, cells: readonly Cell[], name: string): readonly Cell[] {
  const best = bestOf(cells);
  if (best === undefined) return [];
  const found = slice(data, cells, best, name).filter(({ floor }) => floor !== undefined && floor.mean > 0);
  // Lists in lockstep may repeat a value: the lowest there is drawn.
  const lowest = new Map<string | number, number>();
  for (const { point, floor } of found)
    lowest.set(point[name]!, Math.min(floor!.mean, lowest.get(point[name]!) ?? Infinity));
  return found.filter(({ point, floor }) => floor!.mean === lowest.get(point[name]!));
}

/** Most values of a swept name in a sentence. */
const MOST_NAMED = 6;

/** Values in a row; of many the first. */
export const valuesText = (values: readonly string[]): string => shortList(values, MOST_NAMED);

/** ` Seeds diverged at step-size 2, 4 (Local SA).`: the points against a name that have no floor therefore. */
export function divergedWords(data: SweepData, name: string, style: AlgorithmStyle): string {
  const textOf = shownAmong(data.axes.find((axis) => axis.name === name)!.values);
  const titles = new Map<string, string[]>();
  for (const [algorithm, cells] of data.cells) {
    const best = bestOf(cells);
    const found = best === undefined ? [] : slice(data, cells, best, name);
    const values = valuesText(
      found.filter(({ state }) => state === 'diverged').map(({ point }) => textOf(point[name]!)),
    );
    titles.set(values, [...(titles.get(values) ?? []), style(algorithm).title]);
  }
  titles.delete('');
  return [...titles]
    .map(([values, algorithms]) => ` Seeds diverged at ${name} ${values} (${algorithms.join(', ')}).`)
    .join('');
}

/** What theory says of a point of {@link floorChart}. */
export interface PointTheory {
  readonly title: string;
  readonly value: string | number;
  readonly expected: ExpectedFloor | Unknown;
}

/** What theory says of all points against one name: an expectation, or why there is none. */
export const theoryOfPoints = (
  data: SweepData,
  name: string,
  style: AlgorithmStyle,
  expected: Expected,
): PointTheory[] =>
  [...data.cells].flatMap(([algorithm, cells]) =>
    floorCells(data, cells, name).map(({ key, point }) => ({
      title: style(algorithm).title,
      value: point[name]!,
      expected: expected.get(key) ?? because('theory was not computed'),
    })),
  );

/** Floors against one name, each algorithm's others at its point with the lowest mean floor, with what theory expects. */
export function floorChart(
  data: SweepData,
  name: string,
  style: AlgorithmStyle,
  expected: Expected,
): Chart | undefined {
  return chartOf(
    data,
    name,
    { file: `floors-${identifier(name)}`, title: `Final error against ${name}` },
    (algorithm, cells, axis) => {
      const floors = floorCells(data, cells, name);
      const { title, hue } = style(algorithm);
      const points = floors.map(({ point, floor }) => ({
        x: axis.at(point[name]!),
        y: floor!.mean,
        ...(floor!.interval && withinReach(floor!.mean, floor!.interval, 10)),
      }));
      const theory = stretches(floors, ({ key, point }) => {
        const found = expectedAt(expected, key);
        if (found === undefined || !(found.mean > 0)) return undefined;
        const { mean, relativeError } = found;
        return { x: axis.at(point[name]!), mean, relativeError };
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
        ...theory.map((stretch) => expectedSeries(algorithm, title, hue, stretch)),
      ];
    },
  );
}

/** Points of cells that follow one another; a cell without one ends a stretch. */
function stretches<Found>(
  cells: readonly Cell[],
  pointOf: (cell: Cell) => Found | undefined,
): readonly Found[][] {
  const all: Found[][] = [];
  let last: Found[] | undefined;
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
    { file: `best-${identifier(name)}`, title: `Best final error at each ${name}` },
    (algorithm, cells, axis) => {
      const values = data.axes.find((axis) => axis.name === name)!.values;
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
  const axis = axisOf(name, data.axes.find((axis) => axis.name === name)!.values);
  const series = [...data.cells]
    .flatMap(([algorithm, cells]) => seriesOf(algorithm, cells, axis))
    .map((curve) => ({ ...curve, points: curve.points.toSorted((a, b) => a.x - b.x) }));
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
    kinds: FLOOR_KINDS,
  };
}

/** A name as part of a file's name. */
export const identifier = (name: string): string => name.replace(/[^A-Za-z0-9-]+/g, '_');

/**
 * The data of a chart, a row for each point of each series: the value of the swept name as the grid has it.
 *
 * @param y - what the chart is of
 */
export function chartTable({ x, series }: Chart, data: SweepData, y = 'floor'): string {
  const rows = series.flatMap(({ name, points }) => rowsOfPoints(name, points, x.title, data));
  return [`series,${textCell(x.title)},${y},low,high`, ...rows, ''].join('\n');
}

/** {@link chartTable} with a row for each point that theory was asked for: what an expectation is over, or why there is none. */
export function floorTable({ x, series }: Chart, data: SweepData, theory: readonly PointTheory[]): string {
  const rows = series
    .filter(({ line }) => line === 'solid')
    .flatMap(({ name, points }) => [
      ...rowsOfPoints(name, points, x.title, data).map((row) => `${row},`),
      ...theory.filter(({ title }) => title === name).map(theoryRow),
    ]);
  return [`series,${textCell(x.title)},floor,low,high,note`, ...rows, ''].join('\n');
}

function theoryRow({ title, value, expected: found }: PointTheory): string {
  const head = [textCell(`${title} expected`), textCell(String(value))];
  if ('reason' in found) return [...head, '', '', '', textCell(bareReason(found.reason))].join(',');
  const { mean, basis, relativeError } = found;
  const { low = '', high = '' } = bandOf(mean, relativeError);
  const note = [uncertaintyText(relativeError), BASIS_WORDS[basis]].filter(Boolean).join(' ');
  return [...head, mean, low, high, textCell(note)].join(',');
}

function rowsOfPoints(name: string, points: readonly Point[], swept: string, data: SweepData): string[] {
  const { values } = data.axes.find((axis) => axis.name === swept)!;
  return points.map(({ x, y, low = '', high = '' }) => {
    const value = isLogarithmic(values) ? x : values[x]!;
    return [textCell(name), textCell(String(value)), y, low, high].join(',');
  });
}
