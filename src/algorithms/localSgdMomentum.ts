/**
 * Local SGD with momentum (Streaming FL, Algorithm 1, "Local SGD-M"): the momentum v, which the
 * server keeps, is a descent direction, so it enters with a minus sign.
 */
import type { Vector } from '../maths/vector.ts';

/**
 * The local step `v_k = −β G + (1 − β) v`, `w ← w − η v_k` is `w ← w + ηβ (G + c)` with the constant
 * `c = −((1 − β)/β) v`.
 *
 * @param out - c `[d]`
 * @param momentum - v `[d]`
 * @param beta - β in (0, 1]
 */
export function momentumCorrectionInto(out: Float64Array, momentum: Vector, beta: number): void {
  const scale = -(1 - beta) / beta;
  for (let j = 0; j < out.length; j++) out[j] = scale * momentum[j]!;
}

/**
 * The server's `v = (1/(η M K)) Σ_i (w − w_{i,K})`.
 *
 * @param meanModel - the average of the w_{i,K} `[d]`
 * @param pathLength - η K
 */
export function nextMomentum(theta: Vector, meanModel: Vector, pathLength: number): Float64Array {
  return Float64Array.from(theta, (w, j) => (w - meanModel[j]!) / pathLength);
}
