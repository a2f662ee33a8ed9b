/** How much longer a run takes. */

/** Before so many seconds and rounds there is no basis for an estimate: threads start, code warms up. */
const LEAST_SECONDS = 2;
const LEAST_ROUNDS = 10;

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
