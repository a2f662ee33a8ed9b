/** Swept values as a reader sees them: grids that are spaced by a rule have sixteen digits, few of which are needed to distinguish them. */
import { exact } from '../numbers.ts';

const LEAST_DIGITS = 3;
const MOST_DIGITS = 17;

/** Writes the values of one name: whole numbers in full, others with as few digits, three at least, as keep all of them apart. */
export function shownAmong(values: readonly (string | number)[]): (value: string | number) => string {
  const fractions = [...new Set(values)].filter((one) => typeof one === 'number' && !Number.isInteger(one));
  let digits = LEAST_DIGITS;
  const isApart = (): boolean =>
    new Set(fractions.map((one) => (one as number).toPrecision(digits))).size === fractions.length;
  while (digits < MOST_DIGITS && !isApart()) digits++;
  return (value) =>
    typeof value === 'string'
      ? value
      : exact(Number.isInteger(value) ? value : Number(value.toPrecision(digits)));
}
