/** The spectral radius of a linear map that is given only by what it does to a vector. */
import { matrixOfVectors } from './affineMap.ts';
import { generatorFor } from './generator.ts';
import { dot } from './vector.ts';
import type { Vector } from './vector.ts';
import { spectralRadius } from './eigenvalues.ts';

/** Up to this dimension the matrix is written out and all eigenvalues computed. */
export const LARGEST_DENSE = 60;
/** Up to this dimension there is an estimate: its basis takes a quarter of a gigabyte at most. */
export const LARGEST_ESTIMATED = 200_000;
/** Krylov dimension at most, and from one look at the estimate to the next. */
const LARGEST_KRYLOV = 150;
const LOOK_EVERY = 8;
/** Relative change from one look to the next at which the estimate counts as settled. */
const SETTLED = 1e-8;

/**
 * The spectral radius of a linear map on `[n]`: from its full matrix for n ≤ {@link LARGEST_DENSE};
 * above that, an estimate: the largest Ritz value of Arnoldi's method from one fixed random vector,
 * over at most 150 applications of the map (Saad, "Numerical Methods for Large Eigenvalue Problems",
 * 2nd ed. 2011, §6.2). Outer eigenvalues settle first; where many lie close together around the
 * largest, the estimate may stay slightly below it.
 *
 * @param apply - may change its argument, and may give the same array each time, which is changed in turn
 * @returns Infinity where the map gives numbers that are not finite
 */
export function dominantModulus(n: number, apply: (x: Float64Array) => Float64Array): number {
  return n <= LARGEST_DENSE ? spectralRadius(matrixOfVectors(n, apply).values, n) : arnoldiRadius(n, apply);
}

function arnoldiRadius(n: number, apply: (x: Float64Array) => Float64Array): number {
  const random = generatorFor(0, 'arnoldi', n);
  const basis = [unit(Float64Array.from({ length: n }, () => random.uniform() - 0.5))];
  const columns: Float64Array[] = [];
  const most = Math.min(n, LARGEST_KRYLOV);
  let estimate = NaN;
  for (let k = 0; k < most; k++) {
    const image = apply(basis[k]!.slice());
    const size = Math.sqrt(dot(image, image));
    if (!Number.isFinite(size)) return Infinity;
    const column = new Float64Array(most + 1);
    // Twice, because one Gram–Schmidt pass leaves rounding errors that spoil the basis.
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0; i <= k; i++) {
        const direction = basis[i]!;
        const part = dot(direction, image);
        column[i]! += part;
        for (let j = 0; j < n; j++) image[j]! -= part * direction[j]!;
      }
    }
    const rest = Math.sqrt(dot(image, image));
    column[k + 1] = rest;
    columns.push(column);
    const closed = rest <= n * Number.EPSILON * size;
    if (closed || k + 1 === most || (k + 1) % LOOK_EVERY === 0) {
      const next = ritzRadius(columns);
      const settled = Math.abs(next - estimate) <= SETTLED * next;
      estimate = next;
      if (closed || settled) break;
    }
    basis.push(unit(image));
  }
  return estimate;
}

/** The spectral radius of the projected map, whose columns are given. */
function ritzRadius(columns: readonly Vector[]): number {
  const k = columns.length;
  const projected = new Float64Array(k * k);
  for (let row = 0; row < k; row++)
    for (let column = 0; column < k; column++) projected[row * k + column] = columns[column]![row]!;
  return spectralRadius(projected, k);
}

function unit(x: Float64Array): Float64Array {
  const length = Math.sqrt(dot(x, x));
  const out = new Float64Array(x.length);
  for (let j = 0; j < x.length; j++) out[j] = x[j]! / length;
  return out;
}
