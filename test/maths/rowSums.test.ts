/** Sums of rows: the kernel has the bits of the plain loops, and those are sums. */
import { expect, test } from 'vitest';
import { block, elementOf, type Matrix, matrix } from '../../src/maths/matrix.ts';
import { type NewRowSums, plainRowSums, type RowSums } from '../../src/maths/rowSums.ts';
import { kernelRowSums } from '../../src/runs/theory/kernelRowSums.ts';
import { ownUniforms } from '../oracles/explicitProblem.ts';

const WIDTH = 40;
const ROWS = 37;

function filled(make: NewRowSums): RowSums {
  const uniform = ownUniforms(7);
  const sums = make(ROWS, WIDTH);
  const { values } = sums.matrix;
  for (let j = 0; j < values.length; j++) values[j] = 2 * uniform() - 1;
  return sums;
}

const factors = (rows: number, columns: number): Matrix =>
  matrix(
    rows,
    columns,
    Float64Array.from({ length: rows * columns }, (_, k) => Math.cos(k)),
  );

const SHAPES = [1, 2, 3, 4, 5, 8, 11].flatMap((inner) =>
  [1, 3, 4, 7, 22].flatMap((count) => [1, 2, 5].map((rows) => ({ inner, count, rows }))),
);

test('of any shape, and written as columns, they are those of the plain loops, bit for bit', () => {
  const [plain, kernel] = [filled(plainRowSums), filled(kernelRowSums())];
  expect(kernel.matrix.values.buffer).toBeInstanceOf(SharedArrayBuffer);
  for (const { inner, count, rows } of SHAPES) {
    for (const sums of [plain, kernel]) {
      const at = (row: number, height: number, column = 3): Matrix =>
        block(sums.matrix, [row, height], [column, count]);
      sums.addProduct(at(2, rows), factors(rows, inner), at(8, inner));
      const terms = Array.from(
        { length: inner },
        (_, l) => [at(8 + ((5 * l) % 20), rows), Math.cos(l)] as const,
      );
      sums.addCombination(at(30, rows), terms);
      sums.mirror(at(2, rows, 0));
      sums.mirror(at(31, rows, 0));
    }
  }
  expect(kernel.matrix.values).toEqual(plain.matrix.values);
});

test('they are sums', () => {
  const sums = filled(plainRowSums);
  const before = { ...sums.matrix, values: sums.matrix.values.slice() };
  const at = (row: number, rows: number, columns: number): Matrix =>
    block(sums.matrix, [row, rows], [0, columns]);
  sums.addProduct(at(0, 1, 2), matrix(1, 6, Float64Array.of(2, 3, 5, 7, 11, 13)), at(4, 6, 2));
  sums.addCombination(at(20, 2, 1), [[at(10, 2, 1), 2]]);
  sums.mirror(block(sums.matrix, [20, 2], [30, 1]));
  const wanted = [2, 3, 5, 7, 11, 13].reduce(
    (sum, factor, k) => sum + factor * elementOf(before, 4 + k, 1),
    elementOf(before, 0, 1),
  );
  expect(elementOf(sums.matrix, 0, 1)).toBeCloseTo(wanted, 12);
  expect(elementOf(sums.matrix, 21, 0)).toBe(elementOf(before, 21, 0) + 2 * elementOf(before, 11, 0));
  expect([20, 21].map((row) => elementOf(sums.matrix, 30, row))).toEqual(
    [20, 21].map((row) => elementOf(before, row, 30)),
  );
});
