/** Products of matrices that need not be square. */
import { addStridedProduct } from './stridedProduct.ts';
import type { Vector } from './vector.ts';

/** A B `[rows, columns]`, for A `[rows, inner]` and B `[inner, columns]`. */
export function product(A: Vector, B: Vector, rows: number, inner: number, columns: number): Float64Array {
  const out = new Float64Array(rows * columns);
  addProduct(out, 0, 1, A, 0, B, rows, inner, columns);
  return out;
}

/**
 * out += factor · A B at the offsets, A `[rows, inner]`, B `[inner, columns]`; in the order of {@link addStridedProduct}.
 */
export function addProduct(
  out: Float64Array,
  to: number,
  factor: number,
  A: Vector,
  fromA: number,
  B: Vector,
  rows: number,
  inner: number,
  columns: number,
): void {
  addStridedProduct(
    { rows, columns, values: out, offset: to, stride: columns },
    { rows, columns: inner, values: A, offset: fromA, stride: inner },
    { rows: inner, columns, values: B, offset: 0, stride: columns },
    factor,
  );
}

/** out `[d, d]` += factor · x yᵀ, of vectors that begin at the offsets. */
export function addOuter(
  out: Float64Array,
  factor: number,
  x: Vector,
  fromX: number,
  y: Vector,
  fromY: number,
  d: number,
): void {
  for (let i = 0; i < d; i++) {
    const scaled = factor * x[fromX + i]!;
    if (scaled !== 0) for (let j = 0; j < d; j++) out[i * d + j]! += scaled * y[fromY + j]!;
  }
}
