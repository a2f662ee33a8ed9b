/**
 * Virtual time: a whole number of ticks of a nanosecond, in a double.
 *
 * Sums and differences are exact below 2⁵³ ticks, 104 days; beyond, those of whole seconds are exact up to
 * {@link LONGEST_RUN}, of milliseconds up to 2⁵⁹ ticks, 18 years: a second is 2⁹ · 5⁹ ticks, a millisecond 2⁶ · 5⁶.
 */
import { real, type Value, where } from './value.ts';

/** A time or a duration in ticks; Infinity is never. */
export type Ticks = number;

const PER_SECOND = 1e9;

/** Seconds of a tick. */
export const TICK = 1e-9;

/** Ticks that a run lasts at most, 146 years. */
export const LONGEST_RUN: Ticks = 2 ** 62;

/** Later than any run lasts, and a sum of many is still a time. */
const BEYOND: Ticks = 2 ** 63;

/** The nearest number of ticks, half a tick rounded up; what no run lasts is later than {@link LONGEST_RUN}, and never Infinity. */
export function ticksOf(seconds: number): Ticks {
  if (seconds >= BEYOND / PER_SECOND) return BEYOND;
  // Whole seconds apart: the product of a long decimal would round.
  const whole = Math.floor(seconds);
  return whole * PER_SECOND + Math.round((seconds - whole) * PER_SECOND);
}

/** The double nearest to a time: equal decimals print alike, and up to 97 days {@link ticksOf} gives the same ticks back. */
export const secondsOf = (ticks: Ticks): number => ticks / PER_SECOND;

const BELOW_A_TICK = 'must be at least 1e-9, a tick of the clock';

/** A value of seconds that are given, not drawn. */
const ofTicks = (value: Value<number>): Value<number> =>
  where(value, (seconds, fault) => {
    if (seconds > 0 && seconds < TICK) fault([], BELOW_A_TICK);
  });

/** Seconds from 0 on. */
export const secondsFrom0 = (most?: number): Value<number> =>
  ofTicks(real({ least: 0, ...(most !== undefined && { most }) }));

/** Seconds above 0. */
export const secondsAbove0 = (most?: number): Value<number> =>
  ofTicks(real({ above: 0, ...(most !== undefined && { most }) }));
