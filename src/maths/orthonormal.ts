/** Vectors beside others that are orthonormal. */
import { addScaled, dot, type Vector } from './vector.ts';

/**
 * x without its parts along orthonormal vectors, and these parts, by Gram and Schmidt: twice, for once leaves rounding errors of
 * nearly parallel vectors.
 */
export function orthogonalised(
  x: Vector,
  Q: readonly Vector[],
): { readonly left: Float64Array; readonly parts: Float64Array } {
  let left: Float64Array = Float64Array.from(x);
  const parts = new Float64Array(Q.length);
  for (const [k, q] of [...Q.entries(), ...Q.entries()]) {
    const part = dot(q, left);
    parts[k]! += part;
    left = addScaled(left, -part, q);
  }
  return { left, parts };
}
