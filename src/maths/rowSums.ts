/** Sums of long rows of one matrix in memory: the work of moments, which a kernel does with the same bits. */
import type { Vector } from './vector.ts';

/** A matrix, row after row, and what is done with its rows. */
export interface RowSums {
  /** `[rows, width]` */
  readonly matrix: Float64Array;
  /**
   * Rows += M · other rows, `count` columns of them.
   *
   * @param out - where the first row begins, the others a width apart
   * @param M - `[rows, from.length]`
   * @param from - where the other rows begin, all of them apart from those of `out`
   */
  add(out: number, M: Vector, rows: number, from: ArrayLike<number>, count: number): void;
  /** The same of `rows` rows that are each the same sum of rows, those a row further on each time. */
  combine(out: number, factors: Vector, rows: number, from: readonly number[], count: number): void;
  /** Writes `size` rows each from the given ones on, from one column to before another, as columns. */
  mirror(rows: readonly number[], size: number, from: number, to: number): void;
}

/** Makes a matrix of zeros. */
export type NewRowSums = (rows: number, width: number) => RowSums;

/** In plain JavaScript. */
export const plainRowSums: NewRowSums = (rows, width) => {
  const matrix = new Float64Array(rows * width);
  return {
    matrix,
    add: (out, M, rows, from, count) => {
      for (let i = 0; i < rows; i++) addRow(matrix, out + i * width, M, i * from.length, from, count);
    },
    combine: (out, factors, rows, from, count) => {
      for (let i = 0; i < rows; i++) {
        const shifted = from.map((row) => row + i * width);
        addRow(matrix, out + i * width, factors, 0, shifted, count);
      }
    },
    mirror: (rows, size, from, to) => {
      for (let j = from; j < to; j++) {
        for (const row of rows) {
          const at = j * width + row;
          for (let i = 0, place = row * width + j; i < size; i++, place += width)
            matrix[at + i] = matrix[place]!;
        }
      }
    },
  };
};

/** Four rows at a time. */
function addRow(
  S: Float64Array,
  to: number,
  M: Vector,
  at: number,
  from: ArrayLike<number>,
  count: number,
): void {
  let l = 0;
  for (; l + 3 < from.length; l += 4) {
    const a = M[at + l]!;
    const b = M[at + l + 1]!;
    const c = M[at + l + 2]!;
    const e = M[at + l + 3]!;
    const A = from[l]!;
    const B = from[l + 1]!;
    const C = from[l + 2]!;
    const E = from[l + 3]!;
    for (let j = 0; j < count; j++)
      S[to + j]! += a * S[A + j]! + b * S[B + j]! + (c * S[C + j]! + e * S[E + j]!);
  }
  for (; l < from.length; l++) {
    const a = M[at + l]!;
    const A = from[l]!;
    for (let j = 0; j < count; j++) S[to + j]! += a * S[A + j]!;
  }
}
