/** Results paired over common seeds: the ratio of final errors, and of what it takes to reach a target error. */
import type { Quantity, SeedNumbers } from '../configuration/found.ts';
import { type Amount, AXES, passageTo } from './axes.ts';
import { type PairedRatio, pairedRatio } from './pairedRatio.ts';
import { endsOf, mean, studentFactor } from './statistics.ts';
import { epsilonOf, isFirstTouch, type Level } from '../values/level.ts';

/** What passages are compared in, by the names that JSON has for them. */
const COMPARED = {
  rounds: 'round',
  seconds: 'time',
  uplinkBytes: 'uplinkBytes',
  bytes: 'bytes',
} as const satisfies Readonly<Record<string, Amount>>;
export type ComparedIn = keyof typeof COMPARED;
const ALL_COMPARED = Object.keys(COMPARED) as ComparedIn[];

/** A quantity as JSON has it. */
export type PairedQuantity = 'floor' | ComparedIn;

/** The ratio B/A of one quantity. Numbers are NaN or infinite where they are unknown, which JSON writes as null. */
export interface Pair {
  /** key in the run; of two algorithms `A/B` */
  readonly algorithm: string;
  readonly quantity: PairedQuantity;
  /** target error ε of a passage; null of the floor */
  readonly epsilon: number | null;
  /** whether it is about the first touch of ε */
  readonly firstTouch?: true;
  /** geometric mean over the seeds; the median where a seed is censored */
  readonly ratio: number;
  /** 95 % interval: Student's t over the seeds' log ratios; of the median by order statistics where a seed is censored */
  readonly low: number;
  readonly high: number;
  /** seeds that both results have, and those of them in which either misses ε or has diverged */
  readonly seeds: number;
  readonly censored: number;
  /** of the two results' logarithms over the seeds: what pairing gains */
  readonly correlation: number;
  /** of a two-sided test of the ratio 1; NaN where there is none, as of one seed */
  readonly pValue: number;
  /** whether both results are there from the start in every seed, so that there is no ratio */
  readonly atStart?: true;
  /** seeds with which the interval would be ± 10 % wide, at the spread of these seeds */
  readonly seedsForTenPercent: number;
  /** where seeds are censored, the means of what was spent up to ε or `upTo`, the least that any run lasted */
  readonly restricted: { readonly upTo: number; readonly means: readonly [number, number] } | null;
}

/** The level that a pair is about; `undefined` of the floor. */
export const levelOf = ({ epsilon, firstTouch }: Pick<Pair, 'epsilon' | 'firstTouch'>): Level | undefined =>
  epsilon === null ? undefined : firstTouch ? `first:${epsilon}` : epsilon;

/** The quantity of a passage to a target error. */
export const comparedPassage = (name: ComparedIn, level: Level): Quantity => passageTo(COMPARED[name], level);

/** What texts call a quantity. */
export const quantityName = (quantity: PairedQuantity): string =>
  quantity === 'floor' ? 'final error' : AXES[COMPARED[quantity]].name;

/** What follows the number of a passage. */
export const comparedUnit = (name: ComparedIn): readonly [one: string, several: string] =>
  AXES[COMPARED[name]].unit;

/** Half a width of ± 10 %, in logarithms, and the most seeds that are named. */
const TEN_PERCENT = Math.log(1.1);
const MOST_SEEDS = 1e6;

/** What each result has of a quantity, by seed. */
export type Numbers = (quantity: Quantity) => SeedNumbers;

/**
 * The pairs of two results: of their floors, and of the passages to each target error.
 *
 * @param levels - target errors
 */
export function pairsOf(
  algorithm: string,
  [base, result]: readonly [Numbers, Numbers],
  levels: readonly Level[],
): Pair[] {
  const paired = (name: PairedQuantity, level: Level | null, quantity: Quantity): Pair => {
    const numbers = [base(quantity), result(quantity)] as const;
    const { interval, effect: _, ...ratio } = pairedRatio(...numbers);
    const epsilon = level === null ? null : epsilonOf(level);
    const isAtStart = [base, result].every((each) =>
      [...each(quantity).values()].every(({ high }) => high === 0),
    );
    return {
      ...{ algorithm, quantity: name, epsilon, low: interval?.low ?? NaN, high: interval?.high ?? NaN },
      ...(level !== null && isFirstTouch(level) && { firstTouch: true }),
      ...(level !== null && isAtStart && { atStart: true }),
      ...ratio,
      seedsForTenPercent: seedsForTenPercent({ ...ratio, interval }),
      restricted: epsilon === null || ratio.censored === 0 ? null : restrictedMeans(...numbers),
    };
  };
  return [
    paired('floor', null, 'floor'),
    ...levels.flatMap((level) =>
      ALL_COMPARED.map((name) => paired(name, level, comparedPassage(name, level))),
    ),
  ].filter(({ seeds }) => seeds > 0);
}

/** The fewest seeds n with `t_{n−1} s/√n ≤ log 1.1`, s the deviation of log ratios; NaN where it is unknown. */
function seedsForTenPercent({
  interval,
  seeds,
  censored,
}: Pick<PairedRatio, 'interval' | 'seeds' | 'censored'>): number {
  if (interval === undefined || censored > 0 || !(interval.low > 0) || interval.high === Infinity) return NaN;
  const halfWidth = Math.log(interval.high / interval.low) / 2;
  const deviation = (halfWidth * Math.sqrt(seeds)) / studentFactor(seeds);
  // The factor falls from 12.7 at two seeds to 1.96: the search begins where the normal law would end it.
  let count = Math.max(2, Math.floor(((1.959 * deviation) / TEN_PERCENT) ** 2));
  if (count > MOST_SEEDS) return Infinity;
  while (studentFactor(count) * deviation > TEN_PERCENT * Math.sqrt(count)) count++;
  return count;
}

/** Means over common seeds of the smaller of what a passage took and the least that any seed of either result lasted. */
function restrictedMeans(base: SeedNumbers, result: SeedNumbers): Pair['restricted'] {
  const common = [...base.keys()].filter((seed) => result.has(seed));
  const each = [base, result].map((numbers) => common.map((seed) => numbers.get(seed)!));
  const ends = each.flat().flatMap(({ low, high }) => (high === Infinity ? [low] : []));
  const { low: upTo } = endsOf(ends);
  // A seed that diverged lasted for no known time.
  if (!Number.isFinite(upTo)) return null;
  const [a, b] = each.map((numbers) => mean(numbers.map(({ high }) => Math.min(high, upTo))));
  return { upTo, means: [a!, b!] };
}

/** Passages whose ratios are the same, as where each round takes as long and sends as much, together. */
export function alikePairs(
  pairs: readonly Pair[],
): { readonly pair: Pair; readonly quantities: readonly PairedQuantity[] }[] {
  const groups: { readonly pair: Pair; readonly quantities: PairedQuantity[] }[] = [];
  for (const pair of pairs) {
    const { pair: before, quantities } = groups.at(-1) ?? {};
    const isSame =
      before?.algorithm === pair.algorithm &&
      before.epsilon === pair.epsilon &&
      before.firstTouch === pair.firstTouch &&
      [before.ratio, before.low, before.high].every((value, k) =>
        isNear(value, [pair.ratio, pair.low, pair.high][k]!),
      );
    if (isSame) quantities!.push(pair.quantity);
    else groups.push({ pair, quantities: [pair.quantity] });
  }
  return groups;
}

/** Equal but for rounding. */
const isNear = (x: number, y: number): boolean => Object.is(x, y) || Math.abs(x - y) <= 1e-9 * Math.abs(x);
