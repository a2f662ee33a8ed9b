/** Coordinates in which the rows and columns of a matrix are alike in size. */

/**
 * A ← D⁻¹ A D `[n, n]` with rows and columns of like sizes, by powers of 2: no rounding (Parlett and Reinsch, "Balancing a matrix for
 * calculation of eigenvalues and eigenvectors", Numer. Math. 1969).
 *
 * @returns the diagonal of D `[n]`
 */
export function balance(A: Float64Array, n: number): Float64Array {
  const D = new Float64Array(n).fill(1);
  for (let changed = true; changed;) {
    changed = false;
    for (let i = 0; i < n; i++) {
      let column = 0;
      let row = 0;
      for (let j = 0; j < n; j++) {
        if (j === i) continue;
        column += Math.abs(A[j * n + i]!);
        row += Math.abs(A[i * n + j]!);
      }
      if (column === 0 || row === 0 || !Number.isFinite(column + row)) continue;
      const factor = 2 ** Math.round(Math.log2(row / column) / 2);
      if (!(column * factor + row / factor < 0.95 * (column + row))) continue;
      changed = true;
      for (let j = 0; j < n; j++) A[i * n + j]! /= factor;
      for (let j = 0; j < n; j++) A[j * n + i]! *= factor;
      D[i]! *= factor;
    }
  }
  return D;
}
