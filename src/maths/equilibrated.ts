/**
 * Linear systems whose unknowns and equations have units of their own: rows and columns are scaled by powers of two, which rounds nothing,
 * before anything is judged (Golub and Van Loan, "Matrix Computations", 4th ed. 2013, §3.5.2). The elements are to be known to rounding
 * each; of a difference such as I − F they are not.
 */
import { ifComputable } from './numericalFailure.ts';
import { inverse } from './inverse.ts';
import { solve } from './linearSolve.ts';
import type { Vector } from './vector.ts';

/** Passes over rows and columns; two are enough for all but strange matrices. */
const PASSES = 5;

/** Componentwise backward error of a solve that is rounding alone, beside the number of unknowns. */
const ROUNDING = 8 * Number.EPSILON;

/** A matrix in units of its rows and columns. */
export interface Equilibrated {
  /** B = R A C `[n, n]`, the largest element of each row and column between ½ and 2 */
  readonly matrix: Float64Array;
  /** the diagonals of R and C `[n]` */
  readonly rows: Float64Array;
  readonly columns: Float64Array;
}

/** R A C `[n, n]` of elements of size 1; rows and columns of zeros are left. */
export function equilibrated(A: Vector, n: number): Equilibrated {
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
 * x with A x = b, whatever the units of x and b: as {@link solve} has it where its backward error is rounding in each equation.
 *
 * @throws NumericalFailure if the scaled A is singular to working precision
 */
export function solveEquilibrated(A: Vector, b: Vector, n: number): Float64Array {
  const plain = ifComputable(() => solve(A, b, n));
  if (plain !== undefined && backwardError(A, plain, b) <= n * ROUNDING) return plain;
  const { matrix, rows, columns } = equilibrated(A, n);
  const scaled = b.map((value, i) => rows[i]! * value);
  const x = solve(matrix, scaled, n).map((value, j) => columns[j]! * value);
  return plain !== undefined && backwardError(A, plain, b) <= backwardError(A, x, b) ? plain : x;
}

/**
 * The least ω such that x solves a system whose elements differ from those of A and b by the part ω at most: max |b − A x|/(|A||x| + |b|),
 * the same in all units of x and b (Oettli and Prager, "Compatibility of approximate solution of linear equations", Numer. Math. 1964).
 */
function backwardError(A: Vector, x: Vector, b: Vector): number {
  const n = b.length;
  let largest = 0;
  for (let i = 0; i < n; i++) {
    let residual = b[i]!;
    let size = Math.abs(residual);
    for (let j = 0; j < n; j++) {
      const term = A[i * n + j]! * x[j]!;
      residual -= term;
      size += Math.abs(term);
    }
    if (residual !== 0) largest = Math.max(largest, Math.abs(residual) / size);
  }
  return largest;
}

/**
 * A⁻¹ `[n, n]`, whatever the units of rows and columns.
 *
 * @throws NumericalFailure if the scaled A is singular to working precision
 */
export function inverseEquilibrated(A: Vector, n: number): Float64Array {
  const { matrix, rows, columns } = equilibrated(A, n);
  return inverse(matrix, n).map((value, k) => columns[Math.floor(k / n)]! * value * rows[k % n]!);
}

/**
 * The condition number ‖B‖ ‖B⁻¹‖ in the maximum norm of the scaled B = R A C: what solves lose of rounding. Infinite where B is singular to
 * working precision.
 */
export function conditionNumber(A: Vector, n: number): number {
  const { matrix } = equilibrated(A, n);
  const back = ifComputable(() => inverse(matrix, n));
  return back === undefined ? Infinity : rowNorm(matrix, n) * rowNorm(back, n);
}

function rowNorm(A: Vector, n: number): number {
  let largest = 0;
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += Math.abs(A[i * n + j]!);
    largest = Math.max(largest, sum);
  }
  return largest;
}
