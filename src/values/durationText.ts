/** A time that a reader waits, in words. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const withRest = (whole: number, unit: string, rest: number, restUnit: string): string =>
  rest === 0 ? `${whole} ${unit}` : `${whole} ${unit} ${rest} ${restUnit}`;

/** 75 → `2 min`; rounded up, to what matters at its size. */
export function durationText(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < MINUTE) return `${whole} s`;
  const minutes = Math.ceil(seconds / MINUTE);
  if (minutes < 60) return `${minutes} min`;
  if (seconds < DAY) {
    // By ten minutes, as no estimate is better.
    const tens = Math.ceil(seconds / (10 * MINUTE));
    return withRest(Math.floor(tens / 6), 'h', (tens % 6) * 10, 'min');
  }
  const hours = Math.ceil(seconds / HOUR);
  const days = Math.floor(hours / 24);
  return withRest(days, days === 1 ? 'day' : 'days', hours % 24, 'h');
}
