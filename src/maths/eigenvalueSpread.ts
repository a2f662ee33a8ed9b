/** The spread of a matrix's eigenvalues, whatever the units of its coordinates. */
import { spectralRadius } from './eigenvalues.ts';
import { inverseEquilibrated } from './equilibrated.ts';
import { ifComputable } from './numericalFailure.ts';
import type { Vector } from './vector.ts';

/**
 * ρ(|A|) ρ(|A⁻¹|), A `[n, n]`: at least max |λ|/min |λ|, at most the condition number in any coordinates x → D x, and the same in all of
 * these (Bauer, "Optimally scaled matrices", Numer. Math. 1963). Infinite where A is singular to working precision.
 */
export function eigenvalueSpread(A: Vector, n: number): number {
  const absolute = (M: Float64Array): Float64Array => M.map(Math.abs);
  const back = ifComputable(() => inverseEquilibrated(A, n));
  if (back === undefined) return Infinity;
  return spectralRadius(absolute(Float64Array.from(A)), n) * spectralRadius(absolute(back), n);
}
