/** A curve in bounded room: of many points every second, fourth, … is kept, and always the newest. */

/** A recorded round, as far as it is drawn. */
export interface Point {
  readonly round: number;
  readonly step: number;
  readonly time: number;
  readonly value: number;
}

/** More points than pixels show nothing more. */
const MOST_POINTS = 600;

/** The points of one replication. */
export class ThinCurve {
  #kept: Point[] = [];
  #every = 1;
  #count = 0;
  #newest: Point | undefined;

  add(point: Point): void {
    this.#newest = point;
    if (this.#count++ % this.#every !== 0) return;
    this.#kept.push(point);
    if (this.#kept.length <= MOST_POINTS) return;
    this.#kept = this.#kept.filter((_, place) => place % 2 === 0);
    this.#every *= 2;
  }

  /** Those that are kept, and the newest; at most {@link MOST_POINTS} + 1. */
  get points(): readonly Point[] {
    return this.#newest === undefined || this.#kept.at(-1) === this.#newest
      ? this.#kept
      : [...this.#kept, this.#newest];
  }
}

/** The mean of curves over their common rounds, in the room of one. */
export class MeanCurve {
  readonly #sums = new Map<number, { count: number; step: number; time: number; value: number }>();
  #curves = 0;

  add(points: readonly Point[]): void {
    this.#curves++;
    for (const { round, step, time, value } of points) {
      const sum = this.#sums.get(round);
      if (sum === undefined) {
        // A round that an earlier curve lacks has no mean.
        if (this.#curves === 1) this.#sums.set(round, { count: 1, step, time, value });
        continue;
      }
      sum.count++;
      sum.step += step;
      sum.time += time;
      sum.value += value;
    }
  }

  get curves(): number {
    return this.#curves;
  }

  /**
   * The mean.
   *
   * @param further - a curve that counts as well, without being added
   */
  points(further: readonly Point[] = []): readonly Point[] {
    const all = this.#curves + Number(further.length > 0);
    const ofRound = new Map(further.map((point) => [point.round, { count: 1, ...point }]));
    const sums = this.#curves === 0 ? ofRound : this.#sums;
    const means: Point[] = [];
    for (const [round, sum] of sums) {
      const extra = sums === ofRound ? undefined : ofRound.get(round);
      if (sum.count + Number(extra !== undefined) < all) continue;
      const mean = (name: 'step' | 'time' | 'value'): number => (sum[name] + (extra?.[name] ?? 0)) / all;
      means.push({ round, step: mean('step'), time: mean('time'), value: mean('value') });
    }
    return means;
  }
}
