/** Matrices with shapes: each operation against the sums of its definition, on views, too; shapes that do not fit are refused. */
import { describe, expect, test } from 'vitest';
import { inverted } from '../../src/maths/inverse.ts';
import { solveMatrix } from '../../src/maths/linearSolve.ts';
import {
  add,
  addProduct,
  addSymmetricSquare,
  addTimesVector,
  addTraces,
  assign,
  assignPart,
  assignTransposed,
  assignUnpacked,
  block,
  column,
  combination,
  conjugate,
  elementOf,
  fromBlocks,
  identityMatrix,
  kron,
  largestElement,
  largestOfColumns,
  largestRowSum,
  type Matrix,
  matrix,
  meanOf,
  multiply,
  multiplyTransposed,
  numbersOf,
  part,
  plus,
  power,
  rowAs,
  scale,
  scaled,
  stacked,
  symmetricSquare,
  timesVector,
  square,
  symmetrise,
  traceOf,
  transposed,
  withTranspose,
} from '../../src/maths/matrix.ts';
import { pack } from '../../src/maths/packed.ts';
import { product } from '../../src/maths/rectangular.ts';
import { movedToLast } from '../../src/maths/rotation.ts';
import { addRows, addToSome } from '../../src/maths/someRows.ts';

/** Small integers: sums and products are exact. */
const made = (rows: number, columns: number, seed: number): Matrix =>
  matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, (_, k) => ((seed * (k + 3) * (k + 7)) % 11) - 5),
  );
const rowsOf = (A: Matrix): number[][] =>
  Array.from({ length: A.rows }, (_, i) =>
    Array.from({ length: A.columns }, (_, j) => A.values[A.offset + i * A.stride + j]!),
  );
const times = (A: number[][], B: number[][]): number[][] =>
  A.map((row) => B[0]!.map((_, j) => row.reduce((sum, a, k) => sum + a * B[k]![j]!, 0)));

/** Views that begin and end within larger matrices, and matrices of their own. */
const SHAPES = [
  [1, 1, 1],
  [2, 3, 4],
  [5, 6, 3],
  [9, 4, 270],
] as const;

describe.each(SHAPES)('A [%d, %d], B [., %d]', (rows, inner, columns) => {
  const [A, B] = [
    block(made(rows + 2, inner + 3, 5), [1, rows], [2, inner]),
    block(made(inner + 1, columns + 2, 7), [1, inner], [0, columns]),
  ];

  test('products go into a view, and leave what is beside it', () => {
    const frame = made(rows + 2, columns + 2, 3);
    const before = rowsOf(frame);
    addProduct(block(frame, [1, rows], [1, columns]), A, B, -2);
    const expected = times(rowsOf(A), rowsOf(B));
    rowsOf(frame).forEach((row, i) =>
      row.forEach((value, j) => {
        const added = expected[i - 1]?.[j - 1];
        expect(value).toBe(before[i]![j]! + (added === undefined ? 0 : -2 * added));
      }),
    );
    expect(rowsOf(multiply(A, B))).toEqual(expected);
  });

  test('sums, transposes and A S Aᵀ', () => {
    const S = withTranspose(made(inner, inner, 9));
    const T = rowsOf(transposed(A));
    expect(T).toEqual(Array.from({ length: inner }, (_, j) => rowsOf(A).map((row) => row[j])));
    expect(rowsOf(conjugate(A, S))).toEqual(times(times(rowsOf(A), rowsOf(S)), T));
    const C = made(rows, inner, 2);
    const [a, c] = [rowsOf(A), rowsOf(C)];
    expect(rowsOf(plus(A, C, 3))).toEqual(a.map((row, i) => row.map((x, j) => x + 3 * c[i]![j]!)));
    expect(rowsOf(add(scaled(C), A, 2))).toEqual(a.map((row, i) => row.map((x, j) => c[i]![j]! + 2 * x)));
    expect(
      rowsOf(
        combination([
          [2, A],
          [-1, C],
        ]),
      ),
    ).toEqual(rowsOf(plus(scaled(A, 2), C, -1)));
    expect(rowsOf(meanOf([A, C, A, C]))).toEqual(rowsOf(scaled(plus(A, C), 1 / 2)));
    expect(rowsOf(assign(matrix(rows, inner), A))).toEqual(a);
    expect(rowsOf(multiplyTransposed(A, C))).toEqual(times(a, rowsOf(transposed(C))));
    expect(largestElement(A)).toBe(Math.max(...a.flat().map(Math.abs)));
    expect(largestRowSum(A)).toBe(Math.max(...a.map((row) => row.reduce((sum, x) => sum + Math.abs(x), 0))));
  });

  test('the numbers of a view are its own rows, those of a matrix are shared', () => {
    expect([...numbersOf(A)]).toEqual(rowsOf(A).flat());
    const whole = made(rows, inner, 4);
    expect(numbersOf(whole)).toBe(whole.values);
  });
});

test('powers, A ⊗ A on symmetric and A ⊗ B on other matrices, from their definitions', () => {
  const A = made(3, 3, 5);
  expect(rowsOf(power(A, 0))).toEqual(rowsOf(identityMatrix(3)));
  expect(rowsOf(power(A, 5))).toEqual(rowsOf([1, 2, 3, 4].reduce((product) => multiply(product, A), A)));
  const [B, S, X] = [made(2, 4, 3), withTranspose(made(3, 3, 2)), made(3, 4, 9)];
  const wide = made(2, 3, 4);
  expect([...timesVector(symmetricSquare(wide), pack(S.values, 3))]).toEqual([
    ...pack(conjugate(wide, S).values, 2),
  ]);
  expect([...timesVector(kron(wide, B), X.values)]).toEqual([
    ...multiplyTransposed(multiply(wide, X), B).values,
  ]);
});

test('matrices below each other, and some rows and columns of one', () => {
  const [A, B] = [made(2, 3, 5), made(1, 3, 7)];
  expect(rowsOf(stacked([A, B, A]))).toEqual([...rowsOf(A), ...rowsOf(B), ...rowsOf(A)]);
  const whole = made(4, 5, 3);
  const some = part(block(whole, [1, 3], [1, 4]), [2, 0], [3, 1, 1]);
  const rows = rowsOf(whole);
  expect(rowsOf(some)).toEqual([3, 1].map((i) => [4, 2, 2].map((j) => rows[i]![j])));
  assignPart(block(whole, [1, 3]), [2, 0], [0, 4], matrix(2, 2, Float64Array.of(1, 2, 3, 4)));
  const found = rowsOf(whole);
  expect([found[3]![0], found[3]![4], found[1]![0], found[1]![4]]).toEqual([1, 2, 3, 4]);
  expect(found[2]).toEqual(rows[2]);
  scale(block(whole, [0, 1]), 2);
  expect(rowsOf(whole)[0]).toEqual(rows[0]!.map((x) => 2 * x));
});

test('fields over several states: the slowest index moves, and becomes the fastest', () => {
  const [states, others, length] = [2, 3, 2];
  const field = made(states * others, length, 5);
  const N = made(states, states, 7);
  const moved = movedToLast(field.values, N.values, states, states * others);
  for (let o = 0; o < others; o++)
    for (let to = 0; to < states; to++)
      for (let k = 0; k < length; k++) {
        const sum = [0, 1].reduce(
          (all, s) => all + elementOf(N, to, s) * elementOf(field, s * others + o, k),
          0,
        );
        expect(moved[(o * states + to) * length + k]).toBe(sum);
      }
});

test('A S Aᵀ is symmetric to the last bit', () => {
  const [A, S] = [matrix(3, 3), matrix(3, 3)];
  A.values.forEach((_, k) => (A.values[k] = Math.sin(1 + k)));
  S.values.forEach((_, k) => (S.values[k] = Math.cos(3 * Math.min(k, 3 * (k % 3) + Math.floor(k / 3)))));
  const found = conjugate(A, S);
  expect(transposed(found)).toEqual(found);
});

test('products of matrices have the bits of those of plain arrays', () => {
  const random = (rows: number, columns: number): Matrix =>
    matrix(
      rows,
      columns,
      Float64Array.from({ length: rows * columns }, (_, k) => Math.sin(1 + k * k)),
    );
  const [A, B] = [random(7, 9), random(9, 5)];
  expect(multiply(A, B).values).toEqual(product(A.values, B.values, 7, 9, 5));
});

test('a matrix times its inverse, and the solution of a system, to rounding', () => {
  const A = plus(identityMatrix(4, 20), made(4, 4, 5));
  const B = made(4, 2, 3);
  for (const [found, wanted] of [
    [multiply(A, inverted(A)), identityMatrix(4)],
    [multiply(A, solveMatrix(A, B)), B],
  ] as const)
    expect(Math.max(...plus(found, wanted, -1).values.map(Math.abs))).toBeLessThan(1e-14);
  expect(rowsOf(column(Float64Array.of(1, 2)))).toEqual([[1], [2]]);
});

test('transposes, symmetric parts, traces and blocks are those of their definitions, on views', () => {
  const A = block(made(6, 7, 5), [1, 3], [2, 4]);
  const frame = made(6, 6, 3);
  const before = rowsOf(frame);
  assignTransposed(block(frame, [1, 4], [2, 3]), A);
  expect(rowsOf(frame)).toEqual(
    before.map((row, i) =>
      row.map((x, j) => (i >= 1 && i < 5 && j >= 2 && j < 5 ? elementOf(A, j - 2, i - 1) : x)),
    ),
  );
  const S = block(made(5, 5, 7), [1, 3], [1, 3]);
  const symmetric = rowsOf(S).map((row, i) => row.map((x, j) => (x + elementOf(S, j, i)) / 2));
  expect(traceOf(S)).toBe(symmetric.reduce((sum, row, i) => sum + row[i]!, 0));
  expect(rowsOf(symmetrise(S))).toEqual(symmetric);
  expect(rowsOf(square(A))).toEqual(times(rowsOf(A), rowsOf(transposed(A))));
  expect([...addTimesVector(Float64Array.of(1, 2, 3), A, Float64Array.of(1, 0, -2, 0))]).toEqual(
    [0, 1, 2].map((i) => i + 1 + elementOf(A, i, 0) - 2 * elementOf(A, i, 2)),
  );
  const parts = [0, 2].map((column) => block(A, [0, 3], [column, 2]));
  expect(rowsOf(fromBlocks([parts, [block(A, [1, 1], [0, 2]), block(A, [1, 1], [2, 2])]]))).toEqual([
    ...rowsOf(A),
    rowsOf(A)[1],
  ]);
});

test('tr A_kᵀ B_k of three parts of two columns', () => {
  const [A, B] = [block(made(5, 8, 5), [1, 4], [1, 6]), block(made(4, 6, 7), [0, 4])];
  const out = Float64Array.of(1, 1, 1);
  addTraces(out, A, B);
  const wanted = [0, 1, 2].map((k) => {
    const [a, b] = [A, B].map((C) => block(C, [0, 4], [2 * k, 2]));
    return 1 + traceOf(multiply(transposed(a!), b!));
  });
  expect([...out]).toEqual(wanted);
});

test('S + f (P A + (P A)ᵀ + P K Pᵀ), and some rows plus others', () => {
  const [S, A, K] = [made(5, 5, 7), made(2, 6, 5), made(2, 2, 3)];
  const coordinates = [1, 4];
  const P = matrix(5, 2);
  coordinates.forEach((row, k) => (P.values[row * 2 + k] = 1));
  const PA = multiply(P, block(A, [0, 2], [0, 5]));
  const wanted = combination([
    [1, S],
    [3, withTranspose(PA)],
    [3, multiplyTransposed(multiply(P, K), P)],
  ]);
  addToSome(S, coordinates, A, K, 3);
  expect(rowsOf(S)).toEqual(rowsOf(wanted));
  const before = rowsOf(S);
  addRows(S, 0, block(made(4, 5, 3), [1, 3]), [1, 2], 2);
  expect(rowsOf(S)).toEqual(
    before.map((row, i) => row.map((x, j) => (i < 2 ? x + 2 * elementOf(made(4, 5, 3), i + 2, j) : x))),
  );
});

test('shapes that do not fit are refused, with both', () => {
  const [A, B] = [matrix(2, 3), matrix(2, 2)];
  expect(() => multiply(A, B)).toThrow('[2, 3] times [2, 2] does not go into [2, 2]');
  expect(() => plus(A, B)).toThrow('[2, 3] and [2, 2] have different shapes');
  expect(() => assign(A, B)).toThrow('[2, 3] and [2, 2] have different shapes');
  expect(() => block(A, [1, 2])).toThrow('rows 1 to 3 and columns 0 to 3 are not all in [2, 3]');
  expect(() => multiplyTransposed(A, B)).toThrow('[2, 3] times [2, 2] transposed does not go');
  expect(() => matrix(2, 2, new Float64Array(3))).toThrow('3 numbers are no matrix [2, 2]');
});

test('a symmetric square is added to what is there, on views', () => {
  const A = block(made(5, 6, 3), [1, 3], [2, 4]);
  const S = add(made(4, 4, 5), transposed(made(4, 4, 5)));
  const out = made(6, 10, 7);
  const before = scaled(out);
  addSymmetricSquare(out, A, 2);
  const packed = column(pack(S.values, 4));
  const added = add(multiply(out, packed), multiply(before, packed), -1);
  expect(numbersOf(added)).toEqual(pack(numbersOf(scaled(conjugate(A, S), 2)), 3));
  expect(() => addSymmetricSquare(matrix(6, 9), A)).toThrow('does not go into [6, 9]');
});

test('the largest elements of columns', () => {
  const A = block(made(4, 5, 3), [1, 3], [1, 3]);
  const columns = rowsOf(transposed(A));
  expect([...largestOfColumns(A)]).toEqual(columns.map((x) => Math.max(...x.map(Math.abs))));
});

test('a row as a matrix of another shape, which shares its numbers', () => {
  const A = block(made(3, 8, 3), [0, 3], [1, 6]);
  const row = rowAs(A, 1, 2, 3);
  expect(rowsOf(row).flat()).toEqual(rowsOf(A)[1]);
  row.values[row.offset + 4] = 99;
  expect(rowsOf(A)[1]![4]).toBe(99);
});

test('a symmetric matrix from its packed row, into a view', () => {
  const S = add(made(3, 3, 5), transposed(made(3, 3, 5)));
  const out = block(matrix(5, 5), [1, 3], [2, 3]);
  expect(rowsOf(assignUnpacked(out, matrix(1, 6, pack(S.values, 3))))).toEqual(rowsOf(S));
});
