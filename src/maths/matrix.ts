/**
 * Matrices with their shapes, row-major, and the operations of a text on them. Rows and blocks are views: they share their
 * numbers with the matrix that they are of. Every operation checks shapes, which takes a hundredth of the smallest product.
 */
import { packedLength } from './packed.ts';
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
export function clear(A: Matrix): Matrix {
  for (let i = 0, at = A.offset; i < A.rows; i++, at += A.stride) A.values.fill(0, at, at + A.columns);
  return A;
}

/** A ← factor · A. */
export const scale = (A: Matrix, factor: number): Matrix => (factor === 1 ? A : assign(A, scaled(A, factor)));

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

/** out ← out + factor · A Bᵀ: products of rows with rows. */
export function addProductTransposed(out: Matrix, A: Matrix, B: Matrix, factor = 1): Matrix {
  if (A.columns !== B.columns || out.rows !== A.rows || out.columns !== B.rows)
    throw new RangeError(`${shapeOf(A)} times ${shapeOf(B)} transposed does not go into ${shapeOf(out)}`);
  for (let i = 0; i < A.rows; i++)
    for (let j = 0, to = out.offset + i * out.stride; j < B.rows; j++, to++)
      out.values[to]! += factor * rowProduct(A, i, B, j);
  return out;
}

/** A Bᵀ. */
export const multiplyTransposed = (A: Matrix, B: Matrix): Matrix =>
  addProductTransposed(matrix(A.rows, B.rows), A, B);

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

/** A^k, k ≥ 0. */
export function power(A: Matrix, k: number): Matrix {
  let out: Matrix | undefined;
  let square = A;
  for (let left = k; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) out = out === undefined ? square : multiply(square, out);
    if (left > 1) square = multiply(square, square);
  }
  return out ?? identityMatrix(A.rows);
}

/** The map of packed S to packed A S Aᵀ, S symmetric: `[packed(rows), packed(columns)]`. */
export const symmetricSquare = (A: Matrix): Matrix =>
  addSymmetricSquare(matrix(packedLength(A.rows), packedLength(A.columns)), A);

/** out ← out + factor · {@link symmetricSquare} of A. */
export function addSymmetricSquare(out: Matrix, A: Matrix, factor = 1): Matrix {
  const { rows, columns, values, offset, stride } = A;
  if (out.rows !== packedLength(rows) || out.columns !== packedLength(columns))
    throw new RangeError(`the symmetric square of ${shapeOf(A)} does not go into ${shapeOf(out)}`);
  let row = out.offset;
  for (let a = offset, i = 0; i < rows; i++, a += stride)
    for (let b = offset; b <= a; b += stride, row += out.stride)
      for (let k = 0, to = row; k < columns; k++) {
        const [x, y] = [factor * values[a + k]!, factor * values[b + k]!];
        for (let l = 0; l < k; l++) out.values[to++]! += x * values[b + l]! + y * values[a + l]!;
        out.values[to++]! += x * values[b + k]!;
      }
  return out;
}

/** Σ factor_k A_k, of which there is at least one. */
export function combination(parts: readonly (readonly [factor: number, A: Matrix])[]): Matrix {
  const [[, first]] = parts as readonly [(typeof parts)[number]];
  return parts.reduce((out, [factor, A]) => add(out, A, factor), matrix(first.rows, first.columns));
}

/** The mean of matrices. */
export const meanOf = (all: readonly Matrix[]): Matrix => combination(all.map((A) => [1 / all.length, A]));

/** Matrices of as many columns below each other. */
export function stacked(parts: readonly Matrix[]): Matrix {
  const rows = parts.reduce((sum, A) => sum + A.rows, 0);
  const out = matrix(rows, parts[0]?.columns ?? 0);
  let top = 0;
  for (const A of parts) {
    assign(block(out, [top, A.rows]), A);
    top += A.rows;
  }
  return out;
}

/** A ⊗ B: the map of row-major vec X to vec A X Bᵀ. */
export function kron(A: Matrix, B: Matrix): Matrix {
  const out = matrix(A.rows * B.rows, A.columns * B.columns);
  for (let i = 0; i < A.rows; i++)
    for (let j = 0; j < A.columns; j++)
      add(block(out, [i * B.rows, B.rows], [j * B.columns, B.columns]), B, elementOf(A, i, j));
  return out;
}

/** Some rows and columns of a matrix, in the given order. */
export function part(A: Matrix, rows: readonly number[], columns: readonly number[]): Matrix {
  const out = matrix(rows.length, columns.length);
  let to = 0;
  for (const i of rows) for (const j of columns) out.values[to++] = elementOf(A, i, j);
  return out;
}

/** out at some rows and columns ← A. */
export function assignPart(
  out: Matrix,
  rows: readonly number[],
  columns: readonly number[],
  A: Matrix,
): void {
  rows.forEach((i, k) => {
    columns.forEach((j, l) => {
      out.values[out.offset + i * out.stride + j] = elementOf(A, k, l);
    });
  });
}

/** max_ij |A_ij|. */
export const largestElement = (A: Matrix): number => largestSize(numbersOf(A));

/** max_i |A_ij| of each column. */
export function largestOfColumns(A: Matrix): Float64Array {
  const out = new Float64Array(A.columns);
  for (let i = 0; i < A.rows; i++)
    for (let j = 0, from = A.offset + i * A.stride; j < A.columns; j++)
      out[j] = Math.max(out[j]!, Math.abs(A.values[from + j]!));
  return out;
}

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

/** out ← Aᵀ. */
export function assignTransposed(out: Matrix, A: Matrix): Matrix {
  expectSameShape(out, { ...A, rows: A.columns, columns: A.rows });
  for (let j = 0; j < A.columns; j++)
    for (let i = 0; i < A.rows; i++)
      out.values[out.offset + j * out.stride + i] = A.values[A.offset + i * A.stride + j]!;
  return out;
}

/** A_ij. */
export const elementOf = (A: Matrix, i: number, j: number): number => A.values[A.offset + i * A.stride + j]!;

/** A ← (A + Aᵀ)/2, symmetric to the last bit. */
export function symmetrise(A: Matrix): Matrix {
  const { values, offset, stride } = A;
  for (let i = 0; i < A.rows; i++)
    for (let j = 0; j < i; j++) {
      const [at, other] = [offset + i * stride + j, offset + j * stride + i];
      values[at] = values[other] = (values[at]! + values[other]!) / 2;
    }
  return A;
}

/** x xᵀ of a column. */
export const square = (x: Matrix): Matrix => multiplyTransposed(x, x);

/** tr A. */
export function traceOf(A: Matrix): number {
  let sum = 0;
  for (let j = 0; j < A.rows; j++) sum += elementOf(A, j, j);
  return sum;
}

/** A x, of vectors. */
export const timesVector = (A: Matrix, x: Float64Array): Float64Array => multiply(A, column(x)).values;

/** out ← out + A x, of vectors. */
export const addTimesVector = (out: Float64Array, A: Matrix, x: Float64Array): Float64Array =>
  addProduct(column(out), A, column(x)).values;

/** The matrix whose blocks these are, row by row. */
export function fromBlocks(blocks: readonly (readonly Matrix[])[]): Matrix {
  const heights = blocks.map(([first]) => first!.rows);
  const widths = blocks[0]!.map(({ columns }) => columns);
  const before = (sizes: readonly number[], k: number): number =>
    sizes.slice(0, k).reduce((sum, size) => sum + size, 0);
  const out = matrix(before(heights, heights.length), before(widths, widths.length));
  blocks.forEach((row, i) => {
    row.forEach((A, j) => {
      assign(block(out, [before(heights, i), heights[i]!], [before(widths, j), widths[j]!]), A);
    });
  });
  return out;
}

/** out_k ← out_k + tr A_kᵀ B_k, of as many parts of A and B side by side. */
export function addTraces(out: Float64Array, A: Matrix, B: Matrix): void {
  expectSameShape(A, B);
  const width = A.columns / out.length;
  for (let i = 0; i < A.rows; i++) {
    const [a, b] = [A.offset + i * A.stride, B.offset + i * B.stride];
    for (let k = 0; k < out.length; k++)
      out[k]! += dot(A.values, B.values, width, a + k * width, b + k * width);
  }
}

/** The numbers of a matrix that is no view, in rows of another length; shared. */
export const reshaped = ({ values }: Matrix, rows: number, columns: number): Matrix =>
  matrix(rows, columns, values);

/** The numbers of a row as a matrix of another shape; shared. */
export const rowAs = (A: Matrix, i: number, rows: number, columns: number): Matrix => ({
  ...{ rows, columns, values: A.values },
  ...{ offset: A.offset + i * A.stride, stride: columns },
});

/** out `[n, n]` ← the symmetric matrix that is packed in a row `[1, packed(n)]`. */
export function assignUnpacked(out: Matrix, packed: Matrix): Matrix {
  let at = packed.offset;
  for (let i = 0; i < out.rows; i++)
    for (let j = 0; j <= i; j++) {
      const element = packed.values[at++]!;
      out.values[out.offset + i * out.stride + j] = element;
      out.values[out.offset + j * out.stride + i] = element;
    }
  return out;
}
