/** Two-sided Gram–Schmidt, where a matrix is nearly singular. */
import { expect, test } from 'vitest';
import { biorthogonal } from '../../src/maths/biorthogonal.ts';
import { elementOf, matrix, multiply } from '../../src/maths/matrix.ts';

/** Rows and columns whose sizes fall by a hundred each, and one that is negligible. */
const graded = (n: number) =>
  matrix(
    n,
    n,
    Float64Array.from({ length: n * n }, (_, k) => {
      const [i, j] = [Math.floor(k / n), k % n];
      return (i === j ? 1.5 : Math.sin(1 + i + 3 * j)) * 10 ** (-2 * (i + j));
    }),
  );

test('L G R is ±1 on the diagonal and 0 beside it, also of directions 10⁻¹² of the largest', () => {
  const G = graded(4);
  const { left, right } = biorthogonal(G, 1e-13);
  expect([left.rows, right.columns]).toEqual([4, 4]);
  const product = multiply(left, multiply(G, right));
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++) expect(Math.abs(elementOf(product, i, j))).toBeCloseTo(i === j ? 1 : 0, 9);
});

test('what is negligible is left out', () => {
  const { left, right } = biorthogonal(graded(4), 1e-10);
  expect([left.rows, left.columns, right.rows, right.columns]).toEqual([3, 4, 4, 3]);
});
