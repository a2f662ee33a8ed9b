/** Rounds a second, over the latest seconds. */

/** Seconds that count. */
const WINDOW = 5;
/** Seconds before which there is no basis. */
const LEAST = 1;

/** What was counted when. */
export class Pace {
  #counts: { readonly seconds: number; readonly rounds: number }[] = [];

  /**
   * The pace by now; `undefined` while there is no basis.
   *
   * @param seconds - on a clock that never goes back
   * @param rounds - so far
   */
  at(seconds: number, rounds: number): number | undefined {
    if (rounds < (this.#counts.at(-1)?.rounds ?? 0)) this.#counts = [];
    this.#counts.push({ seconds, rounds });
    while (this.#counts.length > 2 && this.#counts[1]!.seconds <= seconds - WINDOW) this.#counts.shift();
    const first = this.#counts[0]!;
    return seconds - first.seconds < LEAST ? undefined : (rounds - first.rounds) / (seconds - first.seconds);
  }
}
