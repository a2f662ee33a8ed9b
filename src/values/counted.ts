/** Counts and ranges in words, the same wherever one is printed. */
import { grouped } from './numbers.ts';

/** Whole numbers from the first to the last. */
interface Range {
  readonly first: number;
  readonly last: number;
}

/** `1 round`, `2,000 rounds`. */
export const counted = (count: number, noun: string): string =>
  `${grouped(count)} ${count === 1 ? noun : `${noun}s`}`;

/** The noun of one: `local step` of `local steps`, `byte in both directions` of `bytes in both directions`. */
export const singular = (plural: string): string => plural.replace(/s\b/, '');

/** `round 2`, `rounds 2–1,000`. */
export const rangeText = (noun: string, { first, last }: Range): string =>
  first === last ? `${noun} ${grouped(first)}` : `${noun}s ${grouped(first)}–${grouped(last)}`;
