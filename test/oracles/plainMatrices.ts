/** Matrices as arrays of rows, with the plainest loops: arithmetic that owes nothing to the source. */

export type Row = number[];
export type Rows = Row[];

export const zeros = (rows: number, columns: number): Rows =>
  Array.from({ length: rows }, () => new Array<number>(columns).fill(0));

export const unit = (n: number): Rows => zeros(n, n).map((row, i) => row.map((_, j) => (i === j ? 1 : 0)));

export function apply(A: Rows, x: Row): Row {
  const out: Row = [];
  for (const row of A) {
    let sum = 0;
    for (let j = 0; j < row.length; j++) sum += row[j]! * x[j]!;
    out.push(sum);
  }
  return out;
}

export function add(a: Row, b: Row): Row {
  const out: Row = [];
  for (let j = 0; j < a.length; j++) out.push(a[j]! + b[j]!);
  return out;
}

export function subtract(a: Row, b: Row): Row {
  const out: Row = [];
  for (let j = 0; j < a.length; j++) out.push(a[j]! - b[j]!);
  return out;
}

export function scale(factor: number, a: Row): Row {
  const out: Row = [];
  for (let j = 0; j < a.length; j++) out.push(factor * a[j]!);
  return out;
}

export const addRows = (A: Rows, B: Rows): Rows => A.map((row, i) => add(row, B[i]!));

/** sum ← sum + factor A */
export function addInto(sum: Rows, factor: number, A: Rows): void {
  if (factor === 0) return;
  for (const [i, row] of A.entries()) {
    const into = sum[i]!;
    for (let j = 0; j < row.length; j++) into[j]! += factor * row[j]!;
  }
}

export const scaleRows = (factor: number, A: Rows): Rows => A.map((row) => scale(factor, row));

export const transposed = (A: Rows): Rows => A[0]!.map((_, j) => A.map((row) => row[j]!));

export function product(A: Rows, B: Rows): Rows {
  const columns = B[0]!.length;
  return A.map((row) => {
    const out = new Array<number>(columns).fill(0);
    for (let k = 0; k < row.length; k++) {
      const entry = row[k]!;
      if (entry === 0) continue; // most of them, where a step changes a part of what there is
      const other = B[k]!;
      for (let j = 0; j < columns; j++) out[j]! += entry * other[j]!;
    }
    return out;
  });
}

export const squared = (a: Row): number => a.reduce((sum, entry) => sum + entry * entry, 0);

/** The average of vectors of one length. */
export function averageOf(vectors: readonly Row[]): Row {
  const sum = vectors.reduce(
    (total, vector) => add(total, vector),
    new Array<number>(vectors[0]!.length).fill(0),
  );
  return scale(1 / vectors.length, sum);
}

/** The average of matrices of one shape. */
export function averageOfRows(matrices: readonly Rows[]): Rows {
  return matrices[0]!.map((_, i) => averageOf(matrices.map((matrix) => matrix[i]!)));
}

/** x with A x = b, by Gaussian elimination with partial pivoting. */
export function solution(A: Rows, b: Row): Row {
  const n = b.length;
  const work = A.map((row, i) => [...row, b[i]!]);
  for (let column = 0; column < n; column++) {
    let pivot = column;
    for (let i = column; i < n; i++) {
      if (Math.abs(work[i]![column]!) > Math.abs(work[pivot]![column]!)) pivot = i;
    }
    [work[column], work[pivot]] = [work[pivot]!, work[column]!];
    for (let i = column + 1; i < n; i++) {
      const factor = work[i]![column]! / work[column]![column]!;
      for (let j = column; j <= n; j++) work[i]![j]! -= factor * work[column]![j]!;
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    let rest = work[i]![n]!;
    for (let j = i + 1; j < n; j++) rest -= work[i]![j]! * x[j]!;
    x[i] = rest / work[i]![i]!;
  }
  return x;
}

/** π = πP by solving (Pᵀ − I) π = 0 with the last equation replaced by Σ π = 1. */
export function stationaryLaw(P: Rows): Row {
  const S = P.length;
  const equations = transposed(P).map((row, i) => row.map((entry, j) => entry - (i === j ? 1 : 0)));
  equations[S - 1] = new Array<number>(S).fill(1);
  return solution(
    equations,
    equations.map((_, i) => (i === S - 1 ? 1 : 0)),
  );
}

/** The rows of a row-major array. */
export const rowsOf = (flat: Readonly<Float64Array>, rows: number, columns: number, from = 0): Rows =>
  Array.from({ length: rows }, (_, i) =>
    Array.from({ length: columns }, (_, j) => flat[from + i * columns + j]!),
  );

/** How far two vectors are apart, in the largest coordinate, relative to the larger of 1 and their size. */
export function relativeDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let distance = 0;
  let size = 1;
  for (let j = 0; j < a.length; j++) {
    distance = Math.max(distance, Math.abs(a[j]! - b[j]!));
    size = Math.max(size, Math.abs(b[j]!));
  }
  return a.length === b.length && !Number.isNaN(distance) ? distance / size : Infinity;
}
