/** Nonnegative matrices by their positive entries. */
import type { Vector } from './vector.ts';

/** The positive entries of a matrix, row after row. */
export interface SparseRows {
  /** those of row r: offset[r] … offset[r + 1] − 1, `[rows + 1]` */
  readonly offset: Int32Array;
  /** their columns, ascending within a row */
  readonly column: Int32Array;
  readonly value: Float64Array;
}

/**
 * The positive entries of a matrix.
 *
 * @param matrix - row-major `[rows, columns]`
 */
export function sparseRows(matrix: Vector, rows: number, columns: number): SparseRows {
  let count = 0;
  for (let j = 0; j < rows * columns; j++) if (matrix[j]! > 0) count++;
  const offset = new Int32Array(rows + 1);
  const column = new Int32Array(count);
  const value = new Float64Array(count);
  let k = 0;
  for (let r = 0; r < rows; r++) {
    for (let c = 0; c < columns; c++) {
      const entry = matrix[r * columns + c]!;
      if (!(entry > 0)) continue;
      column[k] = c;
      value[k++] = entry;
    }
    offset[r + 1] = k;
  }
  return { offset, column, value };
}

/** The matrix whose positive entries these are, row-major `[rows, columns]`. */
export function denseRows({ offset, column, value }: SparseRows, columns: number): Float64Array {
  const rows = offset.length - 1;
  const out = new Float64Array(rows * columns);
  for (let r = 0; r < rows; r++)
    for (let k = offset[r]!; k < offset[r + 1]!; k++) out[r * columns + column[k]!] = value[k]!;
  return out;
}
