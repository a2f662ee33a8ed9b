/** The points of a sweep compared with one another: the best for each ε, and ratios on common seeds. */
import type { Titles } from '../../algorithms/titles.ts';
import { type Contender, type ContenderGroup, settlesAt, withRatios } from '../contest/contender.ts';
import { type Contest, contestOf } from '../contest/contest.ts';
import { isCondition } from '../contest/conditions.ts';
import { rankingOf } from '../contest/ranking.ts';
import { byFallingLevel, type Level } from '../../values/level.ts';
import { type Amount, passageTo } from '../axes.ts';
import type { Reached } from '../reach.ts';
import { negligibleFloor } from './lowestFloor.ts';
import { shownAmong } from './shownValue.ts';
import { bestOf } from './sweepFigures.ts';
import type { Cell, SweepData } from './sweepData.ts';

/** Where an algorithm reaches a level with the least of some amounts over the grid. */
export interface BestForLevel {
  readonly algorithm: string;
  /** in which it is compared, `problem.agents = 10`; empty where there is one alone */
  readonly condition: string;
  /** points of the algorithm under this condition, without the best, and those of them that do not reach the level */
  readonly others: number;
  readonly missing: number;
  readonly level: Level;
  /** that have the same best point, not separated from the same others */
  readonly by: readonly Amount[];
  readonly cell: Cell;
  readonly reached: Reached;
  /** points that differ from it by 5 % at most */
  readonly alike: readonly Cell[];
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
const BY: readonly Amount[] = ['time', 'round', 'step', 'uplinkBytes', 'downlinkBytes', 'bytes'];

/** The final error of a point all of whose seeds have completed. */
export const wholeFloor = ({ state, floor }: Pick<Cell, 'state' | 'floor'>): number | undefined =>
  state === 'completed' ? floor?.mean : undefined;

/** The best points of each algorithm under each condition for each level that one reaches, by each amount. */
export function bestForLevels(data: SweepData): BestForLevel[] {
  const levels = levelsOf(data);
  const groups = [...data.cells].flatMap(([algorithm, cells]) =>
    byCondition(data, cells, (cell) => cell).map(({ members, title }) => ({
      ...{ algorithm, cells: members, condition: title },
    })),
  );
  return groups.flatMap(({ algorithm, cells, condition }) =>
    levels.flatMap((level) => {
      const bests: (BestForLevel & { readonly by: Amount[] })[] = [];
      for (const amount of BY) {
        const { first, alike, tied, seedsNeeded, missing } = rankingOf(
          cells,
          ({ numbers }) => numbers(passageTo(amount, level)),
          (cell) => settlesAt(wholeFloor(cell), level),
        );
        const reached = first?.reach.find((each) => each.level === level);
        if (first === undefined || reached === undefined) continue;
        const same = bests.find(
          (best) => best.cell === first && isSame(best.alike, alike) && isSame(best.tied, tied),
        );
        if (same !== undefined) same.by.push(amount);
        else
          bests.push({
            ...{ algorithm, condition, level, by: [amount], cell: first, reached, alike, tied, seedsNeeded },
            ...{ others: cells.length - 1, missing: missing.length },
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

/** `problem.agents = 10`: the values of the names that stand for conditions, and differ among the points. */
export const conditionText = ({ axes }: SweepData, { point }: Cell): string =>
  axes
    .filter(({ name, values }) => isCondition(name) && values.length > 1)
    .map(({ name, values }) => `${name} = ${shownAmong(values)(point[name]!)}`)
    .join(', ');

/** Points under the same condition, together: those with the same values of the names that stand for conditions. */
function byCondition<Member>(
  data: SweepData,
  members: readonly Member[],
  cellOf: (member: Member) => Cell,
): { readonly title: string; readonly members: readonly Member[] }[] {
  const groups = new Map<string, Member[]>();
  for (const member of members) {
    const title = conditionText(data, cellOf(member));
    groups.set(title, [...(groups.get(title) ?? []), member]);
  }
  return [...groups].map(([title, found]) => ({ title, members: found }));
}

/** The numeric names of the method of which a point has an outermost value. */
export const edgesAt = ({ axes }: SweepData, { point }: Cell): string[] =>
  axes.flatMap(({ name, values }) => {
    const numbers = values.filter((value) => typeof value === 'number');
    if (numbers.length < values.length || numbers.length < 2 || isCondition(name)) return [];
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

/**
 * The points of a sweep under one condition, all algorithms together; of a sweep of conditions alone also each algorithm under all of them. The base of the ratios is the point that reaches the lowest
 * level in the least seconds; without levels that of the lowest floor.
 */
export const sweepContests = (data: SweepData, titleOf: Titles): Contest[] =>
  sweepGroups(data, titleOf).map(({ group, base }) => contestOf(group, levelsOf(data), base));

/** The points that are compared, and which of them is the base. */
export function sweepGroups(
  data: SweepData,
  titleOf: Titles,
): { readonly group: ContenderGroup; readonly base: number }[] {
  const levels = levelsOf(data);
  const all = [...data.cells].flatMap(([algorithm, cells]) => cells.map((cell) => ({ algorithm, cell })));
  const within = byCondition(data, all, ({ cell }) => cell);
  const methods = data.axes.filter(({ name, values }) => !isCondition(name) && values.length > 1);
  const across =
    within.length < 2 || methods.length > 0
      ? []
      : [...data.cells].map(([algorithm, cells]) => ({
          title: titleOf(algorithm),
          members: cells.map((cell) => ({ algorithm, cell })),
        }));
  return [...within, ...across].flatMap(({ title, members }) => {
    const ended = members.filter(({ cell: { state } }) => state === 'completed' || state === 'diverged');
    if (ended.length < 2) return [];
    const negligible = negligibleFloor(data.directory, ended[0]!.cell.key);
    const contenders = ended.map(({ algorithm, cell }) => ({
      key: `${algorithm}@${cell.key.slice(0, 12)}`,
      title:
        data.cells.size === 1 ? pointWords(data, cell) : `${titleOf(algorithm)}, ${pointWords(data, cell)}`,
      numbers: withRatios(cell.numbers, negligible),
      settles: (level: Level) => settlesAt(wholeFloor(cell), level),
      ...{ start: NaN, depth: NaN },
    }));
    const group: ContenderGroup = {
      ...{ title: within.length > 1 ? title : undefined, contenders, asked: levels },
      ...{ smallest: negligible, isTimed: true },
    };
    const base = baseAmong(
      ended.map(({ cell }) => cell),
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
      ({ numbers }) => numbers(passageTo('time', level)),
      ({ settles }) => settles?.(level) ?? true,
    );
    if (first !== undefined) return contenders.indexOf(first);
  }
  return Math.max(0, cells.indexOf(bestOf(cells)!));
}
