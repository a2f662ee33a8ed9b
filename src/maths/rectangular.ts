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

/** Columns of a tile: those of four rows of B and of two of out stay in the processor's nearest cache. */
const TILE = 256;

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
  const twos = rows - (rows % 2);
  for (let start = 0; start < columns; start += TILE) {
    const end = Math.min(columns, start + TILE);
    for (let i = 0; i < twos; i += 2)
      addTwoRows(out, to + i * columns, factor, A, fromA + i * inner, B, inner, columns, start, end);
    if (twos < rows)
      addRow(out, to + twos * columns, factor, A, fromA + twos * inner, B, inner, columns, start, end);
  }
}

/** Two rows of out and four of B at a time: each element is read once for eight products. */
function addTwoRows(
  out: Float64Array,
  row: number,
  factor: number,
  A: Vector,
  upper: number,
  B: Vector,
  inner: number,
  columns: number,
  start: number,
  end: number,
): void {
  const next = row + columns;
  const lower = upper + inner;
  const fours = inner - (inner % 4);
  for (let k = 0; k < fours; k += 4) {
    const a = factor * A[upper + k]!;
    const b = factor * A[upper + k + 1]!;
    const c = factor * A[upper + k + 2]!;
    const d = factor * A[upper + k + 3]!;
    const e = factor * A[lower + k]!;
    const f = factor * A[lower + k + 1]!;
    const g = factor * A[lower + k + 2]!;
    const h = factor * A[lower + k + 3]!;
    if (a === 0 && b === 0 && c === 0 && d === 0 && e === 0 && f === 0 && g === 0 && h === 0) continue;
    const first = k * columns;
    const second = first + columns;
    const third = second + columns;
    const fourth = third + columns;
    for (let j = start; j < end; j++) {
      const w = B[first + j]!;
      const x = B[second + j]!;
      const y = B[third + j]!;
      const z = B[fourth + j]!;
      out[row + j]! += a * w + b * x + c * y + d * z;
      out[next + j]! += e * w + f * x + g * y + h * z;
    }
  }
  for (let k = fours; k < inner; k++) {
    const a = factor * A[upper + k]!;
    const e = factor * A[lower + k]!;
    if (a === 0 && e === 0) continue;
    for (let j = start; j < end; j++) {
      const w = B[k * columns + j]!;
      out[row + j]! += a * w;
      out[next + j]! += e * w;
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
      out[row + j]! += a * B[first + j]! + b * B[second + j]! + c * B[third + j]! + d * B[fourth + j]!;
  }
  for (let k = fours; k < inner; k++) {
    const a = factor * A[from + k]!;
    if (a === 0) continue;
    for (let j = start; j < end; j++) out[row + j]! += a * B[k * columns + j]!;
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
    const scaled = factor * x[fromX + i]!;
    if (scaled !== 0) for (let j = 0; j < d; j++) out[i * d + j]! += scaled * y[fromY + j]!;
  }
}
