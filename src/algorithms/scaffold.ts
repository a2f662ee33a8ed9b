/**
 * SCAFFOLD's formulas (Karimireddy et al., "SCAFFOLD: Stochastic Controlled Averaging for Federated
 * Learning", ICML 2020, Algorithm 1, option II), for operators that are added: `G = −∇f`, so the
 * control variates have the sign of G turned: c_i ≈ −Ḡ_i.
 */
import type { Vector } from '../maths/vector.ts';

/** `out ← c_i − c`: what is added to G_i in each local step. */
export function scaffoldCorrectionInto(out: Float64Array, own: Vector, common: Vector): void {
  for (let j = 0; j < out.length; j++) out[j] = own[j]! - common[j]!;
}

/**
 * `Δc_i = c_i⁺ − c_i = −c + (x − y_{i,K})/(K η)`.
 *
 * @param out - Δc_i `[d]`
 * @param common - c `[d]`
 * @param difference - Δy_i = y_{i,K} − x `[d]`
 * @param pathLength - η K
 */
export function controlDifferenceInto(
  out: Float64Array,
  common: Vector,
  difference: Vector,
  pathLength: number,
): void {
  for (let j = 0; j < out.length; j++) out[j] = -common[j]! - difference[j]! / pathLength;
}
