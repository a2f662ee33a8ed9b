/** Target errors that are chosen where curves lie. */

/** What the levels are chosen by: the error at the start, and the largest at the end of a seed. */
export interface Span {
  readonly start: number;
  readonly depth: number;
}

/** How far the levels are on the way, on a logarithmic axis, from the lowest start to the second lowest depth. */
const SHARES = [0.3, 0.6, 0.9];
const MOST_DIGITS = 6;

/**
 * Three levels, the largest first, that two results at least reach in every seed; as few digits each as keep them apart.
 *
 * @returns none where no two results reach a common level
 */
export function levelsAmong(spans: readonly Span[], smallest: number): number[] {
  const top = Math.min(...spans.map(({ start }) => start).filter((start) => start > 0));
  const depth = spans
    .map((span) => span.depth)
    .filter((each) => each < top)
    .sort((a, b) => a - b)[1];
  if (depth === undefined || !Number.isFinite(top)) return [];
  // A depth of rounding alone, or of zero, is no place for a level.
  const bottom = Math.max(depth, smallest, Number.MIN_VALUE);
  if (!(bottom < top)) return [];
  for (let digits = 1; digits <= MOST_DIGITS; digits++) {
    const levels = SHARES.map((share) => Number((top * (bottom / top) ** share).toPrecision(digits)));
    if (new Set(levels).size === levels.length && levels.every((level) => level >= bottom && level < top))
      return levels;
  }
  return [];
}
