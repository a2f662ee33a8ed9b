/** The last 30 % of a run's rounds, and means over them. */

/** The tail of T rounds is the last ⌈3T/10⌉ of them. */
const TENTHS = 3;

/** Rounds from `first` to `last`, both included. */
export interface RoundRange {
  readonly first: number;
  readonly last: number;
}

/**
 * The last 30 % of the rounds 1, …, T: ⌈3T/10⌉ rounds, one at least. Of the start alone, T = 0, it is the start.
 *
 * @param last - T
 */
export function tailOf(last: number): RoundRange {
  return { first: Math.min(last, last - Math.ceil((TENTHS * last) / 10) + 1), last };
}

/** Equal parts of a range, the earliest first, as far as whole rounds allow; `undefined` of fewer rounds than parts. */
export function partsOf({ first, last }: RoundRange, count: number): RoundRange[] | undefined {
  const length = last - first + 1;
  if (length < count) return undefined;
  const starts = (part: number): number => first + Math.floor((part * length) / count);
  return Array.from({ length: count }, (_, part) => ({ first: starts(part), last: starts(part + 1) - 1 }));
}

/**
 * The mean of a quantity over all rounds of a range, those between two recorded ones interpolated linearly:
 * with every round recorded it is the plain mean, and a recorded round counts for those that it stands for.
 *
 * @param rounds - recorded ones, ascending
 * @param values - the quantity there
 * @returns NaN where the range is not covered, or a value in it is not finite
 */
export function meanOver(
  rounds: readonly number[],
  values: readonly number[],
  { first, last }: RoundRange,
): number {
  if (rounds.length === 0 || rounds[0]! > first || rounds.at(-1)! < last) return NaN;
  let sum = 0;
  rounds.forEach((round, at) => {
    if (round >= first && round <= last) sum += values[at]!;
    if (at === 0) return;
    const before = rounds[at - 1]!;
    const from = Math.max(first, before + 1);
    const to = Math.min(last, round - 1);
    if (from > to) return;
    // Of an arithmetic progression the mean is that of its ends.
    const middle = ((from + to) / 2 - before) / (round - before);
    sum += (to - from + 1) * (values[at - 1]! + middle * (values[at]! - values[at - 1]!));
  });
  return Number.isFinite(sum) ? sum / (last - first + 1) : NaN;
}
