/**
 * From the values of an axis to places along it, worked out by hand: zeros, numbers too small to matter and
 * numbers that ran away have a place that is finite.
 */
import { exact, grouped, powerOfTen } from '../../values/numbers.ts';

/** Smaller values, zero included, have this one's place on a logarithmic scale: rounding error, not a result. */
export const SMALLEST = 1e-30;
/** The narrowest span in decades: a flat curve is not blown up to show its last digits. */
const NARROWEST = 0.5;
const MOST_TICKS = 8;
/** Lengths of an axis from its ends: lines to values beyond all doubles have slopes, too. */
const FURTHEST = 1e6;
/** Room at either side of the outermost of some places, of their span. */
const SIDE = 0.05;

export interface Scale {
  readonly kind: 'linear' | 'logarithmic';
  /** the ends; log₁₀ of them on a logarithmic scale, where `high` is where values grow to */
  readonly low: number;
  readonly high: number;
  /** `at` like the ends, ascending */
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
}

/** Where a value is drawn that stands for itself, as an end of a bar: 0 at the low end, 1 at the high end, and never beyond them. */
export const along = (scale: Scale, value: number): number => Math.min(1, Math.max(0, onLine(scale, value)));

/** Where a value of a line is: likewise, and beyond the ends where the line leaves the axis. */
export function onLine(scale: Scale, value: number): number {
  const at = scale.kind === 'linear' ? value : Math.log10(Math.max(value, SMALLEST));
  return Math.min(FURTHEST, Math.max(-FURTHEST, placeOf(scale, at)));
}

/** Where a tick is: likewise. */
export const placeOf = ({ low, high }: Scale, at: number): number => (at - low) / (high - low);

/**
 * A logarithmic scale that holds all values of at least 1e-30, with a little air.
 *
 * @param values - finite, not negative
 * @param write - numbers in the labels; `2 × 10⁻³` by default
 */
export function logScale(values: readonly number[], write = inPowers): Scale {
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!(value >= SMALLEST)) continue;
    const exponent = Math.log10(value);
    low = Math.min(low, exponent);
    high = Math.max(high, exponent);
  }
  if (low > high) low = high = Math.log10(SMALLEST);
  if (high - low < NARROWEST) {
    const middle = (low + high) / 2;
    low = middle - NARROWEST / 2;
    high = middle + NARROWEST / 2;
  }
  const air = 0.04 * (high - low);
  return {
    kind: 'logarithmic',
    low: low - air,
    high: high + air,
    ticks: powers(low - air, high + air, write),
  };
}

/** A logarithmic scale over some places, each of which has a label. */
export function placesScale(values: readonly number[]): Scale {
  const places = [...new Set(values)].sort((a, b) => a - b);
  const [first, last] = [Math.log10(places[0]!), Math.log10(places.at(-1)!)];
  const side = SIDE * (last - first || 1);
  const ticks = places.map((place) => ({ at: Math.log10(place), label: numeral(place) }));
  return { kind: 'logarithmic', low: first - side, high: last + side, ticks };
}

/** Of ten: of the smallest normal doubles. */
const LEAST_POWER = -307;

/** A linear scale from 0, with ticks at 1, 2 or 5 times a power of ten: for what has a meaningful zero. */
export function linearScale(high: number, mostTicks: number): Scale {
  const power = Math.floor(Math.log10(high / mostTicks));
  // No double lies between ticks that are so near one another.
  if (power < LEAST_POWER) return { kind: 'linear', low: 0, high, ticks: [{ at: 0, label: numeral(0) }] };
  // Powers below 1 by division: 10^-k is no double.
  const times = (digit: number): number => (power < 0 ? digit / 10 ** -power : digit * 10 ** power);
  const digit = [1, 2, 5].find((candidate) => times(candidate) * mostTicks >= high) ?? 10;
  const ticks = [];
  for (let count = 0; times(count * digit) <= high; count++) {
    const at = times(count * digit);
    ticks.push({ at, label: numeral(at) });
  }
  return { kind: 'linear', low: 0, high, ticks };
}

/** The scale that several figures share: from the lowest of their ends to the highest. */
export function sharedScale(scales: readonly Scale[]): Scale {
  const low = scales.reduce((least, scale) => Math.min(least, scale.low), Infinity);
  const high = scales.reduce((most, scale) => Math.max(most, scale.high), -Infinity);
  return scales.every(({ kind }) => kind === 'linear')
    ? linearScale(high, MOST_TICKS)
    : { kind: 'logarithmic', low, high, ticks: powers(low, high, inPowers) };
}

/** `0.02`, `10,000` */
export const numeral = (value: number): string => (value < 1000 ? exact(value) : grouped(value));

/** `10⁻³`, `2 × 10⁻³`. */
function inPowers(value: number): string {
  const power = Math.floor(Math.log10(value) + 1e-9);
  const leading = Math.round(value / 10 ** power);
  return leading === 1 ? powerOfTen(power) : `${leading} × ${powerOfTen(power)}`;
}

/** Powers of ten between two exponents, or multiples of them where there are too few. */
function powers(low: number, high: number, chosen: typeof inPowers): Scale['ticks'] {
  for (const leading of [[1], [1, 2, 5], [1, 2, 3, 4, 5, 6, 7, 8, 9]]) {
    const ticks: { at: number; label: string }[] = [];
    // `0.5`, not `5 × 10⁻¹`, where all can be written so.
    const write = leading.length > 1 && low >= -3 && high <= 6 ? numeral : chosen;
    for (let power = Math.floor(low); power <= high; power++) {
      for (const digit of leading) {
        const at = power + Math.log10(digit);
        // Division, not multiplication by an inverse: 10^-k is no double.
        const value = power < 0 ? digit / 10 ** -power : digit * 10 ** power;
        if (at >= low && at <= high) ticks.push({ at, label: write(value) });
      }
    }
    if (ticks.length < 3 && leading.length < 9) continue;
    const step = Math.ceil(ticks.length / MOST_TICKS);
    // From a multiple of the step, so that 10⁰ keeps its label.
    return leading.length === 1 ? ticks.filter(({ at }) => at % step === 0) : ticks;
  }
  throw new Error('unreachable: the last set of ticks is always taken');
}
