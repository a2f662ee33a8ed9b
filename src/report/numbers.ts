/** Numbers as readers of papers expect them: 1.23 × 10⁻³, 12,000, (1.20 ± 0.05) × 10⁻³. */

import type { Interval } from './statistics.ts';

export const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const UNKNOWN = '–';

/** 10 to an integer power: `10⁻³`. */
export function powerOfTen(exponent: number): string {
  const digits = String(Math.abs(exponent)).replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]!);
  return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/** The notation of a column of numbers. */
export type Notation = 'plain' | 'powers';

const isPlain = (order: number): boolean => order >= -2 && order < 3;

/**
 * One notation for a column whose numbers would have two: plain numbers where all are in [10⁻⁴, 1000), else powers of ten;
 * `undefined` where each has the same by itself.
 */
export function notationOf(values: readonly (number | null | undefined)[]): Notation | undefined {
  const orders = values.flatMap((value) => (value && Number.isFinite(value) ? [orderOf(value)] : []));
  if (orders.every(isPlain) || !orders.some(isPlain)) return undefined;
  return orders.every((order) => order >= -4 && order < 3) ? 'plain' : 'powers';
}

/** With so many significant digits; powers of ten outside [0.01, 1000), unless the notation says otherwise. */
export function scientific(value: number | null, digits = 3, notation?: Notation): string {
  if (value === null || Number.isNaN(value)) return UNKNOWN;
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  if (value === 0) return '0';
  const [mantissa, exponent] = value.toExponential(digits - 1).split('e') as [string, string];
  const power = Number(exponent);
  const plain = notation === undefined ? power >= -2 && power < Math.max(3, digits) : notation === 'plain';
  if (plain) return value.toFixed(Math.max(0, digits - 1 - power)).replace('-', '−');
  return `${mantissa.replace('-', '−')} × ${powerOfTen(power)}`;
}

/** Of seconds, rounds or bytes: `12.0`, `1,200`, a whole number as it is; powers of ten below 0.01 and from a million on. */
export function passageNumber(value: number): string {
  if (!(value >= 1 && value < 1e6)) return scientific(value);
  if (Number.isInteger(value)) return grouped(Number(value.toPrecision(3)));
  return value < 999.5 ? value.toPrecision(3) : grouped(Number(value.toPrecision(3)));
}

/** As a sentence has it: `0.0123`, `1,200`, `10⁻⁵`; `NaN` of what is not known, with which no sentence is printed. */
export function sentenceNumber(value: number, digits = 3): string {
  if (Number.isNaN(value)) return String(value);
  if (value === 0) return '0';
  if (value === 10 ** Math.round(Math.log10(value)) && value < 0.01)
    return powerOfTen(Math.round(Math.log10(value)));
  if (Math.abs(value) >= 1000 && Math.abs(value) < 1e6) {
    return Number(value.toPrecision(digits)).toLocaleString('en-US');
  }
  if (!(Math.abs(value) >= 0.001 && Math.abs(value) < 1000)) return scientific(value, digits);
  // Counts are written as they are, what is measured with its zeros: 0.40 beside 0.25.
  const rounded = Number(value.toPrecision(digits));
  const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(Math.abs(rounded))));
  return (Number.isInteger(value) ? String(value) : rounded.toFixed(decimals)).replace('-', '−');
}

/** Every digit that the double has: for parameters that somebody chose. */
export function exact(value: number): string {
  const [mantissa, exponent] = String(value).split('e') as [string, string | undefined];
  if (exponent === undefined) return mantissa.replace('-', '−');
  const power = powerOfTen(Number(exponent));
  return mantissa === '1' ? power : `${mantissa.replace('-', '−')} × ${power}`;
}

/** `mean ± halfWidth`, two significant digits of the half-width, one power of ten for both. */
export function withHalfWidth(value: number, halfWidth: number): string {
  if (!Number.isFinite(value) || !Number.isFinite(halfWidth)) return scientific(value);
  if (halfWidth === 0) return `${scientific(value)} ± 0`;
  const power = orderOf(value === 0 ? halfWidth : value);
  const plain = isPlain(power);
  // Division by a power of ten, not multiplication by its inverse: 10^-k is not a double.
  const scaled = (x: number): number => (plain ? x : power < 0 ? x * 10 ** -power : x / 10 ** power);
  const decimals = Math.min(8, Math.max(0, 1 - orderOf(scaled(halfWidth))));
  const text = `${scaled(value).toFixed(decimals).replace('-', '−')} ± ${scaled(halfWidth).toFixed(decimals)}`;
  return plain ? text : `(${text}) × ${powerOfTen(power)}`;
}

/** Ends further apart than this have powers of ten of their own: with one for both the lower would be `0.00`. */
const FAR_APART = 1000;

/** `mean [low, high]`, one power of ten for all: `0.369 [0.361, 0.377]`, `(1.90 [1.81, 1.99]) × 10⁻⁵`; `0.37 [0, ∞]` beyond all doubles. */
export function withInterval(value: number, interval: Interval | undefined, notation?: Notation): string {
  const text = (x: number): string => scientific(x, 3, notation);
  if (interval === undefined || !Number.isFinite(value)) return text(value);
  const { low, high } = interval;
  if (low === high || Number.isNaN(low) || Number.isNaN(high)) return text(value);
  if (!Number.isFinite(high - low) || (low > 0 && high > FAR_APART * low))
    return `${text(value)} [${text(low)}, ${text(high)}]`;
  const power = orderOf(value);
  const plain = notation === undefined ? isPlain(power) : notation === 'plain';
  const scaled = (x: number): number => (plain ? x : power < 0 ? x * 10 ** -power : x / 10 ** power);
  const digits = digitsApart(scaled(low), scaled(high));
  const decimals = Math.max(0, digits - 1 - orderOf(scaled(value)));
  const [centre, ...ends] = [value, low, high].map((x) => scaled(x).toFixed(decimals).replace('-', '−'));
  const all = `${centre!} [${ends.join(', ')}]`;
  return plain ? all : `(${all}) × ${powerOfTen(power)}`;
}

/** Of fewer seeds the values are shown, and no interval: Student's t with one or two degrees of freedom spans decades. */
export const FEWEST_SEEDS = 4;

interface OverSeeds {
  readonly mean: number;
  readonly interval: Interval | undefined;
  readonly values?: readonly number[] | undefined;
}

const areFew = (values: readonly number[]): boolean =>
  values.length > 1 && values.length < FEWEST_SEEDS && new Set(values).size > 1;

/** A mean with its interval; of two or three seeds with their values. */
export function overText({ mean, interval, values = [] }: OverSeeds, notation?: Notation): string {
  if (!areFew(values)) return withInterval(mean, interval, notation);
  const text = (value: number): string => scientific(value, 3, notation);
  return `${text(mean)} ${spreadText({ interval, values }, text)}`;
}

/** The interval, or the values of few seeds, by itself; empty where there is none. */
export function spreadText(
  { interval, values = [] }: Omit<OverSeeds, 'mean'>,
  text: (value: number) => string = scientific,
): string {
  if (areFew(values)) return `(seeds ${values.map((value) => text(value)).join(', ')})`;
  if (interval === undefined || interval.low === interval.high) return '';
  return `[${text(interval.low)}, ${text(interval.high)}]`;
}

/** Significant digits, three at least and six at most, in which two numbers differ by more than one unit. */
export function digitsApart(low: number, high: number): number {
  const digits = 1 + orderOf(Math.max(Math.abs(low), Math.abs(high))) - orderOf((high - low) / 2);
  return Math.min(6, Math.max(3, digits));
}

/** `12,000`; up to two decimals where it is not whole. */
export function grouped(value: number): string {
  if (!Number.isFinite(value)) return scientific(value);
  const [whole, decimals] = String(Math.round(Math.abs(value) * 100) / 100).split('.') as [
    string,
    string | undefined,
  ];
  const text = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (decimals === undefined ? '' : `.${decimals}`);
  return value < 0 ? `−${text}` : text;
}

/** Integers with runs joined: `1–5, 8`. */
export function ranges(values: readonly number[]): string {
  const parts: string[] = [];
  for (let first = 0; first < values.length;) {
    let last = first;
    while (last + 1 < values.length && values[last + 1] === values[last]! + 1) last++;
    parts.push(
      last - first < 2 ? values.slice(first, last + 1).join(', ') : `${values[first]}–${values[last]}`,
    );
    first = last + 1;
  }
  return parts.join(', ');
}

/** Exponent of the leading digit. */
const orderOf = (value: number): number => Number(value.toExponential().split('e')[1]);
