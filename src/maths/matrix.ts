/**
 * Matrices with their shapes, row-major, and the operations of a text on them. Rows and blocks are views: they share their
 * numbers with the matrix that they are of. Every operation checks shapes, which takes a hundredth of the smallest product.
 */
import { addStridedProduct } from './stridedProduct.ts';
import { dot, largestSize } from './vector.ts';

/** Element (i, j) is `values[offset + i stride + j]`. */
export interface Matrix {
  readonly rows: number;
  readonly columns: number;
  readonly values: Float64Array;
  readonly offset: number;
  readonly stride: number;
}

/** A matrix of its own numbers `[rows, columns]`; 0 where none are given. */
export function matrix(
  rows: number,
  columns: number,
  values: Float64Array = new Float64Array(rows * columns),
): Matrix {
  if (values.length !== rows * columns)
    throw new RangeError(`${values.length} numbers are no matrix [${rows}, ${columns}]`);
  return { rows, columns, values, offset: 0, stride: columns };
}

/** factor · I `[n, n]`. */
export function identityMatrix(n: number, factor = 1): Matrix {
  const out = matrix(n, n);
  for (let j = 0; j < n; j++) out.values[j * (n + 1)] = factor;
  return out;
}

/** x as a column `[n, 1]`, which shares its numbers. */
export const column = (x: Float64Array): Matrix => matrix(x.length, 1, x);

/** The view of a block: `rows` rows from `top` on, and `columns` columns from `left` on; by default to the end. */
export function block(
  A: Matrix,
  [top, rows]: readonly [number, number],
  [left, columns]: readonly [number, number] = [0, A.columns],
): Matrix {
  if (top + rows > A.rows || left + columns > A.columns)
    throw new RangeError(
      `rows ${top} to ${top + rows} and columns ${left} to ${left + columns} are not all in ${shapeOf(A)}`,
    );
  const { values, offset, stride } = A;
  return { rows, columns, values, offset: offset + top * stride + left, stride };
}

/** out ← out + factor · A B. */
export function addProduct(out: Matrix, A: Matrix, B: Matrix, factor = 1): Matrix {
  if (A.columns !== B.rows || out.rows !== A.rows || out.columns !== B.columns)
    throw new RangeError(`${shapeOf(A)} times ${shapeOf(B)} does not go into ${shapeOf(out)}`);
  addStridedProduct(out, A, B, factor);
  return out;
}

/** out ← A B. */
export const assignProduct = (out: Matrix, A: Matrix, B: Matrix): Matrix => addProduct(clear(out), A, B);

/** A B. */
export const multiply = (A: Matrix, B: Matrix): Matrix => addProduct(matrix(A.rows, B.columns), A, B);

/** out ← out + factor · A. */
export function add(out: Matrix, A: Matrix, factor = 1): Matrix {
  expectSameShape(out, A);
  for (let i = 0; i < A.rows; i++) {
    const [to, from] = [out.offset + i * out.stride, A.offset + i * A.stride];
    for (let j = 0; j < A.columns; j++) out.values[to + j]! += factor * A.values[from + j]!;
  }
  return out;
}

/** out ← A. */
export function assign(out: Matrix, A: Matrix): Matrix {
  expectSameShape(out, A);
  for (let i = 0; i < A.rows; i++) {
    const [to, from] = [out.offset + i * out.stride, A.offset + i * A.stride];
    for (let j = 0; j < A.columns; j++) out.values[to + j] = A.values[from + j]!;
  }
  return out;
}

/** A ← 0. */
function clear(A: Matrix): Matrix {
  for (let i = 0, at = A.offset; i < A.rows; i++, at += A.stride) A.values.fill(0, at, at + A.columns);
  return A;
}

/** factor · A, with numbers of its own. */
export const scaled = (A: Matrix, factor = 1): Matrix => add(matrix(A.rows, A.columns), A, factor);

/** A + factor · B, with numbers of its own. */
export const plus = (A: Matrix, B: Matrix, factor = 1): Matrix => add(scaled(A), B, factor);

/** Aᵀ. */
export function transposed(A: Matrix): Matrix {
  const out = matrix(A.columns, A.rows);
  for (let i = 0; i < A.rows; i++)
    for (let j = 0; j < A.columns; j++) out.values[j * A.rows + i] = A.values[A.offset + i * A.stride + j]!;
  return out;
}

/** A Bᵀ: products of rows with rows. */
export function multiplyTransposed(A: Matrix, B: Matrix): Matrix {
  if (A.columns !== B.columns)
    throw new RangeError(`the rows of ${shapeOf(A)} and ${shapeOf(B)} have different lengths`);
  const out = matrix(A.rows, B.rows);
  for (let i = 0; i < A.rows; i++)
    for (let j = 0; j < B.rows; j++) out.values[i * B.rows + j] = rowProduct(A, i, B, j);
  return out;
}

/** A S Aᵀ of a symmetric S, which is symmetric to the last bit. */
export function conjugate(A: Matrix, S: Matrix): Matrix {
  const half = multiply(A, S);
  const { rows } = A;
  const out = matrix(rows, rows);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j <= i; j++)
      out.values[i * rows + j] = out.values[j * rows + i] = rowProduct(half, i, A, j);
  return out;
}

const rowProduct = (A: Matrix, i: number, B: Matrix, j: number): number =>
  dot(A.values, B.values, A.columns, A.offset + i * A.stride, B.offset + j * B.stride);

/** A + Aᵀ. */
export const withTranspose = (A: Matrix): Matrix => add(transposed(A), A);

/** Σ factor_k A_k, of which there is at least one. */
export function combination(parts: readonly (readonly [factor: number, A: Matrix])[]): Matrix {
  const [[, first]] = parts as readonly [(typeof parts)[number]];
  return parts.reduce((out, [factor, A]) => add(out, A, factor), matrix(first.rows, first.columns));
}

/** The mean of matrices. */
export const meanOf = (all: readonly Matrix[]): Matrix => combination(all.map((A) => [1 / all.length, A]));

/** max_ij |A_ij|. */
export const largestElement = (A: Matrix): number => largestSize(numbersOf(A));

/** max_i Σ_j |A_ij|. */
export function largestRowSum(A: Matrix): number {
  let largest = 0;
  for (let i = 0; i < A.rows; i++) {
    let sum = 0;
    for (let j = 0; j < A.columns; j++) sum += Math.abs(A.values[A.offset + i * A.stride + j]!);
    largest = Math.max(largest, sum);
  }
  return largest;
}

/** The numbers of a matrix, row by row; those of a matrix that is no view are shared. */
export const numbersOf = (A: Matrix): Float64Array =>
  A.stride === A.columns && A.values.length === A.rows * A.columns ? A.values : scaled(A).values;

function expectSameShape(A: Matrix, B: Matrix): void {
  if (A.rows !== B.rows || A.columns !== B.columns)
    throw new RangeError(`${shapeOf(A)} and ${shapeOf(B)} have different shapes`);
}

const shapeOf = ({ rows, columns }: Matrix): string => `[${rows}, ${columns}]`;

/** The numbers of a matrix that is no view, in rows of another length; shared. */
export const reshaped = ({ values }: Matrix, rows: number, columns: number): Matrix =>
  matrix(rows, columns, values);
