/** What nearly singular mean matrices leave of numbers of theory. */
import { whyIll } from '../maths/condition.ts';
import { eigenvalueSpread } from '../maths/eigenvalueSpread.ts';
import type { Solution } from '../problems/root.ts';

/** Rounding of a round's map of size 1, with room for maps of several steps: a factor that is closer to 1 may as well be above it. */
const ROUNDING = 1e-13;

/** Beside 1 − ρ rounding of the map is then 10⁻⁶: six digits of its fixed point. */
const LEAST_GAP = 1e-8;

/**
 * Why numbers that depend on small eigenvalues of Ā are not shown; `undefined` where they are known. A round moves slow directions by less
 * than its map is known to: 1 − ρ is of the order of η ‖Ā‖/κ, in the coordinates in which κ is least.
 */
export function illConditioned({ mean }: Pick<Solution, 'mean'>): string | undefined {
  if (mean?.kind !== 'linear') return undefined;
  return whyIll('Ā in the best units of θ', eigenvalueSpread(mean.A, mean.b.length));
}

/** What a round's factor ρ leaves unknown: whether the round is `stable`, or its `limit` alone. */
export function undecided(
  factor: number | null,
): { readonly lacks: 'stability' | 'limit'; readonly reason: string } | undefined {
  if (factor === null) return undefined;
  const gap = Math.abs(1 - factor);
  if (gap > LEAST_GAP) return undefined;
  const lacks = gap > ROUNDING ? 'limit' : 'stability';
  const least = lacks === 'limit' ? LEAST_GAP : ROUNDING;
  return { lacks, reason: `the round factor is within ${least.toExponential(0)} of 1: rounding decides` };
}
