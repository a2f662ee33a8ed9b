/** The lead of a sweep's page: the best point of its grid, and how far it is separated from the others. */
import type { Titles } from '../../algorithms/titles.ts';
import type { Contest } from '../contest/contest.ts';
import { verdictText } from '../contest/verdictText.ts';
import { levelText } from '../levelText.ts';
import { grouped, scientific } from '../../values/numbers.ts';
import { besideLowest, negligibleFloor } from './lowestFloor.ts';
import { edgesAt, pointWords, wholeFloor } from './sweepContest.ts';
import type { SweepData } from './sweepData.ts';
import { bestOf } from './sweepFigures.ts';

/** Names in a list of the lead. */
const MOST_NAMES = 3;

/**
 * Two sentences on the whole grid. With target errors the first names the point that reaches the lowest of them first, otherwise the point of the
 * lowest floor; the second names the grid's edges on which that point lies.
 *
 * @returns `undefined` if points have different problems, or no run is complete
 */
export function sweepLead(
  data: SweepData,
  contests: readonly Contest[],
  titleOf: Titles,
): string | undefined {
  const [contest, ...more] = contests;
  if (contest === undefined || more.length > 0) return undefined;
  const reached = contest.verdicts.findLast(
    ({ axis, ranking }) => axis === contest.leading && ranking.first !== undefined,
  );
  if (reached !== undefined) return `ε = ${levelText(reached.level)} is ${verdictText(reached, MOST_NAMES)}.`;
  const bests = [...data.cells].flatMap(([algorithm, cells]) => {
    const cell = bestOf(cells);
    return cell?.floor === undefined ? [] : [{ algorithm, cell, floor: cell.floor }];
  });
  const [best] = bests.toSorted((a, b) => a.floor.mean - b.floor.mean);
  if (best === undefined) return undefined;
  const others = [...data.cells.values()]
    .flat()
    .filter((cell) => cell !== best.cell && wholeFloor(cell) !== undefined);
  const { alike, notSeparated } = besideLowest(
    best.cell.numbers('floor'),
    others.map(({ numbers }) => numbers('floor')),
    negligibleFloor(data.directory, best.cell.key),
  );
  const name =
    data.cells.size === 1
      ? pointWords(data, best.cell)
      : `${titleOf(best.algorithm)} at ${pointWords(data, best.cell)}`;
  const ofAll = (count: number): string => `${grouped(count)} of ${grouped(others.length)} other results`;
  const beside = [
    ...(notSeparated + alike === 0 && others.length > 0 ? ['separated from all other results'] : []),
    ...(alike === 0 ? [] : [`alike with ${ofAll(alike)}`]),
    ...(notSeparated === 0 ? [] : [`not separated from ${ofAll(notSeparated)}`]),
  ];
  const edges = edgesAt(data, best.cell);
  const edge = edges.length === 0 ? '' : ` A better point may lie beyond the grid in ${edges.join(' and ')}.`;
  if (best.cell.trend !== 'level')
    return `${name} ends lowest, ${scientific(best.floor.mean)}; its error is still ${best.cell.trend}.${edge}`;
  return `${[`${name} has the lowest final error, ${scientific(best.floor.mean)}`, ...beside].join(', ')}.${edge}`;
}
