/** What nearly singular mean matrices leave of numbers of theory. */
import { conditionNumber } from '../maths/equilibrated.ts';
import type { Solution } from '../problems/root.ts';

/**
 * Above this condition number of Ā a round moves slow directions by less than eigenvalues and fixed points of its map are known to: 1 − ρ is of
 * the order of η ‖Ā‖/κ, and rounding of the map of 10⁻¹⁵ times its size squared.
 */
const LARGEST_CONDITION = 1e10;

/** Why numbers that depend on small eigenvalues of Ā are not shown; `undefined` where they are known. */
export function illConditioned({ mean }: Pick<Solution, 'mean'>): string | undefined {
  if (mean?.kind !== 'linear') return undefined;
  const condition = conditionNumber(mean.A, mean.b.length);
  if (condition <= LARGEST_CONDITION) return undefined;
  const size = Number.isFinite(condition) ? `is about ${condition.toExponential(0)}` : 'is beyond 10¹⁵';
  return `the condition number of Ā ${size}, above ${LARGEST_CONDITION.toExponential(0)}: rounding decides`;
}
