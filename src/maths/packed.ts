/** Symmetric matrices packed by the rows of their lower triangle: (0,0), (1,0), (1,1), (2,0), … */
import type { Strided } from './stridedProduct.ts';
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

/** out `[packed(n), 1]` ← the packed lower triangle of S `[n, n]`. */
export function packInto(out: Strided & { readonly values: Float64Array }, S: Strided): void {
  for (let i = 0, at = out.offset; i < S.rows; i++)
    for (let j = 0; j <= i; j++, at += out.stride) out.values[at] = S.values[S.offset + i * S.stride + j]!;
}

/** out `[n, n]` from an offset on ← the symmetric matrix that is packed `[packed(n), 1]`. */
export function unpackInto(out: Float64Array, to: number, n: number, packed: Strided): void {
  for (let i = 0, at = packed.offset; i < n; i++)
    for (let j = 0; j <= i; j++, at += packed.stride)
      out[to + i * n + j] = out[to + j * n + i] = packed.values[at]!;
}
