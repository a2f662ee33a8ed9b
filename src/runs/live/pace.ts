/** Rounds a second, or shares of a run, over the latest seconds. */

/** Seconds that count. */
const WINDOW = 5;
/** Seconds before which there is no basis. */
const LEAST = 1;

/** What was counted when. */
export class Pace {
  #counts: { readonly seconds: number; readonly count: number }[] = [];

  /** Forgets the pace: the run is held up, or somebody steps, and goes on at another. */
  rest(): undefined {
    this.#counts = [];
    return undefined;
  }

  /**
   * The pace by now; `undefined` while there is no basis.
   *
   * @param seconds - on a clock that never goes back
   * @param count - so far
   */
  at(seconds: number, count: number): number | undefined {
    if (count < (this.#counts.at(-1)?.count ?? 0)) this.#counts = [];
    this.#counts.push({ seconds, count });
    while (this.#counts.length > 2 && this.#counts[1]!.seconds <= seconds - WINDOW) this.#counts.shift();
    const first = this.#counts[0]!;
    return seconds - first.seconds < LEAST ? undefined : (count - first.count) / (seconds - first.seconds);
  }
}
