/** A curve in bounded room: of many points every second, fourth, … is kept, and always the newest. */
import type { Horizontal } from '../../report/axes.ts';

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

/** Axes that curves are drawn against. */
export const PLACES = ['round', 'step', 'time'] as const satisfies readonly Horizontal[];
export type Place = (typeof PLACES)[number];

/**
 * Adds a curve to a sum, at the places of that: the curve is held at its last point until the next, as in the report. A place
 * before its first point or beyond its last is none of the sum's any more.
 *
 * @param sums - of curves before it; `undefined` before the first, whose places they have
 */
function added(sums: readonly Point[] | undefined, points: readonly Point[], axis: Place): readonly Point[] {
  if (sums === undefined) return points;
  const end = points.at(-1)?.[axis] ?? -Infinity;
  let at = -1;
  return sums.flatMap((sum) => {
    const place = sum[axis];
    while (at + 1 < points.length && points[at + 1]![axis] <= place) at++;
    const held = points[at];
    if (held === undefined || place > end) return [];
    const plus = (name: keyof Point): number => sum[name] + held[name];
    const both = { round: plus('round'), step: plus('step'), time: plus('time'), value: plus('value') };
    return [{ ...both, [axis]: place }];
  });
}

/** The mean of curves against each axis, in the room of one. */
export class MeanCurve {
  readonly #sums = new Map<Place, readonly Point[]>();
  #curves = 0;

  add(points: readonly Point[]): void {
    for (const axis of PLACES) this.#sums.set(axis, added(this.#sums.get(axis), points, axis));
    this.#curves++;
  }

  get curves(): number {
    return this.#curves;
  }

  /**
   * The mean at places on an axis.
   *
   * @param further - a curve that counts as well, without being added
   */
  points(axis: Place, further: readonly Point[] = []): readonly Point[] {
    const before = this.#sums.get(axis);
    const sums = further.length > 0 ? added(before, further, axis) : (before ?? []);
    const all = this.#curves + Number(further.length > 0);
    return sums.map((sum) => ({
      ...{ round: sum.round / all, step: sum.step / all, time: sum.time / all, value: sum.value / all },
      [axis]: sum[axis],
    }));
  }
}
