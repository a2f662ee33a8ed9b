/** How much of their time some agents waited in a moving window, from when each waited: exact, without samples. */
import type { Stretch } from './readTrace.ts';

/** A corner of the curve, which is straight between corners. */
export interface IdleCorner {
  /** s, the end of the window */
  readonly time: number;
  /** of the agents' time in the window */
  readonly share: number;
}

/**
 * (1 / (M w)) ∫_{t−w}^{t} #{agents that wait at s} ds for t from `from` + w to `to`, at all its corners: each is
 * where an agent begins or ends to wait, or did so w seconds before.
 *
 * @param waiting - of each agent when it waited, in any order; all that reaches into [from, to]
 * @param agents - M
 * @param window - w, s
 */
export function idleShare(
  waiting: readonly Stretch[],
  agents: number,
  { from, to }: Stretch,
  window: number,
): IdleCorner[] {
  const changes = waiting
    .filter((stretch) => stretch.to > from && stretch.from < to)
    .flatMap((stretch) => [
      { time: Math.max(stretch.from, from), change: 1 },
      { time: Math.min(stretch.to, to), change: -1 },
    ])
    .sort((a, b) => a.time - b.time);
  /** Where the number of those who wait changes: how long they have waited by then, and how many do from then on. */
  const knots = [{ time: from, waited: 0, count: 0 }];
  for (const { time, change } of changes) {
    const last = knots.at(-1)!;
    if (time === last.time) last.count += change;
    else
      knots.push({ time, waited: last.waited + last.count * (time - last.time), count: last.count + change });
  }
  let [ahead, behind] = [0, 0];
  const waited = (time: number, knot: number): number => {
    const { time: since, waited: before, count } = knots[knot]!;
    return before + count * (time - since);
  };
  const corners = new Set([from + window, to]);
  for (const { time } of knots) for (const corner of [time, time + window]) corners.add(corner);
  return [...corners]
    .filter((time) => time >= from + window && time <= to)
    .sort((a, b) => a - b)
    .map((time) => {
      while (ahead + 1 < knots.length && knots[ahead + 1]!.time <= time) ahead++;
      while (behind + 1 < knots.length && knots[behind + 1]!.time <= time - window) behind++;
      return { time, share: (waited(time, ahead) - waited(time - window, behind)) / (agents * window) };
    });
}

/** Without corners that differ from the straight line between their neighbours by no more than a share. */
export function simplified(corners: readonly IdleCorner[], most: number): IdleCorner[] {
  const kept: IdleCorner[] = [];
  // The directions in which a line from the last kept corner passes all corners since.
  let [low, high] = [-Infinity, Infinity];
  corners.forEach((corner, k) => {
    const last = kept.at(-1);
    if (last === undefined) return void kept.push(corner);
    const slope = (share: number): number => (share - last.share) / (corner.time - last.time);
    const steepness = slope(corner.share);
    if (steepness < low || steepness > high) {
      const before = corners[k - 1]!;
      kept.push(before);
      const steep = (share: number): number => (share - before.share) / (corner.time - before.time);
      [low, high] = [steep(corner.share - most), steep(corner.share + most)];
      return;
    }
    [low, high] = [Math.max(low, slope(corner.share - most)), Math.min(high, slope(corner.share + most))];
  });
  const end = corners.at(-1);
  if (end !== undefined && end !== kept.at(-1)) kept.push(end);
  return kept;
}
