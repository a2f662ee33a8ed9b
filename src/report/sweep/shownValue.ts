/** Swept values as a reader sees them: grids that are spaced by a rule have sixteen digits, few of which are needed to distinguish them. */
import { exact } from '../../values/numbers.ts';

const LEAST_DIGITS = 3;
const MOST_DIGITS = 17;

/** Numbers with fewer digits than this were typed, others computed by a spacing. */
const TYPED_DIGITS = 9;

const digitsOf = (value: number): number => value.toExponential().split('e')[0]!.replace(/\D/g, '').length;

const isComputed = (value: string | number): value is number =>
  typeof value === 'number' && !Number.isInteger(value) && digitsOf(value) >= TYPED_DIGITS;

/** Writes the values of one name: typed ones in full, computed ones with as few digits, three at least, as keep all of them apart. */
export function shownAmong(values: readonly (string | number)[]): (value: string | number) => string {
  const fractions = [...new Set(values)].filter(
    (candidate) => typeof candidate === 'number' && !Number.isInteger(candidate),
  );
  let digits = LEAST_DIGITS;
  const isApart = (): boolean =>
    new Set(fractions.map((fraction) => (fraction as number).toPrecision(digits))).size === fractions.length;
  while (digits < MOST_DIGITS && !isApart()) digits++;
  return (value) =>
    typeof value === 'string' ? value : exact(isComputed(value) ? Number(value.toPrecision(digits)) : value);
}
