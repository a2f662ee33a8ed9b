/** The points of a sweep compared with one another: the best for each ε, and ratios on common seeds. */
import type { Titles } from '../../algorithms/titles.ts';
import type { Contender, ContenderGroup } from '../contest/contender.ts';
import { type Contest, contestOf } from '../contest/contest.ts';
import { rankingOf } from '../contest/ranking.ts';
import type { Passage } from '../../protocol/found.ts';
import { byFallingLevel, epsilonOf, isFirstTouch, type Level } from '../../values/level.ts';
import type { Amount, Reached } from '../reach.ts';
import { shownAmong } from './shownValue.ts';
import { bestOf } from './sweepFigures.ts';
import type { Cell, SweepData } from './sweepData.ts';

/** Where an algorithm reaches a level with the least of some amounts over the grid. */
export interface BestForLevel {
  readonly algorithm: string;
  readonly level: Level;
  /** that have the same best point, not separated from the same others */
  readonly by: readonly Amount[];
  readonly cell: Cell;
  readonly reached: Reached;
  /** points that are not separated from it, and how many seeds would do that, where it is known */
  readonly tied: readonly Cell[];
  readonly seedsNeeded: ReadonlyMap<Cell, number>;
  /** numeric names of which it has the least or the largest value: a better point may lie beyond */
  readonly edges: readonly string[];
}

/** The levels of reach.csv, in its order. */
export const levelsOf = ({ cells }: SweepData): Level[] => [
  ...new Set([...cells.values()].flat().flatMap(({ reach }) => reach.map(({ level }) => level))),
];

/** What best points are found by, seconds first. */
const BY: readonly (readonly [Amount, (level: Level) => Passage])[] = [
  ['time', (seconds) => ({ seconds })],
  ['round', (rounds) => ({ rounds })],
  ['step', (steps) => ({ steps })],
  ['uplinkBytes', (bytes) => ({ bytes })],
  ['downlinkBytes', (downlinkBytes) => ({ downlinkBytes })],
  ['bytes', (allBytes) => ({ allBytes })],
];

/**
 * Whether a point may be said to reach a level: all of its seeds have completed, and their final error is at most ε in the mean. At the end of a
 * run an error that goes up and down around a larger one may have no time left to rise. First touches do not settle.
 */
const settlesAt = ({ state, floor }: Pick<Cell, 'state' | 'floor'>, level: Level): boolean =>
  isFirstTouch(level) || (state === 'completed' && floor !== undefined && floor.mean <= epsilonOf(level));

/** The best points of each algorithm for each level that one reaches, by each amount. */
export function bestForLevels(data: SweepData): BestForLevel[] {
  return [...data.cells].flatMap(([algorithm, cells]) =>
    levelsOf(data).flatMap((level) => {
      const bests: (BestForLevel & { readonly by: Amount[] })[] = [];
      for (const [amount, passage] of BY) {
        const { first, tied, seedsNeeded } = rankingOf(
          cells,
          ({ numbers }) => numbers(passage(level)),
          (cell) => settlesAt(cell, level),
        );
        const reached = first?.reach.find((each) => each.level === level);
        if (first === undefined || reached === undefined) continue;
        const alike = bests.find(({ cell, tied: others }) => cell === first && isSame(others, tied));
        if (alike !== undefined) alike.by.push(amount);
        else
          bests.push({
            ...{ algorithm, level, by: [amount], cell: first, reached, tied, seedsNeeded },
            edges: edgesAt(data, first),
          });
      }
      return bests;
    }),
  );
}

/** A row for each best point and level, whatever it is the best by. */
export const bestRows = (
  bests: readonly BestForLevel[],
): { readonly algorithm: string; readonly cell: Cell; readonly reached: readonly Reached[] }[] =>
  bests
    .filter(
      (best, k) => bests.findIndex(({ cell, level }) => cell === best.cell && level === best.level) === k,
    )
    .map(({ algorithm, cell, reached }) => ({ algorithm, cell, reached: [reached] }));

const isSame = (some: readonly Cell[], others: readonly Cell[]): boolean =>
  some.length === others.length && some.every((cell) => others.includes(cell));

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
      settles: (level: Level) => settlesAt(cell, level),
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
  levels: readonly Level[],
): number {
  for (const level of levels.toSorted(byFallingLevel).reverse()) {
    const { first } = rankingOf(
      contenders,
      ({ numbers }) => numbers({ seconds: level }),
      ({ settles }) => settles?.(level) ?? true,
    );
    if (first !== undefined) return contenders.indexOf(first);
  }
  return Math.max(0, cells.indexOf(bestOf(cells)!));
}
