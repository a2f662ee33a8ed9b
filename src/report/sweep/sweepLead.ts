/** The lead of a sweep's page: the best point of its grid, and how far it is separated from the others. */
import type { Titles } from '../../algorithms/titles.ts';
import { rankingOf } from '../contest/ranking.ts';
import type { Contest } from '../contest/contest.ts';
import { verdictText } from '../contest/verdictText.ts';
import { levelText } from '../levelText.ts';
import { grouped, overText } from '../../values/numbers.ts';
import { edgesAt, pointWords } from './sweepContest.ts';
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
  const [contest, ...others] = contests;
  if (contest === undefined || others.length > 0) return undefined;
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
  const { alike, tied } = rankingOf(contest.contenders, ({ numbers }) => numbers('floor'));
  const name =
    data.cells.size === 1
      ? pointWords(data, best.cell)
      : `${titleOf(best.algorithm)} at ${pointWords(data, best.cell)}`;
  const count = contest.contenders.length;
  const ofAll = (results: readonly unknown[]): string =>
    `${grouped(results.length)} of ${grouped(count - 1)} other results`;
  const beside =
    tied.length + alike.length === 0
      ? 'separated from all other results'
      : [
          ...(alike.length === 0 ? [] : [`alike with ${ofAll(alike)}`]),
          ...(tied.length === 0
            ? []
            : [
                `not separated from ${ofAll(tied)} (Holm’s correction for ${grouped((count * (count - 1)) / 2)} pairs)`,
              ]),
        ].join(', ');
  const edges = edgesAt(data, best.cell);
  const edge =
    edges.length === 0
      ? ''
      : ` It lies at the edge of the grid in ${edges.join(' and ')}: a better point may lie beyond.`;
  if (best.cell.trend !== 'level')
    return `${name} ends lowest, ${overText(best.floor)}; its error is still ${best.cell.trend}: no floor yet.${edge}`;
  return `${name} has the lowest floor, ${overText(best.floor)}, ${beside}.${edge}`;
}
