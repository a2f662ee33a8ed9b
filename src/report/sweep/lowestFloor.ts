/** How the lowest floor of a sweep's points is separated from the others. */
import { join } from 'node:path';
import type { SeedNumbers } from '../../configuration/found.ts';
import { readManifest } from '../../recording/readManifest.ts';
import { InputError } from '../../values/failure.ts';
import { resolutionOf } from '../headline.ts';
import { pairedRatio, type Side, sidesOf } from '../pairedRatio.ts';

/** The ratio of any error to it is finite. */
const SMALLEST = 1e-150;

/** How many of the other floors, each of a point all of whose seeds have completed, are not above the lowest. */
export interface Beside {
  readonly others: number;
  /** that differ from it by 5 % at most, by the 95 % interval of the ratio over common seeds */
  readonly alike: number;
  /** of the rest, those of which that interval does not exclude 1 */
  readonly notSeparated: number;
}

/**
 * Compares floors with the lowest, which was chosen by the floors themselves: Holm's correction is for all pairs.
 *
 * @param negligible - less than this is rounding: such floors are equal
 */
export function besideLowest(
  lowest: SeedNumbers,
  others: readonly SeedNumbers[],
  negligible: number,
): Beside {
  const least = Math.max(negligible, SMALLEST);
  const raised = (numbers: SeedNumbers): SeedNumbers =>
    new Map(
      [...numbers].map(([seed, { low, high }]) => [
        seed,
        { low: Math.max(low, least), high: Math.max(high, least) },
      ]),
    );
  const ratios = others.map((found) => pairedRatio(raised(lowest), raised(found)));
  const sides = sidesOf(ratios, pairCount(others.length));
  const count = (...wanted: readonly Side[]): number => sides.filter((side) => wanted.includes(side)).length;
  // The least by its mean may be larger in the ratios' mean.
  return {
    others: others.length,
    alike: count('alike'),
    notSeparated: count('not separated', 'lower'),
  };
}

/** Pairs among a result and its others. */
const pairCount = (others: number): number => (others * (others + 1)) / 2;

/** What is rounding in the floors of a run of the sweep; 0 where θ* is not known, or the manifest cannot be read. */
export function negligibleFloor(directory: string, key: string): number {
  try {
    const { problem } = readManifest(join(directory, 'runs', key));
    return problem.root === null ? 0 : resolutionOf(problem);
  } catch (error) {
    if (error instanceof InputError) return 0;
    throw error;
  }
}
