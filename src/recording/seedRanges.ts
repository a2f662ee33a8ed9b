/** The seeds of a run in its manifest: a list of numbers or, of many, of ranges as `--seeds` takes them. */

/** Up to so many seeds are told one by one. */
const MOST_SINGLE = 1000;
/** Most seeds of a run. */
const MOST_SEEDS = 1_000_000;
/** Three consecutive seeds are the fewest that a range tells in less room. */
const SHORTEST_RANGE = 3;

const RANGE = /^(-?\d{1,16})\.\.(-?\d{1,16})$/;

/** What a manifest says of a run's seeds. */
export function seedsTold(seeds: readonly number[]): readonly (number | string)[] {
  if (seeds.length <= MOST_SINGLE) return seeds;
  const told: (number | string)[] = [];
  for (let from = 0, to = 1; from < seeds.length; from = to, to++) {
    while (to < seeds.length && seeds[to] === seeds[to - 1]! + 1) to++;
    if (to - from < SHORTEST_RANGE) told.push(...seeds.slice(from, to));
    else told.push(`${seeds[from]!}..${seeds[to - 1]!}`);
  }
  return told;
}

/** The seeds that a manifest tells; `undefined` where it does not tell any, or too many. */
export function seedsOf(told: readonly (number | string)[]): number[] | undefined {
  const seeds: number[] = [];
  for (const one of told) {
    if (typeof one === 'number') {
      seeds.push(one);
      continue;
    }
    const [, first, last] = RANGE.exec(one) ?? [];
    const count = Number(last) - Number(first) + 1;
    if (!(count >= 1 && seeds.length + count <= MOST_SEEDS)) return undefined;
    for (let seed = Number(first); seed <= Number(last); seed++) seeds.push(seed);
  }
  return seeds;
}
