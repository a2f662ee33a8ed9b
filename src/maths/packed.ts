/** Symmetric matrices packed by the rows of their lower triangle: (0,0), (1,0), (1,1), (2,0), … */
import type { Vector } from './vector.ts';

/** Elements of a packed symmetric `[n, n]`: n (n + 1)/2. */
export const packedLength = (n: number): number => (n * (n + 1)) / 2;

/** Where element (i, j) of a symmetric matrix is packed, in either order. */
export const packedIndex = (i: number, j: number): number =>
  i >= j ? (i * (i + 1)) / 2 + j : (j * (j + 1)) / 2 + i;

/** The packed lower triangle of S `[n, n]`. */
export function pack(S: Vector, n: number): Float64Array {
  const out = new Float64Array(packedLength(n));
  for (let i = 0, at = 0; i < n; i++) for (let j = 0; j <= i; j++) out[at++] = S[i * n + j]!;
  return out;
}

/** The symmetric `[n, n]` that is packed in `packed` from `offset` on. */
export function unpack(packed: Vector, n: number, offset = 0): Float64Array {
  const out = new Float64Array(n * n);
  for (let i = 0, at = offset; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      const element = packed[at++]!;
      out[i * n + j] = element;
      out[j * n + i] = element;
    }
  }
  return out;
}
