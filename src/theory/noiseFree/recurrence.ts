/**
 * What a sequence of vectors says of its own end: where it goes, and how fast.
 *
 * About its end a sequence made by a smooth map is a sum of modes, `x_t = x_∞ + Σ_m λ_m^t v_m`, and its differences
 * follow a linear recurrence `Δ_{t+k} = Σ_{j<k} a_j Δ_{t+j}`, whose characteristic roots are the λ_m. Only the slowest
 * modes are left after some time, so that k is small: the smallest k is taken whose recurrence fits (least squares over
 * all coordinates, every difference relative to its size). Then `(1 − Σ a_j) x_∞ = x_{t+k} − Σ a_j x_{t+j}`: a vector
 * extrapolation of reduced rank (Smith, Ford, Sidi, "Extrapolation methods for vector sequences", SIAM Review 1987).
 */
import { spectralRadius } from '../../maths/eigenvalues.ts';
import { dot, squaredNorm, type Vector } from '../../maths/vector.ts';

/** What the sequence says. */
export interface SequenceEnd {
  /** largest |λ_m|, per term of the sequence */
  readonly factor: number;
  /** x_∞; where the factor is not below 1, what the sequence moves about */
  readonly limit: Float64Array;
  /** what the recurrence leaves of the differences, relative to them */
  readonly misfit: number;
}

const MOST_MODES = 10;
/** A misfit at which no more modes are looked for. */
const FITS = 1e-9;

/**
 * The end of a sequence; `undefined` of fewer than three terms, or where nothing moves.
 *
 * @param terms - x_0, x_1, …
 */
export function sequenceEnd(terms: readonly Vector[]): SequenceEnd | undefined {
  const differences = terms.slice(1).map((x, t) => x.map((value, j) => value - terms[t]![j]!));
  const sizes = differences.map((difference) => Math.sqrt(squaredNorm(difference)));
  if (differences.length < 2 || sizes.some((size) => !(size > 0))) return undefined;
  let best: SequenceEnd | undefined;
  for (let k = 1; k <= MOST_MODES && 2 * k <= differences.length; k++) {
    const found = fitted(terms, differences, sizes, k);
    if (found === undefined || (best !== undefined && found.misfit >= best.misfit)) continue;
    best = found;
    if (found.misfit <= FITS) break;
  }
  return best;
}

/** The recurrence of k terms. */
function fitted(
  terms: readonly Vector[],
  differences: readonly Vector[],
  sizes: readonly number[],
  k: number,
): SequenceEnd | undefined {
  const rows = differences.length - k;
  const d = differences[0]!.length;
  const columns = Array.from({ length: k + 1 }, (_, j) => {
    const column = new Float64Array(rows * d);
    for (let t = 0; t < rows; t++)
      for (let i = 0; i < d; i++) column[t * d + i] = differences[t + j]![i]! / sizes[t + k]!;
    return column;
  });
  const wanted = columns.pop()!;
  const a = leastSquares(columns, wanted);
  if (a === undefined) return undefined;
  // wanted is what is left of itself by now
  const misfit = Math.sqrt(squaredNorm(wanted) / rows);
  const companion = new Float64Array(k * k);
  for (let j = 0; j < k; j++) {
    if (j > 0) companion[(j - 1) * k + j] = 1;
    companion[(k - 1) * k + j] = a[j]!;
  }
  const rest = 1 - a.reduce((sum, value) => sum + value, 0);
  const last = terms.length - 1;
  const limit = terms[last]!.map((value, i) => {
    let sum = value;
    for (let j = 0; j < k; j++) sum -= a[j]! * terms[last - k + j]![i]!;
    return sum / rest;
  });
  return limit.every(Number.isFinite) ? { factor: spectralRadius(companion, k), limit, misfit } : undefined;
}

/** Part of a column that must be left beside those before it. */
const INDEPENDENT = 1e-12;

/** The a with the smallest `‖wanted − Σ a_j columns_j‖`, by orthogonal columns; `wanted` becomes what is left. */
function leastSquares(columns: readonly Float64Array[], wanted: Float64Array): number[] | undefined {
  const k = columns.length;
  const R = new Float64Array(k * k);
  for (const [j, column] of columns.entries()) {
    const size = Math.sqrt(squaredNorm(column));
    // Twice, because once leaves rounding errors of nearly parallel columns.
    for (let pass = 0; pass < 2; pass++) {
      for (let i = 0; i < j; i++) {
        const part = dot(columns[i]!, column);
        R[i * k + j]! += part;
        subtract(column, part, columns[i]!);
      }
    }
    const left = Math.sqrt(squaredNorm(column));
    if (!(left > INDEPENDENT * size)) return undefined;
    R[j * k + j] = left;
    for (let e = 0; e < column.length; e++) column[e]! /= left;
  }
  const a = columns.map((column) => {
    const part = dot(column, wanted);
    subtract(wanted, part, column);
    return part;
  });
  for (let j = k - 1; j >= 0; j--) {
    for (let i = j + 1; i < k; i++) a[j]! -= R[j * k + i]! * a[i]!;
    a[j]! /= R[j * k + j]!;
  }
  return a;
}

function subtract(from: Float64Array, factor: number, vector: Vector): void {
  for (let e = 0; e < from.length; e++) from[e]! -= factor * vector[e]!;
}
