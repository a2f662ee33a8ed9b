/** Laws on finitely many states as decimal fractions write them: with rounding in their sums, and in what should be 0. */
import type { Vector } from '../maths/vector.ts';

/** Probabilities are to be at least 0 and to sum to 1, both within this: decimal fractions of ten digits or more pass. */
export const SUM_TOLERANCE = 1e-9;

/** Whether these are probabilities of one law. */
export const sumsToOne = (row: Iterable<number>): boolean => {
  let sum = 0;
  for (const p of row) {
    if (!(p >= -SUM_TOLERANCE)) return false;
    sum += p;
  }
  return Math.abs(sum - 1) <= SUM_TOLERANCE;
};

/**
 * The laws in the rows of a matrix: numbers below 0 are 0, and the others of their row sum to 1. Rows without such numbers
 * keep their bits.
 *
 * @param rows - row-major `[rows, states]`, each row with {@link sumsToOne}
 * @returns the same object where no number is below 0
 */
export function lawsIn(rows: Vector, states: number): Vector {
  if (!rows.some((p) => p < 0)) return rows;
  const laws = Float64Array.from(rows);
  for (let at = 0; at < laws.length; at += states) {
    const law = laws.subarray(at, at + states);
    if (!law.some((p) => p < 0)) continue;
    const sum = law.reduce((total, p) => total + Math.max(0, p), 0);
    law.forEach((p, state) => {
      law[state] = Math.max(0, p) / sum;
    });
  }
  return laws;
}
