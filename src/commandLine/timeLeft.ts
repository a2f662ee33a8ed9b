/** How much longer a run takes, and a duration in words. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Before so many seconds and rounds there is no basis for an estimate: threads start, code warms up. */
const LEAST_SECONDS = 2;
const LEAST_ROUNDS = 10;

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

/** Estimates from the rounds done since the first of them was seen, so that the start does not count. */
export class TimeLeft {
  #first: { readonly seconds: number; readonly rounds: number } | undefined;

  /**
   * Seconds that the rest takes at the pace so far; `undefined` where there is no basis yet.
   *
   * @param seconds - on a clock that never goes back
   * @param rounds - done, of `total`
   */
  at(seconds: number, rounds: number, total: number): number | undefined {
    if (rounds === 0) return undefined;
    this.#first ??= { seconds, rounds };
    const passed = seconds - this.#first.seconds;
    const done = rounds - this.#first.rounds;
    if (passed < LEAST_SECONDS || done < LEAST_ROUNDS) return undefined;
    return (passed / done) * (total - rounds);
  }
}
