/** Products of matrices added to what is there. */
import type { Vector } from '../../maths/vector.ts';

/** out += factor · A B at the offsets, A `[rows, inner]`, B `[inner, columns]`. */
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
  for (let i = 0; i < rows; i++) {
    for (let k = 0; k < inner; k++) {
      const own = factor * A[fromA + i * inner + k]!;
      if (own === 0) continue;
      for (let j = 0; j < columns; j++) out[to + i * columns + j]! += own * B[k * columns + j]!;
    }
  }
}

/** out `[rows, rows]` += factor · A Bᵀ, both `[rows, inner]`. */
export function addTransposed(
  out: Float64Array,
  factor: number,
  A: Vector,
  B: Vector,
  rows: number,
  inner: number,
): void {
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < rows; j++) {
      let sum = 0;
      for (let k = 0; k < inner; k++) sum += A[i * inner + k]! * B[j * inner + k]!;
      out[i * rows + j]! += factor * sum;
    }
  }
}
