/** Which points of a grid a scenario wants. */
import { type Point, pointText, valuesAt } from '../../configuration/sweep/grid.ts';
import type { Target } from '../../inputs/target.ts';
import { userCall } from '../../values/failure.ts';

/** By `sweep.where` of a scenario, which sees numbers as numbers. */
export function isWanted(point: Point, { file = 'the scenario', definition: { sweep } }: Target): boolean {
  if (sweep?.where === undefined) return true;
  return userCall(`${file}: sweep.where at ${pointText(point)}`, () => sweep.where!(valuesAt(point)));
}
