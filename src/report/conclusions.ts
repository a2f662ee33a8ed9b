/**
 * Sentences about results. Each verb comes of a test on the numbers: a result is lower, first or lowest only where the interval of
 * the ratio excludes 1, and nothing has a final error that has not converged.
 */
import type { Compared, Ending, Named, Quantity, SeedNumbers } from '../protocol/found.ts';
import { exact, grouped, scientific, withInterval } from './numbers.ts';
import { rankingOf } from './contest/ranking.ts';
import { type PairedRatio, pairedRatio, sidesOf } from './pairedRatio.ts';
import { type Interval, mean, meanInterval, positiveMeanInterval } from './statistics.ts';

/** An error below this share of the base's is said to be without its bias. */
const BIAS_SHARE = 0.1;
/** A ratio between 0.8 and 1.25 hardly differs from 1. */
const HARDLY = 1.25;

/** Numbers of each seed: the mean with its interval, in seconds, as a share or without a unit, or that some seeds have none. */
export function intervalText(numbers: SeedNumbers, unit?: '%' | 's'): string {
  const values = [...numbers.values()].map(({ high }) => high);
  if (values.length === 0) return 'unknown';
  if (!values.every(Number.isFinite)) return 'without a mean over the seeds';
  if (unit === 's') return secondsText(values);
  return unit === '%' ? shareText(values) : withInterval(mean(values), positiveMeanInterval(values));
}

/** `50.3 [44.1, 56.5] %`: by Student's t, within 0 and 100 %. */
function shareText(values: readonly number[]): string {
  const percents = values.map((value) => 100 * value);
  const interval = meanInterval(percents);
  const ends = interval && { low: Math.max(0, interval.low), high: Math.min(100, interval.high) };
  return `${withInterval(mean(percents), ends)} %`;
}

/** `320 s [124, 821]`. */
function secondsText(values: readonly number[]): string {
  const interval = positiveMeanInterval(values);
  const isPoint = interval === undefined || interval.low === interval.high;
  return `${secondsNumber(mean(values))} s${isPoint ? '' : ` [${secondsNumber(interval.low)}, ${secondsNumber(interval.high)}]`}`;
}

const secondsNumber = (value: number): string =>
  value >= 1 && value < 1e6 ? grouped(Number(value.toPrecision(3))) : scientific(value);

/** Ratios of pairs, and what they conclude together. */
function comparisons(
  pairs: readonly (readonly [Named, Named | number])[],
  quantity: Quantity,
): { readonly ratio: PairedRatio; readonly side: Compared['side'] }[] {
  const ratios = pairs.map(([result, base]) => {
    const numbers = result.seeds(quantity);
    return pairedRatio(typeof base === 'number' ? constantly(base, numbers) : base.seeds(quantity), numbers);
  });
  const sides = sidesOf(ratios);
  return ratios.map((ratio, k) => ({ ratio, side: sides[k]! }));
}

const constantly = (value: number, numbers: SeedNumbers): SeedNumbers =>
  new Map([...numbers.keys()].map((seed) => [seed, { low: value, high: value }]));

/** Pairs compared at once: the first of each with the second. */
export function compare(
  pairs: readonly (readonly [Named, Named | number])[],
  quantity: Quantity = 'floor',
): Compared[] {
  return comparisons(pairs, quantity).map(({ ratio, side }) => ({ side, words: sideWords(ratio, side) }));
}

/** `lower by a factor of 19 [17, 21]`; the side alone where the factor has no value. */
function sideWords(ratio: PairedRatio, side: Compared['side']): string {
  const factor = side === 'not separated' ? '' : factorText(ratio);
  return factor === '' ? side : `${side} by ${factor}`;
}

/** `a factor of 19 [17, 21]`, above 1 whichever result is larger; empty where it has no value. */
function factorText({ ratio, interval }: PairedRatio): string {
  if (interval === undefined || !(ratio > 0 && ratio < Infinity)) return '';
  const range: Interval = ratio < 1 ? { low: 1 / interval.high, high: 1 / interval.low } : interval;
  return `a factor of ${withInterval(Math.max(ratio, 1 / ratio), range)}`;
}

const joined = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;

/** A name in a list: one with a comma is quoted. */
const nameOf = ({ title }: Named): string => (title.includes(',') ? `“${title}”` : title);

const genitive = (one: Named): string => {
  const name = nameOf(one);
  return `${name}’${name.endsWith('s') ? '' : 's'}`;
};

const isConverged = ({ ending }: Named): boolean => ending === 'converged';

/** `5 rounds`, or `600 s` where time alone is the same; empty where neither is. */
function lengthOf(all: readonly Named[], units: readonly ('rounds' | 'seconds')[]): string {
  for (const unit of units) {
    const [length, ...others] = new Set(all.map((one) => one.length[unit]));
    if (length === undefined || others.length > 0 || !Number.isFinite(length)) continue;
    return unit === 'seconds' ? `${grouped(length)} s` : `${grouped(length)} round${length === 1 ? '' : 's'}`;
  }
  return '';
}

function lengthText(all: readonly Named[]): string {
  const length = lengthOf(all, ['rounds', 'seconds']);
  return length === '' ? 'in these runs' : `after ${length}`;
}

function withinText(all: readonly Named[]): string {
  const length = lengthOf(all, ['seconds', 'rounds']);
  return length === '' ? 'in these runs' : `within ${length}`;
}

/** What an ending that is none is called. */
function unsettledWords(one: Named): string {
  const { ending, length } = one;
  const stopped: Record<Exclude<Ending, 'converged'>, string> = {
    diverged: `diverges in ${length.diverged} of ${length.seeds} seeds`,
    falling: `still falls ${lengthText([one])}`,
    rising: `still rises ${lengthText([one])}`,
    brief: `has not converged ${lengthText([one])}`,
  };
  if (ending === 'converged') return '';
  const subject = ending === 'falling' || ending === 'rising' ? `The error of ${nameOf(one)}` : nameOf(one);
  return `${subject} ${stopped[ending]}.`;
}

/** What has not converged, in one sentence for each way; empty where all have. */
export function unsettled(all: readonly Named[]): string {
  const open = all.filter((one) => !isConverged(one));
  if (open.length === 0) return '';
  if (open.length === all.length && open.every(({ ending }) => ending !== 'diverged') && all.length > 1) {
    const names = new Set(all.map(({ algorithm }) => algorithm));
    return `No ${names.size === all.length ? 'algorithm' : 'run'} has converged ${lengthText(all)}.`;
  }
  return open.map(unsettledWords).join(' ');
}

/** Joined by spaces; empty ones are left out. */
export const sentences = (...parts: readonly string[]): string =>
  parts.filter((part) => part !== '').join(' ');

/** Final errors compared with one. */
export function against(base: Named, others: readonly Named[], noun = 'final error'): string {
  const all = [base, ...others];
  const settled = others.filter(isConverged);
  if (all.every((one) => !isConverged(one))) return unsettled(all);
  const valueOf = (one: Named): string => intervalText(one.seeds('floor'));
  if (!isConverged(base))
    return sentences(unsettled(all), ...settled.map((one) => `${genitive(one)} ${noun} is ${valueOf(one)}.`));
  if (settled.length === 0)
    return sentences(`${genitive(base)} ${noun} is ${valueOf(base)}.`, unsettled(others));
  const found = comparisons(
    settled.map((one) => [one, base]),
    'floor',
  );
  const groups = (['lower', 'not separated', 'higher'] as const).flatMap((side) => {
    const names = settled.filter((_, k) => found[k]!.side === side);
    return names.length === 0 ? [] : [{ side, names }];
  });
  const comparisonWords = groups.map(({ side, names }, k) => {
    const to = `${side} ${side === 'not separated' ? 'from' : 'than'} ${genitive(base)}`;
    const value = k === 0 ? `, ${valueOf(base)}` : '';
    return names.length === 1
      ? `${genitive(names[0]!)} ${noun}, ${valueOf(names[0]!)}, is ${to}${value}.`
      : `The ${noun}s of ${joined(names.map((one) => `${nameOf(one)} (${valueOf(one)})`))} are ${to}${value}.`;
  });
  return sentences(...comparisonWords, unsettled(others));
}

/** Which algorithms remove the bias: their final errors are below a tenth of the base's. */
export function bias(base: Named, others: readonly Named[]): string {
  const all = [base, ...others];
  const settled = others.filter(isConverged);
  if (!isConverged(base) || settled.length === 0) return unsettled(all);
  const ratios = settled.map((one) =>
    pairedRatio(scaled(base.seeds('floor'), BIAS_SHARE), one.seeds('floor')),
  );
  const sides = sidesOf(ratios);
  const named = (side: Compared['side']): string[] => settled.filter((_, k) => sides[k] === side).map(nameOf);
  const [removes, keeps, open] = [named('lower'), named('higher'), named('not separated')];
  const removal =
    removes.length === 0
      ? ''
      : `${joined(removes)} remove${plural(removes, 's', '')} the bias of ${nameOf(base)}`;
  const kept =
    keeps.length === 0
      ? ''
      : removal === ''
        ? `${joined(keeps)} ${plural(keeps, 'does', 'do')} not remove the bias of ${nameOf(base)}`
        : `; ${joined(keeps)} ${plural(keeps, 'does', 'do')} not`;
  const first = removal + kept;
  return sentences(
    first === '' ? '' : `${first}.`,
    open.length === 0
      ? ''
      : `Whether ${joined(open)} remove${plural(open, 's', '')} ${first === '' ? `the bias of ${nameOf(base)}` : 'it'} is not clear.`,
    `A final error below a tenth of ${genitive(base)}, ${intervalText(base.seeds('floor'))}, counts as removal.`,
    unsettled(others),
  );
}

const scaled = (numbers: SeedNumbers, share: number): SeedNumbers =>
  new Map([...numbers].map(([seed, { low, high }]) => [seed, { low: share * low, high: share * high }]));

/** Which final error is the lowest, of those that have converged. */
export function lowest(all: readonly Named[], noun = 'final error'): string {
  const settled = all.filter(isConverged);
  const open = unsettled(all);
  if (settled.length === 0) return open;
  const { first = settled[0]!, tied } = rankingOf(settled, (one) => one.seeds('floor'));
  const value = intervalText(first.seeds('floor'));
  if (settled.length === 1) return sentences(`${genitive(first)} ${noun} is ${value}.`, open);
  const whole = open === '' ? '' : ' of those that have converged';
  return sentences(
    tied.length === 0
      ? `${genitive(first)} ${noun}, ${value}, is the lowest${whole}.`
      : `${genitive(first)} ${noun}, ${value}, is not separated from ${joined(tied.map(genitive))}.`,
    open,
  );
}

/** So many results that are not separated have their intervals in the sentence. */
const MOST_INTERVALS = 3;

/** Which results reach a level, after how many seconds, and whether one is first. */
export function reaches(level: number, all: readonly Named[]): string {
  const passages = all
    .map((one) => {
      const numbers = one.seeds({ seconds: level });
      const values = [...numbers.values()].map(({ high }) => high);
      const reached = values.filter(Number.isFinite).length;
      return { one, average: mean(values), reached, seeds: values.length };
    })
    .sort((a, b) => a.average - b.average);
  const full = passages.filter(({ reached, seeds }) => reached === seeds && seeds > 0);
  const part = passages.filter(({ reached, seeds }) => reached > 0 && reached < seeds);
  const never = all.filter((one) => passages.some((each) => each.one === one && each.reached === 0));
  const epsilon = exact(level);
  const passageText = (one: Named): string => intervalText(one.seeds({ seconds: level }), 's');
  const partly = part.map(
    ({ one, reached, seeds }) => `${nameOf(one)} reaches ${epsilon} in ${reached} of ${seeds} seeds.`,
  );
  const misses =
    never.length === 0
      ? ''
      : `${joined(never.map(nameOf))} ${plural(never, 'does', 'do')} not reach ${epsilon} ${withinText(never)}.`;
  const isLonely = never.length > 1 && part.length === 0;
  if (full.length === 0 && isLonely) return `No run reaches ${epsilon} ${withinText(never)}.`;
  if (full.length === 0) return sentences(...partly, misses);
  if (full.length === 1 && isLonely)
    return `Only ${nameOf(full[0]!.one)} reaches ${epsilon} ${withinText(all)}, after ${passageText(full[0]!.one)}.`;
  const ranking = rankingOf(all, (one) => one.seeds({ seconds: level }));
  const first = ranking.first!;
  // A run that ended before the first passage might have been earlier.
  const isFirst = full.length + part.length > 1 && ranking.tied.length === 0;
  const tied = ranking.tied.filter((one) => !never.includes(one));
  const isWhole = (one: Named): boolean => full.some((each) => each.one === one);
  const showsIntervals = tied.length < MOST_INTERVALS;
  const named = (one: Named): string => {
    if (!isWhole(one)) return nameOf(one);
    return `${nameOf(one)} (${showsIntervals ? passageText(one) : secondsOf(one)})`;
  };
  const secondsOf = (one: Named): string =>
    `${secondsNumber(passages.find((each) => each.one === one)!.average)} s`;
  const { behind } = ranking;
  const later = behind.map(({ result: one, ratio }) => {
    const details = [isWhole(one) ? secondsOf(one) : '', factorText(ratio)].filter((part) => part !== '');
    return nameOf(one) + (details.length === 0 ? '' : ` (${details.join(', ')})`);
  });
  const beside = tied.length === 0 ? '' : `, not separated from ${joined(tied.map(named))}`;
  return sentences(
    `${nameOf(first)} reaches ${epsilon} ${isFirst ? 'first, ' : ''}after ${passageText(first)}${beside}.`,
    behind.length === 0 ? '' : `${joined(later)} ${plural(behind, 'reaches', 'reach')} it later.`,
    ...partly,
    misses,
  );
}

const plural = (subjects: readonly unknown[], one: string, several: string): string =>
  subjects.length === 1 ? one : several;

/** How a quantity changes from one result to another, by a verb. */
type Change = 'falls' | 'grows' | 'hardly changes' | 'shows no clear change';

/** How a quantity changes between the two results of each pair; several pairs are compared at once. */
export function changesOf(
  pairs: readonly (readonly [from: Named, to: Named])[],
  quantity: Quantity,
): Change[] {
  return comparisons(
    pairs.map(([from, to]) => [to, from]),
    quantity,
  ).map(({ ratio: { interval }, side }) => {
    if (interval && interval.low > 1 / HARDLY && interval.high < HARDLY) return 'hardly changes';
    return side === 'lower' ? 'falls' : side === 'higher' ? 'grows' : 'shows no clear change';
  });
}
