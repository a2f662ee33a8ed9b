/** Ranking of several results: the least, those alike, and those not separated from it. */
import type { SeedNumbers } from '../../configuration/found.ts';
import { LEVEL, type PairedRatio, pairedRatio, type Side, sidesOf } from '../pairedRatio.ts';
import { seedsToSeparate } from '../power.ts';
import { mean, quantile } from '../statistics.ts';

export interface Ranking<Result> {
  /** the least; `undefined` where no seed of any result has a finite number */
  readonly first: Result | undefined;
  /** that differ from it by 5 % at most, in rising order */
  readonly alike: readonly Result[];
  /** not separated from it, and not known to be alike, in rising order */
  readonly tied: readonly Result[];
  /** of those, how many seeds would separate them from the first: see {@link seedsToSeparate}; without those of which that is not known */
  readonly seedsNeeded: ReadonlyMap<Result, number>;
  /** larger, in rising order, each with the ratio to the first */
  readonly behind: readonly { readonly result: Result; readonly ratio: PairedRatio }[];
  /** no seed has a finite number */
  readonly missing: readonly Result[];
  /** of those, the results of which a run ended before that of the first had its number */
  readonly short: readonly Result[];
}

/**
 * Ranks results on common seeds. The least is chosen by the numbers themselves, so that Holm's correction is for all pairs
 * of results, although pairs with the first alone are tested.
 *
 * A result without any finite number did not reach a level, so it is `missing`, and so is one that does not settle there.
 *
 * @param settles - whether a result may be said to reach the level at all
 */
export function rankingOf<Result>(
  results: readonly Result[],
  numbersOf: (result: Result) => SeedNumbers,
  settles: (result: Result) => boolean = () => true,
): Ranking<Result> {
  const all = results.map((result) => ({ result, numbers: numbersOf(result) }));
  const ranked = all
    .filter(
      ({ result, numbers }) =>
        settles(result) && [...numbers.values()].some(({ high }) => Number.isFinite(high)),
    )
    .map((each) => ({ ...each, rank: rankOf(each.numbers) }))
    .sort(
      (a, b) => a.rank.mean - b.rank.mean || b.rank.share - a.rank.share || a.rank.median - b.rank.median,
    );
  const [first, ...others] = ranked;
  if (first === undefined)
    return {
      ...{ first: undefined, alike: [], tied: [], seedsNeeded: new Map(), behind: [] },
      ...{ missing: results, short: [] },
    };
  const ratios = others.map(({ numbers }) => pairedRatio(first.numbers, numbers));
  const family = (ranked.length * (ranked.length - 1)) / 2;
  const sides = sidesOf(ratios, family);
  const missing = all.filter(({ result }) => ranked.every((each) => each.result !== result));
  const onSide = (wanted: (side: Side) => boolean) =>
    others.flatMap(({ result }, k) => (wanted(sides[k]!) ? [{ result, ratio: ratios[k]! }] : []));
  // The least by its mean may be larger in the ratios' mean.
  const tied = onSide((side) => side === 'not separated' || side === 'lower');
  return {
    first: first.result,
    alike: onSide((side) => side === 'alike').map(({ result }) => result),
    tied: tied.map(({ result }) => result),
    seedsNeeded: new Map(
      tied.flatMap(({ result, ratio: { effect } }): [Result, number][] =>
        Number.isNaN(effect) ? [] : [[result, seedsToSeparate(effect, LEVEL / family)]],
      ),
    ),
    behind: onSide((side) => side === 'higher'),
    missing: missing.map(({ result }) => result),
    short: missing.filter(({ numbers }) => !isBeyond(numbers, first.numbers)).map(({ result }) => result),
  };
}

/** Means are compared where all seeds have a number, else the share of seeds that have one, and the median. */
function rankOf(numbers: SeedNumbers): {
  readonly mean: number;
  readonly share: number;
  readonly median: number;
} {
  const values = [...numbers.values()].map(({ high }) => high).sort((a, b) => a - b);
  const finite = values.filter(Number.isFinite);
  return {
    mean: finite.length === values.length ? mean(values) : Number.MAX_VALUE,
    share: finite.length / values.length,
    median: quantile(finite, 0.5),
  };
}

/** Whether every seed is known to have a larger number than the first result has in the same seed, where that has one. */
const isBeyond = (numbers: SeedNumbers, first: SeedNumbers): boolean =>
  [...numbers].every(([seed, { low }]) => {
    const { high } = first.get(seed) ?? { high: Infinity };
    return high === Infinity || low >= high;
  });
