/** Estimated errors of approximate moments, from those of a coarser approximation. */

/** Part of what pairs add to the moments that is lost with the functions of chains that are left out. */
const OMITTED_PART = 0.1;

/** What cached maps and interpolated gaps leave out at most, beside the value. */
const INTERPOLATED = 1e-5;

/**
 * Estimates of |value/truth − 1|, round by round: Mathematics (8). Levels approach the truth about as a geometric series does: what level
 * 3 would add is to δ_2 as δ_2 is to the level before, δ_2 what level 2 has added.
 *
 * @param meanSquare - E‖e‖² of level 2
 * @param previous - E‖e‖² of level 1
 * @param doubt - of which so much is uncertain for other reasons
 */
export function relativeErrors(
  meanSquare: readonly number[],
  previous: readonly number[],
  doubt?: readonly number[],
): number[] {
  return meanSquare.map((value, at) => {
    const before = previous[at]!;
    const added = value === before ? 0 : Math.abs(value - before) / Math.abs(value);
    const doubtful = doubt?.[at] ? doubt[at] / Math.abs(value) : 0;
    const error = added * added + OMITTED_PART * added + doubtful + INTERPOLATED;
    return Number.isFinite(error) ? error : Infinity;
  });
}

/**
 * Estimates of |value/truth − 1| along event times where third cumulants are neglected: Mathematics (8), with δ the difference from the moments of
 * independent observations, relative to the smaller of the two.
 *
 * @param meanSquare - E‖e‖² by round, without third cumulants
 * @param independent - the same with i.i.d. sampling
 */
export const cumulantErrors = (meanSquare: readonly number[], independent: readonly number[]): number[] =>
  meanSquare.map((value, at) => {
    const other = independent[at]!;
    const added = value === other ? 0 : Math.abs(value - other) / Math.min(value, other);
    const error = added * added + OMITTED_PART * added + INTERPOLATED;
    return Number.isFinite(error) ? error : Infinity;
  });
