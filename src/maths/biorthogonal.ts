/**
 * Two-sided Gram–Schmidt: L and R with L G R = ±1, as far as G is not negligible.
 *
 * Gaussian elimination with complete pivoting (Golub and Van Loan, "Matrix Computations", 4th ed. 2013, §3.4.8), of rows and of
 * columns, and then both are scaled by the root of the pivot: L and R are exact to rounding, row by row, where G is nearly singular.
 */
import {
  add,
  block,
  elementOf,
  identityMatrix,
  largestElement,
  type Matrix,
  part,
  scaled,
  transposed,
} from './matrix.ts';

/** L `[p, n]` and R `[n, p]`, and the pivots beside the largest: the first p rows and columns alone are those of the p largest. */
export interface Biorthogonal {
  readonly left: Matrix;
  readonly right: Matrix;
  readonly pivots: readonly number[];
}

/** L and R of G `[n, n]`, without pivots that are negligible beside the largest. */
export function biorthogonal(G: Matrix, negligible: number): Biorthogonal {
  const n = G.rows;
  // L G, whose columns are eliminated too as Rᵀ (L G)ᵀ; L and Rᵀ by rows
  const [rest, left, right] = [scaled(G), identityMatrix(n), identityMatrix(n)];
  const row = (A: Matrix, i: number): Matrix => block(A, [i, 1]);
  const free = { rows: new Set(Array(n).keys()), columns: new Set(Array(n).keys()) };
  const [rows, columns] = [[] as number[], [] as number[]];
  const largest = largestElement(G);
  const least = negligible * largest;
  const pivots: number[] = [];
  for (;;) {
    let [i, j] = [-1, -1];
    let most = least;
    for (const a of free.rows)
      for (const b of free.columns)
        if (Math.abs(elementOf(rest, a, b)) > most) {
          most = Math.abs(elementOf(rest, a, b));
          [i, j] = [a, b];
        }
    if (i < 0) break;
    free.rows.delete(i);
    free.columns.delete(j);
    rows.push(i);
    columns.push(j);
    const pivot = elementOf(rest, i, j);
    for (const b of free.columns) add(row(right, b), row(right, j), -elementOf(rest, i, b) / pivot);
    for (const a of free.rows) {
      const factor = -elementOf(rest, a, j) / pivot;
      add(row(left, a), row(left, i), factor);
      add(row(rest, a), row(rest, i), factor);
    }
    pivots.push(Math.abs(pivot) / largest);
    const size = Math.sqrt(Math.abs(pivot));
    for (const [A, k] of [
      [left, i],
      [right, j],
    ] as const)
      add(row(A, k), row(A, k), 1 / size - 1);
  }
  const all = [...Array(n).keys()];
  return { left: part(left, rows, all), right: transposed(part(right, columns, all)), pivots };
}
