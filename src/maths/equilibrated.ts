/**
 * Linear systems whose unknowns and equations have units of their own: rows and columns are scaled by powers of two, which rounds nothing,
 * before anything is judged (Golub and Van Loan, "Matrix Computations", 4th ed. 2013, §3.5.2).
 */
import { inverse } from './inverse.ts';
import { solve } from './linearSolve.ts';
import { NumericalFailure } from './numericalFailure.ts';
import type { Vector } from './vector.ts';

/** Passes over rows and columns; two are enough for all but strange matrices. */
const PASSES = 5;

interface Equilibrated {
  /** B = R A C `[n, n]`, the largest element of each row and column between ½ and 2 */
  readonly matrix: Float64Array;
  /** the diagonals of R and C `[n]` */
  readonly rows: Float64Array;
  readonly columns: Float64Array;
}

function equilibrated(A: Vector, n: number): Equilibrated {
  const matrix = Float64Array.from(A);
  const rows = new Float64Array(n).fill(1);
  const columns = new Float64Array(n).fill(1);
  const scale = (at: (k: number) => number, all: Float64Array, index: number): void => {
    let largest = 0;
    for (let k = 0; k < n; k++) largest = Math.max(largest, Math.abs(matrix[at(k)]!));
    if (!(largest > 0) || !Number.isFinite(largest)) return;
    const factor = 2 ** -Math.round(Math.log2(largest));
    for (let k = 0; k < n; k++) matrix[at(k)]! *= factor;
    all[index]! *= factor;
  };
  for (let pass = 0; pass < PASSES; pass++) {
    for (let i = 0; i < n; i++) scale((k) => i * n + k, rows, i);
    for (let j = 0; j < n; j++) scale((k) => k * n + j, columns, j);
  }
  return { matrix, rows, columns };
}

/**
 * x with A x = b: as {@link solve} has it, and where that finds no pivot, whatever the units of x and b.
 *
 * @throws NumericalFailure if the scaled A is singular to working precision
 */
export function solveEquilibrated(A: Vector, b: Vector, n: number): Float64Array {
  try {
    return solve(A, b, n);
  } catch (error) {
    if (!(error instanceof NumericalFailure)) throw error;
  }
  const { matrix, rows, columns } = equilibrated(A, n);
  const scaled = b.map((value, i) => rows[i]! * value);
  return solve(matrix, scaled, n).map((value, j) => columns[j]! * value);
}

/** ‖A‖ ‖A⁻¹‖ in the maximum norm, A `[n, n]`; infinite where the scaled A is singular to working precision. */
export function conditionNumber(A: Vector, n: number): number {
  const { matrix, rows, columns } = equilibrated(A, n);
  const norm = (M: Vector): number => {
    let largest = 0;
    for (let i = 0; i < n; i++) {
      let sum = 0;
      for (let j = 0; j < n; j++) sum += Math.abs(M[i * n + j]!);
      largest = Math.max(largest, sum);
    }
    return largest;
  };
  try {
    const back = inverse(matrix, n);
    return norm(A) * norm(back.map((value, k) => columns[Math.floor(k / n)]! * value * rows[k % n]!));
  } catch (error) {
    if (error instanceof NumericalFailure) return Infinity;
    throw error;
  }
}
