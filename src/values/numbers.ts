/**
 * The one way to write numbers: in the terminal, on pages, in leads, axes and captions.
 *
 * | a number | is written | such as |
 * |--|--|--|
 * | measured or computed | three significant digits with their zeros: plain from 0.001 to below a million, thousands apart; a power of ten elsewhere | 0.0120, 12,300, 1.23 × 10⁻⁵ |
 * | with an interval | the mean by three digits, or as many as separate the ends, these to its last place; one power of ten for all | 0.980 [0.950, 1.010] |
 * | of seconds, rounds or bytes | likewise, but a whole number without zeros | 12 s, 10.5 s |
 * | known exactly | six significant digits, without zeros that say nothing | 0.0833333 |
 * | counted | every digit, thousands apart | 12,345 |
 * | chosen by somebody | every digit, as it was chosen: a list of them has commas of its own | 0.01, 10⁻⁷, 1300 |
 * | a slope or a correlation | two decimals | −0.98 |
 * | a share or an estimated error | two significant digits of a percentage | 27 %, 0.42 % |
 */

export const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const UNKNOWN = '–';

/** Plain numbers are at least 10 to the first of these, and below 10 to the second. */
const LEAST_PLAIN = -3;
const BEYOND_PLAIN = 6;

/** 10 to an integer power: `10⁻³`. */
export function powerOfTen(exponent: number): string {
  const digits = String(Math.abs(exponent)).replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)]!);
  return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/** Exponent of the leading digit. */
const orderOf = (value: number): number => Number(value.toExponential().split('e')[1]);

const isPlain = (order: number): boolean => order >= LEAST_PLAIN && order < BEYOND_PLAIN;

/** Thousands apart, with a minus sign instead of a hyphen. */
const apart = (digits: string): string =>
  digits.replace(/^[-−]?\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ',')).replace('-', '−');

/** Plain, with so many significant digits. */
function plain(value: number, digits: number): string {
  const rounded = Number(value.toPrecision(digits));
  return apart(
    rounded.toFixed(rounded === 0 ? 0 : Math.min(100, Math.max(0, digits - 1 - orderOf(rounded)))),
  );
}

/** Zero and all that is no finite number. */
function special(value: number | null): string | undefined {
  if (value === null || Number.isNaN(value)) return UNKNOWN;
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  return value === 0 ? '0' : undefined;
}

/** A measured or computed number: `0.0120`, `12,300`, `1.23 × 10⁻⁵`; `10⁷` of one digit. */
export function scientific(value: number | null, digits = 3): string {
  const name = special(value);
  if (name !== undefined) return name;
  const [mantissa, exponent] = value!.toExponential(digits - 1).split('e') as [string, string];
  if (isPlain(Number(exponent))) return plain(value!, digits);
  return times(mantissa, Number(exponent));
}

const times = (mantissa: string, exponent: number): string =>
  mantissa === '1' ? powerOfTen(exponent) : `${mantissa.replace('-', '−')} × ${powerOfTen(exponent)}`;

/** Seconds, rounds or bytes: `10.5`, `1,200`, a whole number without zeros. */
export function amount(value: number, digits = 3): string {
  const isWhole = Number.isInteger(value) && Math.abs(value) < 10 ** BEYOND_PLAIN;
  return isWhole ? grouped(Number(value.toPrecision(digits))) : scientific(value, digits);
}

/** A number that is known exactly: six significant digits, or as many as asked for, without zeros that say nothing. */
export function numberText(value: number, digits = 6): string {
  const name = special(value);
  if (name !== undefined) return name;
  const [mantissa, exponent] = value.toExponential(digits - 1).split('e') as [string, string];
  const order = Number(exponent);
  if (!isPlain(order)) return times(withoutZeros(mantissa), order);
  return withoutZeros(plain(value, digits));
}

const withoutZeros = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);

/** A recorded reason for readers: `7e+8` in it as 7 × 10⁸, and `1e-9` as 10⁻⁹. */
export const inPowers = (text: string): string =>
  text.replace(/(?<![\w.-])(\d(?:\.\d+)?)e([+-]\d+)\b/g, (_, mantissa: string, exponent: string) =>
    times(mantissa, Number(exponent)),
  );

/** A number that somebody chose: every digit that the double has. */
export function exact(value: number): string {
  const name = special(value);
  if (name !== undefined) return name;
  const [mantissa, exponent] = String(value).split('e') as [string, string | undefined];
  return exponent === undefined ? mantissa.replace('-', '−') : times(mantissa, Number(exponent));
}

/** A slope or a correlation: two decimals. */
export const decimals = (value: number): string =>
  Number.isFinite(value) ? apart(value.toFixed(2).replace(/^-(0\.00)$/, '$1')) : scientific(value);

/** A count: `12,000`; up to two decimals where it is not whole. */
export function grouped(value: number): string {
  return apart(exact(Math.round(value * 100) / 100));
}

/** A share, or a relative error: `27 %`, `0.42 %`, two significant digits. */
export function percent(share: number): string {
  const digits = Math.abs(share) >= 0.995 && Math.abs(share) < 1.005 ? 3 : 2;
  return `${numberText(100 * share, digits)} %`;
}

/** ± and the percentage of an estimated error; nothing where a value is exact. */
export function uncertaintyText(relativeError: number): string {
  if (relativeError === 0) return '';
  const share = 100 * relativeError;
  if (share < 0.1) return '± < 0.1 %';
  return `± ${scientific(share, share < 1 ? 1 : 2)} %`;
}

/** Numbers from `low` to `high`. */
interface Range {
  readonly low: number;
  readonly high: number;
}

/** `mean ± halfWidth`, two significant digits of the half-width, one power of ten for both. */
export function withHalfWidth(value: number, halfWidth: number): string {
  if (!Number.isFinite(value) || !Number.isFinite(halfWidth)) return scientific(value);
  if (halfWidth === 0) return `${scientific(value)} ± 0`;
  const { scaled, write } = commonPower(value === 0 ? halfWidth : value);
  const decimals = Math.min(8, Math.max(0, 1 - orderOf(scaled(halfWidth))));
  return write(`${apart(scaled(value).toFixed(decimals))} ± ${apart(scaled(halfWidth).toFixed(decimals))}`);
}

/** The power of ten that several numbers share, if they are not plain: that of one of them. */
function commonPower(leading: number): {
  readonly scaled: (value: number) => number;
  readonly write: (all: string) => string;
} {
  const power = orderOf(leading);
  if (isPlain(power)) return { scaled: (value) => value, write: (all) => all };
  // Division by a power of ten, not multiplication by its inverse: 10^-k is not a double.
  return {
    scaled: (value) => (power < 0 ? value * 10 ** -power : value / 10 ** power),
    write: (all) => `(${all}) × ${powerOfTen(power)}`,
  };
}

/** With so many decimals; whole parts have so many significant digits. */
const inPlace = (value: number, decimals: number, digits: number): string =>
  decimals > 0
    ? apart(value.toFixed(decimals))
    : plain(value, Math.min(digits, Math.max(1, 1 + orderOf(value))));

/** Ends further apart than this have powers of ten of their own: with one for both the lower would have many zeros. */
const FAR_APART = 1000;

/** `mean [low, high]`, one power of ten for all: `0.369 [0.361, 0.377]`, `(1.90 [1.81, 1.99]) × 10⁻⁵`; `0.37 [0, ∞]` beyond all doubles. */
export function withInterval(value: number, interval: Range | undefined): string {
  if (interval === undefined || !Number.isFinite(value)) return scientific(value);
  const { low, high } = interval;
  if (low === high || Number.isNaN(low) || Number.isNaN(high)) return scientific(value);
  if (!Number.isFinite(high - low) || (low > 0 && high > FAR_APART * low))
    return `${scientific(value)} [${scientific(low)}, ${scientific(high)}]`;
  const digits = digitsApart(low, high);
  const { scaled, write } = commonPower(value);
  const decimals = Math.max(0, digits - 1 - orderOf(scaled(value)));
  const [centre, ...ends] = [value, low, high].map((x) => inPlace(scaled(x), decimals, digits));
  // Ends with the same digits are one number, of which rounding made two.
  return ends[0] === ends[1] ? scientific(value) : write(`${centre!} [${ends.join(', ')}]`);
}

/** Of fewer seeds the values are shown, and no interval: Student's t with one or two degrees of freedom spans decades. */
export const FEWEST_SEEDS = 4;

interface OverSeeds {
  readonly mean: number;
  readonly interval: Range | undefined;
  readonly values?: readonly number[] | undefined;
}

const areFew = (values: readonly number[]): boolean =>
  values.length > 1 && values.length < FEWEST_SEEDS && new Set(values).size > 1;

/** A mean with its interval; of two or three seeds with their values. */
export function overText({ mean, interval, values = [] }: OverSeeds): string {
  return areFew(values)
    ? `${scientific(mean)} ${spreadText({ interval, values })}`
    : withInterval(mean, interval);
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

/** Seconds, rounds or bytes over seeds: `320 s [124, 821]`. */
export function amountOver(over: OverSeeds, unit = ''): string {
  const spread = spreadText(over, amount);
  return [`${amount(over.mean)}${unit && ` ${unit}`}`, spread].filter(Boolean).join(' ');
}

/** Significant digits, three at least and six at most, in which two numbers differ by more than one unit. */
function digitsApart(low: number, high: number): number {
  const digits = 1 + orderOf(Math.max(Math.abs(low), Math.abs(high))) - orderOf((high - low) / 2);
  return Math.min(6, Math.max(3, digits));
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
