/** Sums, products and blocks of matrices that need not be square. */
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

/** `height` rows from `top` on and `width` columns from `left` on of a matrix with rows of `stride`. */
export function block(
  from: Vector,
  stride: number,
  top: number,
  height: number,
  left: number,
  width: number,
): Float64Array {
  const out = new Float64Array(height * width);
  for (let i = 0; i < height; i++)
    for (let j = 0; j < width; j++) out[i * width + j] = from[(top + i) * stride + left + j]!;
  return out;
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

/** Columns of a tile: those of four rows of B and of four of out stay in the processor's nearest cache. */
const TILE = 256;

/**
 * out += factor · A B at the offsets, A `[rows, inner]`, B `[inner, columns]`. The inner index runs in fours, each four summed before it
 * is added: one fixed order, on which the bits of runs with a stationary start depend.
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
  const fours = rows - (rows % 4);
  for (let start = 0; start < columns; start += TILE) {
    const end = Math.min(columns, start + TILE);
    for (let i = 0; i < fours; i += 4)
      addFourRows(out, to + i * columns, factor, A, fromA + i * inner, B, inner, columns, start, end);
    for (let i = fours; i < rows; i++)
      addRow(out, to + i * columns, factor, A, fromA + i * inner, B, inner, columns, start, end);
  }
}

/** Four rows of out and four of B at a time: each element is read once for sixteen products. */
function addFourRows(
  out: Float64Array,
  row: number,
  factor: number,
  A: Vector,
  from: number,
  B: Vector,
  inner: number,
  columns: number,
  start: number,
  end: number,
): void {
  const [row1, row2, row3] = [row + columns, row + 2 * columns, row + 3 * columns];
  const [from1, from2, from3] = [from + inner, from + 2 * inner, from + 3 * inner];
  const fours = inner - (inner % 4);
  for (let k = 0; k < fours; k += 4) {
    const a0 = factor * A[from + k]!;
    const b0 = factor * A[from + k + 1]!;
    const c0 = factor * A[from + k + 2]!;
    const d0 = factor * A[from + k + 3]!;
    const a1 = factor * A[from1 + k]!;
    const b1 = factor * A[from1 + k + 1]!;
    const c1 = factor * A[from1 + k + 2]!;
    const d1 = factor * A[from1 + k + 3]!;
    const a2 = factor * A[from2 + k]!;
    const b2 = factor * A[from2 + k + 1]!;
    const c2 = factor * A[from2 + k + 2]!;
    const d2 = factor * A[from2 + k + 3]!;
    const a3 = factor * A[from3 + k]!;
    const b3 = factor * A[from3 + k + 1]!;
    const c3 = factor * A[from3 + k + 2]!;
    const d3 = factor * A[from3 + k + 3]!;
    const isEmpty =
      a0 === 0 &&
      b0 === 0 &&
      c0 === 0 &&
      d0 === 0 &&
      a1 === 0 &&
      b1 === 0 &&
      c1 === 0 &&
      d1 === 0 &&
      a2 === 0 &&
      b2 === 0 &&
      c2 === 0 &&
      d2 === 0 &&
      a3 === 0 &&
      b3 === 0 &&
      c3 === 0 &&
      d3 === 0;
    if (isEmpty) continue;
    const first = k * columns;
    const second = first + columns;
    const third = second + columns;
    const fourth = third + columns;
    for (let j = start; j < end; j++) {
      const w = B[first + j]!;
      const x = B[second + j]!;
      const y = B[third + j]!;
      const z = B[fourth + j]!;
      out[row + j]! += a0 * w + b0 * x + (c0 * y + d0 * z);
      out[row1 + j]! += a1 * w + b1 * x + (c1 * y + d1 * z);
      out[row2 + j]! += a2 * w + b2 * x + (c2 * y + d2 * z);
      out[row3 + j]! += a3 * w + b3 * x + (c3 * y + d3 * z);
    }
  }
  for (let k = fours; k < inner; k++) {
    const a0 = factor * A[from + k]!;
    const a1 = factor * A[from1 + k]!;
    const a2 = factor * A[from2 + k]!;
    const a3 = factor * A[from3 + k]!;
    if (a0 === 0 && a1 === 0 && a2 === 0 && a3 === 0) continue;
    for (let j = start; j < end; j++) {
      const w = B[k * columns + j]!;
      out[row + j]! += a0 * w;
      out[row1 + j]! += a1 * w;
      out[row2 + j]! += a2 * w;
      out[row3 + j]! += a3 * w;
    }
  }
}

function addRow(
  out: Float64Array,
  row: number,
  factor: number,
  A: Vector,
  from: number,
  B: Vector,
  inner: number,
  columns: number,
  start: number,
  end: number,
): void {
  const fours = inner - (inner % 4);
  for (let k = 0; k < fours; k += 4) {
    const a = factor * A[from + k]!;
    const b = factor * A[from + k + 1]!;
    const c = factor * A[from + k + 2]!;
    const d = factor * A[from + k + 3]!;
    if (a === 0 && b === 0 && c === 0 && d === 0) continue;
    const first = k * columns;
    const second = first + columns;
    const third = second + columns;
    const fourth = third + columns;
    for (let j = start; j < end; j++)
      out[row + j]! += a * B[first + j]! + b * B[second + j]! + (c * B[third + j]! + d * B[fourth + j]!);
  }
  for (let k = fours; k < inner; k++) {
    const a = factor * A[from + k]!;
    if (a === 0) continue;
    for (let j = start; j < end; j++) out[row + j]! += a * B[k * columns + j]!;
  }
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
