/** Bounds that a right program exceeds with a probability that is stated: proved, not tabulated. */

/**
 * A bound that a χ² variable with k degrees of freedom exceeds with probability at most e⁻ˣ:
 * `k + 2√(kx) + 2x` (Laurent and Massart, "Adaptive estimation of a quadratic functional by model
 * selection", Ann. Statist. 2000, Lemma 1).
 */
export const chiSquareBound = (degrees: number, x: number): number =>
  degrees + 2 * Math.sqrt(degrees * x) + 2 * x;

/** Pearson's statistic Σ (count − expected)²/expected; about χ² with one degree less than cells. */
export function pearson(counts: readonly number[], probabilities: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return counts.reduce((sum, count, k) => {
    const expected = total * probabilities[k]!;
    if (expected === 0) return count === 0 ? sum : Infinity;
    return sum + (count - expected) ** 2 / expected;
  }, 0);
}

/** e⁻ˣ = 10⁻⁸ */
export const ONE_IN_1E8 = 8 * Math.LN10;
