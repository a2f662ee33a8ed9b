/**
 * Sentences about results. Each verb comes of a test on the numbers: a result is lower, first or lowest only where the interval of
 * the ratio excludes 1, and nothing has a final error that has not converged.
 */
import type { Compared, Ending, Named, Quantity, SeedNumbers } from '../protocol/found.ts';
import { type Clause, sentenceOf } from './clauses.ts';
import {
  exact,
  FEWEST_SEEDS,
  grouped,
  overText,
  passageNumber,
  spreadText,
  withInterval,
} from './numbers.ts';
import { rankingOf } from './contest/ranking.ts';
import { type PairedRatio, pairedRatio, sidesOf } from './pairedRatio.ts';
import { type Interval, mean, meanInterval, positiveMeanInterval } from './statistics.ts';

/** An error below this share of the base's is said to be without its bias. */
const BIAS_SHARE = 0.1;
/** A ratio between 0.8 and 1.25 hardly differs from 1. */
const HARDLY = 1.25;

/** Numbers of each seed: their mean with its interval or the seeds, in seconds, as a share or without a unit, or that some seeds have none. */
export function intervalText(numbers: SeedNumbers, unit?: '%' | 's'): string {
  const values = [...numbers.values()].map(({ high }) => high);
  if (values.length === 0 || !values.every(Number.isFinite)) return 'unknown';
  if (unit === 's') return secondsText(values);
  if (unit === '%') return shareText(values);
  return overText({ mean: mean(values), interval: positiveMeanInterval(values), values });
}

/** `50.3 [44.1, 56.5] %`: by Student's t, within 0 and 100 %. */
function shareText(values: readonly number[]): string {
  const percents = values.map((value) => 100 * value);
  const interval = meanInterval(percents);
  const ends = interval && { low: Math.max(0, interval.low), high: Math.min(100, interval.high) };
  return `${overText({ mean: mean(percents), interval: ends, values: percents })} %`;
}

/** `320 s [124, 821]`. */
function secondsText(values: readonly number[]): string {
  const spread = spreadText({ interval: positiveMeanInterval(values), values }, passageNumber);
  return `${passageNumber(mean(values))} s${spread === '' ? '' : ` ${spread}`}`;
}

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

/** `a factor of 19 [17, 21]`, above 1 whichever result is larger; empty where it has no value, or too few seeds for its interval. */
function factorText({ ratio, interval, seeds }: PairedRatio): string {
  if (interval === undefined || seeds < FEWEST_SEEDS || !(ratio > 0 && ratio < Infinity)) return '';
  const range: Interval = ratio < 1 ? { low: 1 / interval.high, high: 1 / interval.low } : interval;
  return `a factor of ${withInterval(Math.max(ratio, 1 / ratio), range)}`;
}

/** `A, B and C` */
export const joined = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;

/** A name in a sentence: one with a comma or a number of its own is quoted. */
const nameOf = ({ title }: Named): string => (/,|\d+ of |of \d/.test(title) ? `“${title}”` : title);

const genitive = (result: Named): string => {
  const name = nameOf(result);
  return `${name}’${name.endsWith('s') ? '' : 's'}`;
};

const isConverged = ({ ending }: Named): boolean => ending === 'converged';

/** `5 rounds`, or `600 s` where time alone is the same; empty where neither is. */
function lengthOf(all: readonly Named[], units: readonly ('rounds' | 'seconds')[]): string {
  for (const unit of units) {
    const [length, ...others] = new Set(all.map((result) => result.length[unit]));
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
function unsettledWords(result: Named): string {
  const { ending, length } = result;
  const stopped: Record<Exclude<Ending, 'converged'>, string> = {
    diverged: `diverges in ${length.diverged} of ${length.seeds} seeds`,
    falling: `still falls ${lengthText([result])}`,
    rising: `still rises ${lengthText([result])}`,
    brief: `${convergenceVerb([result])} ${lengthText([result])}`,
  };
  if (ending === 'converged') return '';
  const subject =
    ending === 'falling' || ending === 'rising' ? `the error of ${nameOf(result)}` : nameOf(result);
  return `${subject} ${stopped[ending]}`;
}

const isBrief = ({ ending }: Named): boolean => ending === 'brief';

/** Verb of results without a final error: a brief one may have converged. */
function convergenceVerb(open: readonly Named[]): string {
  if (open.some(isBrief)) return 'may not have converged';
  return open.length === 1 ? 'has not converged' : 'have not converged';
}

/** Verb of `no algorithm`, where none has a final error. */
function verbOfNone(open: readonly Named[]): string {
  if (open.some(isBrief)) return 'is known to have converged';
  return open.some(({ ending }) => ending === 'diverged') ? 'converges' : 'has converged';
}

/**
 * What has not converged, as one clause; empty where all have.
 *
 * @param isWhole - whether these are all results that the sentence is about
 */
function unsettledClause(all: readonly Named[], isWhole = true): Clause {
  const open = all.filter((result) => !isConverged(result));
  if (open.length === 0) return '';
  const verb = convergenceVerb(open);
  if (open.length === 1) return [unsettledWords(open[0]!), `${nameOf(open[0]!)} ${verb}`];
  const names = new Set(all.map(({ algorithm }) => algorithm));
  const noun = names.size === all.length ? 'algorithm' : 'run';
  if (isWhole && open.length === all.length) return `no ${noun} ${verbOfNone(open)} ${lengthText(all)}`;
  const counted = `of ${all.length} ${noun}s ${open.length} ${verb}`;
  return open.length > MOST_NAMES ? counted : [`${joined(open.map(nameOf))} ${verb}`, counted];
}

/** A sentence begins with a capital letter; names are as they are. */
const begun = (sentence: string): string =>
  sentence.replace(/^(?:the|no|of|only|those|whether) /, (word) => word[0]!.toUpperCase() + word.slice(1));

const sentence = (...clauses: readonly Clause[]): string => begun(sentenceOf(...clauses));

/** What has not converged, in one sentence; empty where all have. */
export const unsettled = (all: readonly Named[]): string => sentence(unsettledClause(all));

/** Joined by spaces; those that are empty, and repetitions, are left out. */
export const sentences = (...parts: readonly string[]): string =>
  [...new Set(parts.filter((part) => part !== ''))].join(' ');

/** More results than this are counted, not named. */
const MOST_NAMES = 3;

/** `A and B’s`; of more than {@link MOST_NAMES} results `4 others’`. */
const listed = (results: readonly Named[], word: string): string =>
  results.length > MOST_NAMES ? `${results.length} ${word}` : joined(results.map(nameOf));

/** Final errors compared with one, in one sentence. */
export function against(base: Named, others: readonly Named[], noun = 'final error'): string {
  const all = [base, ...others];
  const settled = others.filter(isConverged);
  if (all.every((result) => !isConverged(result))) return unsettled(all);
  const valueOf = (result: Named): string => intervalText(result.seeds('floor'));
  const alone = (result: Named): string => `${genitive(result)} ${noun} is ${valueOf(result)}`;
  if (!isConverged(base))
    return sentence(unsettledClause([base]), ...settled.map(alone), unsettledClause(others, false));
  if (settled.length === 0) return sentence(alone(base), unsettledClause(others, false));
  const found = comparisons(
    settled.map((result) => [result, base]),
    'floor',
  );
  const groups = (['lower', 'not separated', 'higher'] as const).flatMap((side) => {
    const results = settled.filter((_, k) => found[k]!.side === side);
    return results.length === 0 ? [] : [{ side, results }];
  });
  const clauses = groups.map(({ side, results }, k): Clause => {
    const values = (isLong: boolean): string => {
      const names = results.map((result) => nameOf(result) + (isLong ? ` (${valueOf(result)})` : ''));
      return joined(names);
    };
    const to = side === 'not separated' ? 'from' : 'than';
    const end = k === 0 ? ` ${to} ${genitive(base)}, ${valueOf(base)}` : '';
    const counted = listed(results, `other ${noun}s`);
    if (results.length === 1) {
      const subject = `${genitive(results[0]!)}${k === 0 ? ` ${noun}` : ''}`;
      return [`${subject}, ${valueOf(results[0]!)}, is ${side}${end}`, `${subject} is ${side}${end}`];
    }
    const subject = k === 0 ? `the ${noun}s of` : 'those of';
    return [
      `${subject} ${values(true)} are ${side}${end}`,
      `${subject} ${values(false)} are ${side}${end}`,
      results.length > MOST_NAMES
        ? `${counted} are ${side}${end}`
        : `${subject} ${counted} are ${side}${end}`,
    ];
  });
  return sentence(...clauses, unsettledClause(others, false));
}

/** Which algorithms remove the bias, in one sentence: their final errors are below a tenth of the base's. */
export function bias(base: Named, others: readonly Named[]): string {
  const all = [base, ...others];
  const settled = others.filter(isConverged);
  if (!isConverged(base) || settled.length === 0) return unsettled(all);
  const ratios = settled.map((result) =>
    pairedRatio(scaled(base.seeds('floor'), BIAS_SHARE), result.seeds('floor')),
  );
  const sides = sidesOf(ratios);
  const onSide = (side: Compared['side']): Named[] => settled.filter((_, k) => sides[k] === side);
  const [removes, keeps, open] = [onSide('lower'), onSide('higher'), onSide('not separated')];
  const named = (results: readonly Named[]): string => listed(results, 'algorithms');
  const whole = `the bias of ${nameOf(base)} to below a tenth`;
  const kept = `${named(keeps)} ${plural(keeps, 'does', 'do')} not`;
  return sentence(
    removes.length === 0 ? '' : `${named(removes)} remove${plural(removes, 's', '')} ${whole}`,
    keeps.length === 0 ? '' : removes.length === 0 ? `${kept} remove ${whole}` : kept,
    open.length === 0
      ? ''
      : `whether ${named(open)} remove${plural(open, 's', '')} ${removes.length + keeps.length === 0 ? whole : 'it'} is not clear`,
    unsettledClause(others, false),
  );
}

const scaled = (numbers: SeedNumbers, share: number): SeedNumbers =>
  new Map([...numbers].map(([seed, { low, high }]) => [seed, { low: share * low, high: share * high }]));

/** Which final error is the lowest, of those that have converged, in one sentence. */
export function lowest(all: readonly Named[], noun = 'final error'): string {
  const settled = all.filter(isConverged);
  const open = unsettledClause(all);
  if (settled.length === 0) return sentence(open);
  const { first = settled[0]!, tied } = rankingOf(settled, (result) => result.seeds('floor'));
  const value = intervalText(first.seeds('floor'));
  if (settled.length === 1) return sentence(`${genitive(first)} ${noun} is ${value}`, open);
  const whole = settled.length === all.length ? '' : ' of those that have converged';
  const begin = `${genitive(first)} ${noun}, ${value}, is`;
  return sentence(
    tied.length === 0
      ? `${begin} the lowest${whole}`
      : tied.length === 1
        ? [`${begin} not separated from ${genitive(tied[0]!)}`, `${begin} not separated from the next one`]
        : `${begin} not separated from ${tied.length} others`,
    open,
  );
}

/** Which results reach a level, after how many seconds, and whether one is first, in one sentence. */
export function reaches(level: number, all: readonly Named[]): string {
  const passages = all
    .map((result) => {
      const numbers = result.seeds({ seconds: level });
      const values = [...numbers.values()].map(({ high }) => high);
      const reached = values.filter(Number.isFinite).length;
      return { result, average: mean(values), reached, seeds: values.length };
    })
    .sort((a, b) => a.average - b.average);
  const full = passages.filter(({ reached, seeds }) => reached === seeds && seeds > 0);
  const part = passages.filter(({ reached, seeds }) => reached > 0 && reached < seeds);
  const never = all.filter((result) => passages.some((each) => each.result === result && each.reached === 0));
  const epsilon = exact(level);
  const passageText = (result: Named): string => intervalText(result.seeds({ seconds: level }), 's');
  const partly = part.map(({ result, reached, seeds }): Clause => [
    `${nameOf(result)} reaches ${epsilon} in ${reached} of ${seeds} seeds`,
    `${nameOf(result)} reaches it in some seeds only`,
  ]);
  if (all.length === 0) return '';
  if (never.length === all.length)
    return sentence(
      all.length === 1
        ? `${nameOf(all[0]!)} does not reach ${epsilon} ${withinText(all)}`
        : `no run reaches ${epsilon} ${withinText(all)}`,
    );
  const misses =
    never.length === 0
      ? ''
      : never.length === 1
        ? `${nameOf(never[0]!)} does not reach it`
        : `${never.length} of ${all.length} do not reach it`;
  if (full.length === 0) return sentence(...partly, misses);
  if (full.length === 1 && never.length > 1 && part.length === 0)
    return sentence(
      `only ${nameOf(full[0]!.result)} reaches ${epsilon} ${withinText(all)}, after ${passageText(full[0]!.result)}`,
    );
  const ranking = rankingOf(all, (result) => result.seeds({ seconds: level }));
  const first = ranking.first!;
  // A run that ended before the first passage might have been earlier.
  const isFirst = full.length + part.length > 1 && ranking.tied.length === 0 && ranking.short.length === 0;
  const { tied } = ranking;
  const isWhole = (result: Named): boolean => full.some((each) => each.result === result);
  const begin = `${nameOf(first)} reaches ${epsilon} ${isFirst ? 'first, ' : ''}after ${passageText(first)}`;
  const [other] = tied;
  const [next] = ranking.behind;
  return sentence(
    other === undefined
      ? begin
      : tied.length > 1
        ? `${begin}, not separated from ${tied.length} others`
        : [
            ...(isWhole(other)
              ? [`${begin}, not separated from ${nameOf(other)}, ${passageText(other)}`]
              : []),
            `${begin}, not separated from ${nameOf(other)}`,
            `${begin}, not separated from the next one`,
          ],
    next === undefined
      ? ''
      : [
          ...(isWhole(next.result)
            ? [`${nameOf(next.result)} reaches it later, after ${passageText(next.result)}`]
            : []),
          `${nameOf(next.result)} reaches it later`,
        ],
    ...(part.length > 1 ? [`${part.length} of ${all.length} reach it in some seeds only`] : partly),
    misses,
  );
}

const plural = (subjects: readonly unknown[], singular: string, several: string): string =>
  subjects.length === 1 ? singular : several;

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
