/** The points of a sweep compared with one another: the best for each ε, and ratios on common seeds. */
import type { Titles } from '../../algorithms/titles.ts';
import type { Contender, ContenderGroup } from '../contest/contender.ts';
import { type Contest, contestOf } from '../contest/contest.ts';
import { rankingOf } from '../contest/ranking.ts';
import type { Reached } from '../reach.ts';
import { shownAmong } from './shownValue.ts';
import { bestOf } from './sweepFigures.ts';
import type { Cell, SweepData } from './sweepData.ts';

/** Where an algorithm reaches ε in the least seconds over the grid. */
export interface BestForLevel {
  readonly algorithm: string;
  readonly cell: Cell;
  readonly reached: Reached;
  /** points that are not separated from it */
  readonly tied: readonly Cell[];
  /** numeric names of which it has the least or the largest value: a better point may lie beyond */
  readonly edges: readonly string[];
}

/** The levels of reach.csv, in its order. */
export const levelsOf = ({ cells }: SweepData): number[] => [
  ...new Set([...cells.values()].flat().flatMap(({ reach }) => reach.map(({ level }) => level))),
];

/** The best point of each algorithm for each level that a seed reaches anywhere. */
export function bestForLevels(data: SweepData): BestForLevel[] {
  return [...data.cells].flatMap(([algorithm, cells]) =>
    levelsOf(data).flatMap((level): BestForLevel[] => {
      const { first, tied } = rankingOf(cells, ({ numbers }) => numbers({ seconds: level }));
      const reached = first?.reach.find((each) => each.level === level);
      if (first === undefined || reached === undefined) return [];
      return [{ ...{ algorithm, cell: first, reached, tied }, edges: edgesAt(data, first) }];
    }),
  );
}

/** The numeric names of which a point has an outermost value. */
export const edgesAt = ({ axes }: SweepData, { point }: Cell): string[] =>
  axes.flatMap(({ name, values }) => {
    const numbers = values.filter((value) => typeof value === 'number');
    if (numbers.length < values.length || numbers.length < 2) return [];
    const value = point[name] as number;
    return value === Math.min(...numbers) || value === Math.max(...numbers) ? [name] : [];
  });

/** `step-size=0.1, policy.count=5`: the values of the names that differ among the points. */
export function pointWords({ axes }: SweepData, { point }: Pick<Cell, 'point'>): string {
  const swept = axes.filter(({ values }) => values.length > 1);
  return (swept.length === 0 ? axes : swept)
    .map(({ name, values }) => `${name}=${shownAmong(values)(point[name]!)}`)
    .join(', ');
}

/** Names of which a value makes another problem: points with different ones do not compete. */
const isProblem = (name: string): boolean => name.startsWith('problem.');

/**
 * The points of a sweep with the same problem, all algorithms together. The base of the ratios is the point that reaches the lowest
 * level in the least seconds; without levels that of the lowest floor.
 */
export const sweepContests = (data: SweepData, titleOf: Titles): Contest[] =>
  sweepGroups(data, titleOf).map(({ group, base }) => contestOf(group, levelsOf(data), base));

/** The points with the same problem, and which of them is the base. */
export function sweepGroups(
  data: SweepData,
  titleOf: Titles,
): { readonly group: ContenderGroup; readonly base: number }[] {
  const levels = levelsOf(data);
  const groups = new Map<string, { readonly title: string; readonly cells: [string, Cell][] }>();
  const names = data.axes.filter(({ name, values }) => isProblem(name) && values.length > 1);
  for (const [algorithm, cells] of data.cells)
    for (const cell of cells) {
      const title = names
        .map(({ name, values }) => `${name} = ${shownAmong(values)(cell.point[name]!)}`)
        .join(', ');
      const group = groups.get(title) ?? { title, cells: [] };
      group.cells.push([algorithm, cell]);
      groups.set(title, group);
    }
  return [...groups.values()].flatMap(({ title, cells }) => {
    const ended = cells.filter(([, { state }]) => state === 'completed' || state === 'diverged');
    if (ended.length < 2) return [];
    const contenders = ended.map(([algorithm, cell]) => ({
      key: `${algorithm}@${cell.key.slice(0, 12)}`,
      title:
        data.cells.size === 1 ? pointWords(data, cell) : `${titleOf(algorithm)}, ${pointWords(data, cell)}`,
      numbers: cell.numbers,
      ...{ start: NaN, depth: NaN },
    }));
    const group: ContenderGroup = {
      ...{ title: groups.size > 1 ? title : undefined, contenders, asked: levels },
      ...{ smallest: 0, isTimed: true },
    };
    const base = baseAmong(
      ended.map(([, cell]) => cell),
      contenders,
      levels,
    );
    return [{ group, base }];
  });
}

function baseAmong(
  cells: readonly Cell[],
  contenders: readonly Contender[],
  levels: readonly number[],
): number {
  for (const level of levels.toSorted((a, b) => a - b)) {
    const { first } = rankingOf(contenders, ({ numbers }) => numbers({ seconds: level }));
    if (first !== undefined) return contenders.indexOf(first);
  }
  return Math.max(0, cells.indexOf(bestOf(cells)!));
}
