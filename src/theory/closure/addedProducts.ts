/** Products of matrices added to what is there. */
import { transpose } from '../../maths/linearAlgebra.ts';
import type { Vector } from '../../maths/vector.ts';

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
