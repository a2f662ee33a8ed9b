/** The observations of a finite law, one after another, with their stationary probabilities. */
import type { FiniteObservations } from '../../problems/observationLaw.ts';

/** Observations of positive probability: states, or pairs of a state and its successor. */
export function outcomeCount(law: FiniteObservations): number {
  let count = 0;
  visitOutcomes(law, () => count++);
  return count;
}

/**
 * Calls `visit` with A(o) `[d, d]`, b(o) `[d]` and the probability of o, for `o = s ∼ π` or
 * `o = (s, s')`, `s ∼ π`, `s' ∼ P(s, ·)`. The two arrays are overwritten from one call to the next.
 */
export function eachOutcome(
  law: FiniteObservations,
  d: number,
  visit: (weight: number, A: Float64Array, b: Float64Array) => void,
): void {
  const A = new Float64Array(d * d);
  const b = new Float64Array(d);
  visitOutcomes(law, (weight, s, next) => {
    law.affine(s, next, A, b);
    visit(weight, A, b);
  });
}

function visitOutcomes(
  { chain: { states, stationary, transition }, observes }: FiniteObservations,
  visit: (weight: number, s: number, next: number) => void,
): void {
  stationary.forEach((weight, s) => {
    if (!(weight > 0)) return;
    if (observes === 'states') visit(weight, s, s);
    else
      transition.subarray(s * states, (s + 1) * states).forEach((p, next) => {
        if (p > 0) visit(weight * p, s, next);
      });
  });
}
