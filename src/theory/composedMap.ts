/** Maps of a local vector z = (v, what stays as it is) to v, one after another. */
import { addProduct, block } from '../maths/rectangular.ts';
import type { Vector } from '../maths/vector.ts';

/**
 * out += scale · A after B, of maps `[d, z]` from offsets on: A is applied to v as B makes it and to `rest` times what stays.
 *
 * @param d - length of v, the first coordinates of z
 * @param z - length of z
 */
export function addComposed(
  out: Float64Array,
  to: number,
  scale: number,
  A: Vector,
  fromA: number,
  B: Vector,
  fromB: number,
  d: number,
  z: number,
  rest = 1,
): void {
  const onV = block(A.subarray(fromA), z, 0, d, 0, d);
  addProduct(out, to, scale, onV, 0, B.subarray(fromB, fromB + d * z), d, d, z);
  if (rest === 0) return;
  for (let i = 0; i < d; i++)
    for (let j = d; j < z; j++) out[to + i * z + j]! += scale * rest * A[fromA + i * z + j]!;
}
