/** Sums of some rows of matrices, a few numbers each: as views of them they take a third more time. */
import type { Matrix } from './matrix.ts';

/** `rows` rows of out, from one on, += factor · those of A, which has as many columns. */
export function addRows(
  out: Matrix,
  to: number,
  A: Matrix,
  [from, rows]: readonly [number, number],
  factor: number,
): void {
  for (let i = 0; i < rows; i++) {
    const [target, source] = [out.offset + (to + i) * out.stride, A.offset + (from + i) * A.stride];
    for (let j = 0; j < out.columns; j++) out.values[target + j]! += factor * A.values[source + j]!;
  }
}

/** S ← S + factor · (P A + (P A)ᵀ + P K Pᵀ), P the unit vectors of some coordinates; A `[coordinates, n]` may have further columns. */
export function addToSome(
  S: Matrix,
  coordinates: readonly number[],
  A: Matrix,
  K: Matrix,
  factor: number,
): void {
  const { values, rows: n } = S;
  coordinates.forEach((row, i) => {
    for (let j = 0, from = A.offset + i * A.stride; j < n; j++) {
      const added = factor * A.values[from + j]!;
      values[row * n + j]! += added;
      values[j * n + row]! += added;
    }
  });
  coordinates.forEach((row, i) => {
    coordinates.forEach((column, j) => {
      values[row * n + column]! += factor * K.values[i * K.columns + j]!;
    });
  });
}
