/** Operators with a script instead of a stream, to drive parts with one call each. */
import type { LocalOperator } from '../problems/operator.ts';

/** What one observation makes of the operator: `G(θ, o) = b − a θ`, coordinate by coordinate. */
export interface ScriptedObservation {
  readonly a: number;
  /** `[d]` */
  readonly b: readonly number[];
}

export interface ScriptedOperator extends LocalOperator {
  /** observations used up so far */
  readonly used: () => number;
}

/**
 * The operator whose k-th observation is the k-th of the script, which begins again at its end.
 *
 * @throws Error for an empty script, or one whose b differ in length
 */
export function scriptedOperator(script: readonly ScriptedObservation[]): ScriptedOperator {
  const dimension = script[0]?.b.length ?? 0;
  if (dimension === 0) throw new Error('scriptedOperator: expected a script with coordinates, got none');
  for (const [at, { b }] of script.entries()) {
    if (b.length !== dimension)
      throw new Error(
        `scriptedOperator: expected ${dimension} coordinates of b in entry ${at}, got ${b.length}`,
      );
  }
  let k = 0;
  const value = (theta: Readonly<Float64Array>, j: number): number => {
    const { a, b } = script[k % script.length]!;
    return b[j]! - a * theta[j]!;
  };
  return {
    dimension,
    used: () => k,
    peek: (theta, out) => {
      for (let j = 0; j < out.length; j++) out[j] = value(theta, j);
    },
    advance: (theta, stepSize, correction, count) => {
      for (let step = 0; step < count; step++, k++) {
        for (let j = 0; j < theta.length; j++)
          theta[j]! += stepSize * (value(theta, j) + (correction?.[j] ?? 0));
      }
    },
    accumulate: (theta, count, out) => {
      out.fill(0);
      for (let step = 0; step < count; step++, k++)
        for (let j = 0; j < out.length; j++) out[j]! += value(theta, j);
    },
    skip: (count) => {
      k += count;
    },
  };
}
