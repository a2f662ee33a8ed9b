/** Results compared in words: by how much, at which cost, and where. The verb comes of a test on the numbers. */
import type { Compared, Named, Quantity, SeedNumbers } from '../configuration/found.ts';
import { listed } from '../values/kind.ts';
import { FEWEST_SEEDS, overText, amount, amountOver, percent, withInterval } from '../values/numbers.ts';
import { type PairedRatio, pairedRatio, type Side, sidesOf } from './pairedRatio.ts';
import { type Interval, mean, meanInterval, positiveMeanInterval } from './statistics.ts';

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
  return amountOver({ mean: mean(values), interval: positiveMeanInterval(values), values }, 's');
}

/** Ratios of pairs, and what they conclude together. */
export function comparisons(
  pairs: readonly (readonly [Named, Named | number])[],
  quantity: Quantity,
): { readonly ratio: PairedRatio; readonly side: Side }[] {
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

/** Whether a side ranks two results. */
export const isRanked = (side: Side): boolean => side === 'lower' || side === 'higher';

/** `lower by a factor of 19 [17, 21]`; the side alone where the factor has no value. */
export function sideWords(ratio: PairedRatio, side: Side): string {
  const factor = isRanked(side) ? factorText(ratio) : '';
  return factor === '' ? side : `${side} by a factor of ${factor}`;
}

/** `19 [17, 21]`, above 1 whichever result is larger; empty where it has no value, or too few seeds for its interval. */
export function factorText({ ratio, interval, seeds }: PairedRatio): string {
  if (interval === undefined || seeds < FEWEST_SEEDS || !(ratio > 0 && ratio < Infinity)) return '';
  const range: Interval = ratio < 1 ? { low: 1 / interval.high, high: 1 / interval.low } : interval;
  return withInterval(Math.max(ratio, 1 / ratio), range);
}

/** ` at 27 % of the uplink bytes`, ` at twice the uplink bytes` of another result; empty where they differ by less than a quarter. */
export function costText(result: Named, base: Named, noun = ' the uplink bytes'): string {
  const ratio = result.length.bytes / base.length.bytes;
  if (!(ratio > 0 && ratio < Infinity) || (ratio > 0.8 && ratio < 1.25)) return '';
  if (ratio < 1) return ` at ${percent(ratio)}${noun && ` of${noun}`}`;
  return ` at ${ratio.toFixed(2) === '2.00' ? 'twice' : `${amount(ratio, 2)} times`}${noun}`;
}

/** Some pair of results, at a place: the name of a panel. */
export type Placed = readonly [place: string, result: Named, base: Named | number];

/**
 * `lower by a factor of 3.05 [2.96, 3.14] at B = 100 and 1.42 [1.40, 1.44] at B = 1,000, alike at B = 10⁴`: one result compared with another in
 * several panels, those with the same verdict together, and those in which it does not reach a level. With factors, and without.
 */
export function placed(pairs: readonly Placed[], quantity: Quantity = 'floor'): readonly string[] {
  const found = comparisons(
    pairs.map(([, result, base]) => [result, base]),
    quantity,
  );
  const isPassage =
    typeof quantity !== 'string' &&
    ['seconds', 'rounds', 'steps', 'bytes', 'downlinkBytes', 'allBytes'].some((name) => name in quantity);
  const all = pairs.map(([place, result, base], k) => {
    const isReached = !isPassage || [...result.seeds(quantity).values()].some(({ high }) => high < Infinity);
    const { side, ratio } = found[k]!;
    const factor = quantity !== 'floor' || areSettled(result, base) ? factorText(ratio) : '';
    return { place, side: isReached ? side : 'unreached', factor };
  });
  const words = (hasFactors: boolean): string => {
    const groups = SIDES.flatMap((side) => {
      const members = all.filter((each) => each.side === side);
      if (members.length === 0) return [];
      if (hasFactors && isRanked(side) && members.every(({ factor }) => factor !== ''))
        return [
          `${side} by a factor of ${joined(members.map(({ factor, place }) => `${factor} at ${place}`))}`,
        ];
      return [`${side} at ${joined(members.map(({ place }) => place))}`];
    });
    const missing = all.filter(({ side }) => side === 'unreached').map(({ place }) => place);
    return [
      ...groups,
      ...(missing.length === 0 ? [] : [`unknown at ${joined(missing)}, where ε is not reached`]),
    ].join(', ');
  };
  return [words(true), words(false)];
}

/** Errors that still change have no ratio to give. */
const areSettled = (...results: readonly (Named | number)[]): boolean =>
  results.every((result) => typeof result === 'number' || ['converged', 'brief'].includes(result.ending));

/** In the order in which a sentence has them. */
const SIDES: readonly Side[] = ['lower', 'higher', 'alike', 'not separated'];

/** `A, B and C` */
export const joined = (words: readonly string[]): string => listed(words, 'and');

/** How a quantity changes from one result to another: a verb, and by which factor where it falls or grows; empty where that is not known. */
export interface Change {
  readonly verb: 'falls' | 'grows' | 'hardly changes' | 'shows no clear change';
  readonly factor: string;
}

const CHANGES: Readonly<Record<Side, Change['verb']>> = {
  lower: 'falls',
  higher: 'grows',
  alike: 'hardly changes',
  'not separated': 'shows no clear change',
};

/** How a quantity changes between the two results of each pair; several pairs are compared at once. */
export function changesOf(
  pairs: readonly (readonly [from: Named, to: Named])[],
  quantity: Quantity,
): Change[] {
  return comparisons(
    pairs.map(([from, to]) => [to, from]),
    quantity,
  ).map(({ ratio, side }) => ({ verb: CHANGES[side], factor: isRanked(side) ? factorText(ratio) : '' }));
}
