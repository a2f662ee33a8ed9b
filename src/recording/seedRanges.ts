/** The seeds of a run in its manifest: a list of numbers or, of many, of ranges as `--seeds` takes them. */

/** Up to so many seeds are listed one by one. */
const MOST_SINGLE = 1000;
/** Most seeds of a run. */
export const MOST_SEEDS = 1_000_000;
/** Three consecutive seeds are the fewest that a range lists in less room. */
const SHORTEST_RANGE = 3;

const RANGE = /^(-?\d{1,16})\.\.(-?\d{1,16})$/;

/** What a manifest says of a run's seeds. */
export function seedRangesOf(seeds: readonly number[]): readonly (number | string)[] {
  if (seeds.length <= MOST_SINGLE) return seeds;
  const ranges: (number | string)[] = [];
  for (let from = 0, to = 1; from < seeds.length; from = to, to++) {
    while (to < seeds.length && seeds[to] === seeds[to - 1]! + 1) to++;
    if (to - from < SHORTEST_RANGE) ranges.push(...seeds.slice(from, to));
    else ranges.push(`${seeds[from]!}..${seeds[to - 1]!}`);
  }
  return ranges;
}

/** The seeds that a manifest lists; `undefined` where it does not list any, or too many. */
export function seedsOf(ranges: readonly (number | string)[]): number[] | undefined {
  const seeds: number[] = [];
  for (const range of ranges) {
    if (typeof range === 'number') {
      if (seeds.length === MOST_SEEDS) return undefined;
      seeds.push(range);
      continue;
    }
    const [, first, last] = RANGE.exec(range) ?? [];
    const count = Number(last) - Number(first) + 1;
    if (!(count >= 1 && seeds.length + count <= MOST_SEEDS)) return undefined;
    for (let seed = Number(first); seed <= Number(last); seed++) seeds.push(seed);
  }
  return seeds;
}
