/** Systems whose unknowns have units of their own. */
import { expect, test } from 'vitest';
import { eigenvalueSpread } from '../../src/maths/eigenvalueSpread.ts';
import { conditionNumber, inverseEquilibrated, solveEquilibrated } from '../../src/maths/equilibrated.ts';
import { exactSolution } from './exactSolution.ts';

test('a diagonal matrix is solved whatever its units, and one of rank one is not', () => {
  // 2¹⁰⁰ x = 2¹⁰⁰, 2⁻¹⁰⁰ y = 3 · 2⁻¹⁰⁰
  const A = Float64Array.of(2 ** 100, 0, 0, 2 ** -100);
  expect([...solveEquilibrated(A, Float64Array.of(2 ** 100, 3 * 2 ** -100), 2)]).toEqual([1, 3]);
  expect(() => solveEquilibrated(Float64Array.of(1, 2, 2, 4), Float64Array.of(1, 1), 2)).toThrow('singular');
});

const A = [0.9, -0.4, 0.3, 0.2, 1.1, -0.5, -0.3, 0.4, 0.7];
const b = [0.25, -1.5, 0.75];
const powers = (exponents: readonly number[]): number[] => exponents.map((k) => 10 ** k);

/** R A C and R b. */
function scaled(rows: readonly number[], columns: readonly number[]): [Float64Array, Float64Array] {
  const [R, C] = [powers(rows), powers(columns)];
  return [
    Float64Array.from(A, (value, at) => R[Math.floor(at / 3)]! * value * C[at % 3]!),
    Float64Array.from(b, (value, i) => R[i]! * value),
  ];
}

test.each([
  ['rows', [0, 16, -9], [0, 0, 0]],
  ['fewer of the rows', [9, 0, 5], [0, 0, 0]],
  ['some of both', [7, 0, 2], [-1, 0, 5]],
  ['columns', [0, 0, 0], [8, -11, 3]],
  ['rows and columns alike', [8, 0, -8], [8, 0, -8]],
  ['rows and columns of their own', [17, 0, -2], [-9, 12, 1]],
  ['coordinates', [8, 0, -5], [-8, 0, 5]],
])('with %s in powers of ten a solution is that of rational arithmetic to 10⁻¹²', (_, rows, columns) => {
  const [scaledA, scaledB] = scaled(rows, columns);
  const exact = exactSolution(scaledA, scaledB, 3);
  const units = Math.abs(conditionNumber(scaledA, 3) / conditionNumber(Float64Array.from(A), 3));
  expect(units).toBeGreaterThan(0.1);
  expect(units).toBeLessThan(10);
  const back = inverseEquilibrated(scaledA, 3);
  solveEquilibrated(scaledA, scaledB, 3).forEach((x, j) => {
    expect(Math.abs(x / exact[j]! - 1)).toBeLessThan(1e-12);
    const byInverse = scaledB.reduce((sum, value, i) => sum + back[j * 3 + i]! * value, 0);
    expect(Math.abs(byInverse / exact[j]! - 1)).toBeLessThan(1e-12);
  });
});

test('a large row with a small element on the diagonal does not hide its neighbour', () => {
  // plain pivoting takes the first row, and 2⁻¹ of its 2⁴⁰ buries 0.5 y: x + 2⁴⁰ y = 2⁴⁰, x/2 + y/2 = 1 has x about 1
  const [M, r] = [Float64Array.of(1, 2 ** 40, 0.5, 0.5), Float64Array.of(2 ** 40, 1)];
  const exact = exactSolution(M, r, 2);
  expect([...solveEquilibrated(M, r, 2)].map((x, j) => Math.abs(x / exact[j]! - 1) < 1e-15)).toEqual([
    true,
    true,
  ]);
});

test('the condition number is that of scaled rows and columns, by hand', () => {
  // [[1, 1], [1, −1]] is its own inverse but for ½: norms 2 and 1
  for (const [r, c] of [
    [1, 1],
    [2 ** 40, 2 ** -30],
  ] as const)
    expect(conditionNumber(Float64Array.of(r, r * c, 1, -c), 2)).toBe(2);
  expect(conditionNumber(Float64Array.of(2 ** 40, 0, 0, 1), 2)).toBe(1);
  expect(conditionNumber(Float64Array.of(1, 2, 2, 4), 2)).toBe(Infinity);
});

test('units of the coordinates do not change the spread of eigenvalues; those of columns alone do', () => {
  // [[3, 1], [1, 3]] with the inverse [[3, −1], [−1, 3]]/8: radii of their absolute values 4 and 1/2
  const spread = (d: number, column = 1): number =>
    eigenvalueSpread(Float64Array.of(3 * column, d, column / d, 3), 2);
  for (const d of [1, 2 ** 30, 2 ** -60]) expect(Math.abs(spread(d) / 2 - 1)).toBeLessThan(1e-14);
  // [[3c, 1], [c, 3]]: eigenvalues 3c and 8/3 for large c
  expect(spread(1, 1e10)).toBeGreaterThan(1e10);
  expect(eigenvalueSpread(Float64Array.of(1, 2, 2, 4), 2)).toBe(Infinity);
});
