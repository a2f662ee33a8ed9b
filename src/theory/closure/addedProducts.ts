/** Products of matrices added to what is there. */
import { transpose } from '../../maths/linearAlgebra.ts';
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
  // Four rows of B at a time: each element of out is read and written once for all of them.
  const fours = inner - (inner % 4);
  for (let i = 0; i < rows; i++) {
    const row = to + i * columns;
    const at = fromA + i * inner;
    for (let k = 0; k < fours; k += 4) {
      const a = factor * A[at + k]!;
      const b = factor * A[at + k + 1]!;
      const c = factor * A[at + k + 2]!;
      const d = factor * A[at + k + 3]!;
      if (a === 0 && b === 0 && c === 0 && d === 0) continue;
      const first = k * columns;
      const second = first + columns;
      const third = second + columns;
      const fourth = third + columns;
      for (let j = 0; j < columns; j++)
        out[row + j]! += a * B[first + j]! + b * B[second + j]! + c * B[third + j]! + d * B[fourth + j]!;
    }
    for (let k = fours; k < inner; k++) {
      const own = factor * A[at + k]!;
      if (own === 0) continue;
      for (let j = 0; j < columns; j++) out[row + j]! += own * B[k * columns + j]!;
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
  addProduct(out, 0, factor, A, 0, transpose(B, rows, inner), rows, inner, rows);
}
