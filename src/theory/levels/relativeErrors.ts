/** Estimated errors of approximate moments, from those of a coarser approximation. */
import type { Apart } from '../moments/errorMoments.ts';

/** Part of what pairs add to the moments that is lost with the functions of chains that are left out. */
const OMITTED_PART = 0.1;

/** What cached maps and interpolated gaps leave out at most, beside the value. */
const INTERPOLATED = 1e-5;

/** Part of what level 2 has changed in the mean that levels beyond may change, beside what they change in the second moments. */
const OF_MEAN = 0.5;

/**
 * Estimates of |value/truth − 1|, round by round: Mathematics (8). Levels approach the truth about as a geometric series does: what level
 * 3 would add is to δ_2 as δ_2 is to the level before, δ_2 what level 2 has added.
 *
 * @param meanSquare - E‖e‖² of level 2
 * @param added - δ_2
 * @param doubt - of which so much is uncertain for other reasons
 */
export const relativeErrors = (
  meanSquare: readonly number[],
  added: readonly Apart[],
  doubt?: readonly number[],
): number[] =>
  meanSquare.map((value, at) => {
    const part = partOf(added[at]!.second, value);
    return finite(part * part + OMITTED_PART * part + partOf(doubt?.[at] ?? 0, value) + INTERPOLATED);
  });

/**
 * The same of ‖E e‖²: the mean is wrong by a part of what level 2 has added to it.
 *
 * @param biasSquare - ‖E e‖² of level 2
 * @param doubt - by how much E e may be wrong for other reasons
 */
export const biasErrors = (
  biasSquare: readonly number[],
  meanSquare: readonly number[],
  added: readonly Apart[],
  doubt?: readonly number[],
): number[] =>
  biasSquare.map((value, at) => {
    const { mean, second } = added[at]!;
    const wrong = OF_MEAN * mean * (partOf(second, meanSquare[at]!) + OMITTED_PART) + (doubt?.[at] ?? 0);
    const part = partOf(wrong, Math.sqrt(value));
    return finite(2 * part + part * part + INTERPOLATED);
  });

const partOf = (part: number, value: number): number => (part === 0 ? 0 : part / Math.abs(value));
const finite = (error: number): number => (Number.isFinite(error) ? error : Infinity);

/**
 * Estimates of |value/truth − 1| along event times where third cumulants are neglected: Mathematics (8), with δ the difference from the moments of
 * independent observations, relative to the smaller of the two.
 *
 * @param meanSquare - E‖e‖² by round, without third cumulants
 * @param independent - the same with i.i.d. sampling
 */
export const cumulantErrors = (meanSquare: readonly number[], independent: readonly number[]): number[] =>
  relativeErrors(
    meanSquare.map((value, at) => Math.min(value, independent[at]!)),
    meanSquare.map((value, at) => ({ second: Math.abs(value - independent[at]!), mean: 0 })),
  );
