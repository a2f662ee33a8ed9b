/** The product of matrices whose rows lie a stride apart: the one kernel under all of them. */
import type { Vector } from './vector.ts';

/** Where the elements of a matrix `[rows, columns]` lie: (i, j) at `offset + i stride + j`. */
export interface Strided {
  readonly rows: number;
  readonly columns: number;
  readonly values: Vector;
  readonly offset: number;
  readonly stride: number;
}

interface Strides {
  readonly out: number;
  readonly A: number;
  readonly B: number;
}

/** Columns of a tile: those of four rows of B and of four of out stay in the processor's nearest cache. */
const TILE = 256;

/**
 * out += factor · A B, A `[rows, inner]`, B `[inner, columns]`. The inner index runs in fours, each four summed before it
 * is added: one fixed order, on which the bits of runs with a stationary start depend.
 */
export function addStridedProduct(
  out: Strided & { readonly values: Float64Array },
  A: Strided,
  B: Strided,
  factor: number,
): void {
  const { rows, columns: inner } = A;
  const { columns } = B;
  const strides = { out: out.stride, A: A.stride, B: B.stride };
  const fours = rows - (rows % 4);
  for (let start = 0; start < columns; start += TILE) {
    const end = Math.min(columns, start + TILE);
    for (let i = 0; i < rows; i += i < fours ? 4 : 1) {
      const addRows = i < fours ? addFourRows : addRow;
      const [to, from] = [out.offset + i * out.stride, A.offset + i * A.stride];
      addRows(out.values, to, factor, A.values, from, B.values, B.offset, inner, strides, start, end);
    }
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
  fromB: number,
  inner: number,
  strides: Strides,
  start: number,
  end: number,
): void {
  const { out: ofOut, A: ofA, B: columns } = strides;
  const [row1, row2, row3] = [row + ofOut, row + 2 * ofOut, row + 3 * ofOut];
  const [from1, from2, from3] = [from + ofA, from + 2 * ofA, from + 3 * ofA];
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
    const first = fromB + k * columns;
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
      const w = B[fromB + k * columns + j]!;
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
  fromB: number,
  inner: number,
  { B: columns }: Strides,
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
    const first = fromB + k * columns;
    const second = first + columns;
    const third = second + columns;
    const fourth = third + columns;
    for (let j = start; j < end; j++)
      out[row + j]! += a * B[first + j]! + b * B[second + j]! + (c * B[third + j]! + d * B[fourth + j]!);
  }
  for (let k = fours; k < inner; k++) {
    const a = factor * A[from + k]!;
    if (a === 0) continue;
    for (let j = start; j < end; j++) out[row + j]! += a * B[fromB + k * columns + j]!;
  }
}
