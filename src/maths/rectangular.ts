/** Sums, products and blocks of matrices that need not be square. */
import { transpose } from './linearAlgebra.ts';
import { dot, type Vector } from './vector.ts';

/** A B `[rows, columns]`, for A `[rows, inner]` and B `[inner, columns]`. */
export function product(A: Vector, B: Vector, rows: number, inner: number, columns: number): Float64Array {
  const out = new Float64Array(rows * columns);
  addProduct(out, 0, 1, A, 0, B, rows, inner, columns);
  return out;
}

/** A Bᵀ `[rows, columns]`, for A `[rows, inner]` and B `[columns, inner]`. */
export function productWithTranspose(
  A: Vector,
  B: Vector,
  rows: number,
  inner: number,
  columns: number,
): Float64Array {
  const out = new Float64Array(rows * columns);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++) out[i * columns + j] = dot(A, B, inner, i * inner, j * inner);
  return out;
}

/** `height` rows from `top` on and `width` columns from `left` on of a square matrix with rows of `stride`. */
export function block(
  from: Vector,
  stride: number,
  top: number,
  height: number,
  left: number,
  width: number,
): Float64Array {
  return Float64Array.from({ length: height * width }, (_, at) => {
    const row = Math.floor(at / width);
    return from[(top + row) * stride + left + at - row * width]!;
  });
}

/** Σ matrices, of which there is at least one. */
export function sumOf(matrices: readonly Vector[]): Float64Array {
  const out = new Float64Array(matrices[0]!.length);
  for (const matrix of matrices) addInto(out, matrix);
  return out;
}

/** out += added */
export function addInto(out: Float64Array, added: Vector): Float64Array {
  for (let j = 0; j < out.length; j++) out[j]! += added[j]!;
  return out;
}

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
    const own = factor * x[fromX + i]!;
    if (own !== 0) for (let j = 0; j < d; j++) out[i * d + j]! += own * y[fromY + j]!;
  }
}
