/**
 * The inner loop of regression with the non-convex regulariser, written out. It rounds as the loop that
 * all operators share does, so the numbers are the same; it saves the vector between the value and the step.
 */
import type { Vector } from '../../maths/vector.ts';
import { regulariserSlope } from './regulariser.ts';

/**
 * `w ← w + η (s x − λ ∇r(w) + c)`, in place: one local step.
 *
 * @param residual - s: twice the label less the prediction wᵀx
 * @param x - the features, `[d]` from `offset` on
 * @param correction - c `[d]`; `undefined` for none
 */
export function regularisedStep(
  w: Float64Array,
  residual: number,
  x: Vector,
  offset: number,
  regularisation: number,
  stepSize: number,
  correction: Vector | undefined,
): void {
  if (correction === undefined) {
    for (let j = 0; j < w.length; j++) {
      const wj = w[j]!;
      w[j] = wj + stepSize * (residual * x[offset + j]! - regularisation * regulariserSlope(wj));
    }
    return;
  }
  for (let j = 0; j < w.length; j++) {
    const wj = w[j]!;
    const value = residual * x[offset + j]! - regularisation * regulariserSlope(wj);
    w[j] = wj + stepSize * (value + correction[j]!);
  }
}

/** `out ← λ ∇r(w)`, which stays the same while w does. */
export function regulariserPullInto(out: Float64Array, w: Vector, regularisation: number): void {
  for (let j = 0; j < out.length; j++) out[j] = regularisation * regulariserSlope(w[j]!);
}
