/** Matrices of linear maps, by unit vectors one at a time or side by side. */
import { expect, test } from 'vitest';
import { matrix, multiply } from '../../src/maths/matrix.ts';
import { matrixOf } from '../../src/maths/affineMap.ts';

test.each([1, 2, 3, 5, 16])(
  'the matrix of a map is the one by which it multiplies, %d columns at a time',
  (most) => {
    const n = 5;
    const F = matrix(
      n,
      n,
      Float64Array.from({ length: n * n }, (_, k) => Math.sin(1 + k * k)),
    );
    const widths: number[] = [];
    const found = matrixOf(
      n,
      (units) => {
        widths.push(units.columns);
        return multiply(F, units);
      },
      most,
    );
    expect(found).toEqual(F);
    expect(widths.reduce((sum, width) => sum + width, 0)).toBe(n);
    expect(Math.max(...widths)).toBe(Math.min(most, n));
  },
);
