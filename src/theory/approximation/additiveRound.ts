/**
 * One agent's round where its noise is taken as additive: the noise along the mean local trajectory from
 * where the mean ends, with all its correlation along the chain, and with what local fluctuations add to it.
 *
 * Cheap beside the moments of the local vector from every state of the chain. Fluctuations (v, f) of the local
 * vector about the mean trajectory μ follow
 *
 *     v ← v + shift f + gain (w(o) − A(o) v),      w(o) = G(μ, o) − Ḡ(μ),
 *
 * in `q(s) = E[(v, f) 1{s_ℓ = s}]` exactly. In E[v vᵀ] and E[v fᵀ] Ā takes the place of A(o), and the variance of
 * (A(o) − Ā) v is added as that of independent draws.
 */
import type { Vector } from '../../maths/vector.ts';
import { addProduct } from '../../maths/rectangular.ts';
import type { LocalShape } from './localSteps.ts';
import type { FirstMoments, NoiseSource } from './noiseSource.ts';

/** Moments of the fluctuations; those of f are left out where it does not fluctuate. */
export interface Fluctuations extends FirstMoments {
  /** E[v vᵀ] `[d, d]` */
  readonly vv: Float64Array;
  /** E[v fᵀ] `[d, d]` */
  readonly vf?: Float64Array;
  /** E[f fᵀ] `[d, d]`, which does not change */
  readonly ff?: Float64Array;
}

/** No fluctuations yet. */
export const noFluctuations = (states: number, dimension: number): Fluctuations => ({
  v: new Float64Array(states * dimension),
  vv: new Float64Array(dimension ** 2),
});

/**
 * One observation: fluctuations one step on.
 *
 * @param point - where the operator is evaluated on the mean trajectory, about the root `[d]`
 */
export function fluctuate(
  source: NoiseSource,
  shape: LocalShape,
  point: Vector,
  now: Fluctuations,
): Fluctuations {
  const { dimension: d, gain, shift } = shape;
  const { A } = source.mean;
  const { vv, vf, ff } = now;
  const isOnV = shape.source === 0;
  const { v, f, cross, crossF, square } = source.move(shape, point, now, isOnV ? vv : ff);
  // half of E[v⁺ v⁺ᵀ] − E[v vᵀ] but for what is symmetric by itself
  const half = new Float64Array(d * d);
  for (let j = 0; j < d * d; j++) half[j] = gain * cross[j]!;
  const acted = new Float64Array(d * d);
  if (isOnV) for (let j = 0; j < d * d; j++) acted[j] = vv[j]! + half[j]!;
  if (vf !== undefined) {
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        const turned = j * d + i;
        half[i * d + j]! += shift * (vf[i * d + j]! + gain * crossF![turned]!);
        if (isOnV) acted[i * d + j]! += shift * vf[i * d + j]!;
        else acted[i * d + j]! += vf[turned]! + gain * crossF![turned]!;
      }
    }
  }
  if (isOnV || vf !== undefined) addProduct(half, 0, -gain, A, 0, acted, d, d, d);
  const after = new Float64Array(d * d);
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      const at = i * d + j;
      after[at] = vv[at]! + half[at]! + half[j * d + i]! + gain * gain * square[at]!;
      if (ff !== undefined) after[at] += shift * shift * ff[at]!;
    }
  }
  if (vf === undefined) return { v, vv: after };
  const withF = vf.map((value, j) => value + gain * crossF![j]! + shift * ff![j]!);
  addProduct(withF, 0, -gain, A, 0, isOnV ? vf : ff!, d, d, d);
  return { v, f: f!, vv: after, vf: withF, ff: ff! };
}
