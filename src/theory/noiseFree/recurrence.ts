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
import { solve } from '../../maths/linearSolve.ts';
import { assign, block, identityMatrix, matrix } from '../../maths/matrix.ts';
import { orthogonalised } from '../../maths/orthonormal.ts';
import { addScaled, concatenated, squaredNorm, type Vector } from '../../maths/vector.ts';

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
  // every difference relative to the size of that which follows from it
  const columns = Array.from({ length: k + 1 }, (_, j) =>
    concatenated(Array.from({ length: rows }, (_, t) => differences[t + j]!.map((x) => x / sizes[t + k]!))),
  );
  const wanted = columns.pop()!;
  const fit = leastSquares(columns, wanted);
  if (fit === undefined) return undefined;
  const { coefficients: a, left } = fit;
  const misfit = Math.sqrt(squaredNorm(left) / rows);
  const companion = matrix(k, k);
  assign(block(companion, [0, k - 1], [1, k - 1]), identityMatrix(k - 1));
  assign(block(companion, [k - 1, 1]), matrix(1, k, a));
  const rest = 1 - a.reduce((sum, value) => sum + value, 0);
  const last = terms.slice(-k - 1);
  const moved = [...a].reduce<Vector>((sum, value, j) => addScaled(sum, -value, last[j]!), last[k]!);
  const limit = moved.map((x) => x / rest);
  return limit.every(Number.isFinite)
    ? { factor: spectralRadius(companion.values, k), limit, misfit }
    : undefined;
}

/** Part of a column that must be left beside those before it. */
const INDEPENDENT = 1e-12;

/** The a with the smallest `‖wanted − Σ a_j columns_j‖`, and what is left: by columns Q made orthonormal, `R a = Qᵀ wanted`. */
function leastSquares(
  columns: readonly Float64Array[],
  wanted: Float64Array,
): { readonly coefficients: Float64Array; readonly left: Vector } | undefined {
  const k = columns.length;
  const R = matrix(k, k);
  const Q: Float64Array[] = [];
  for (const [j, column] of columns.entries()) {
    const { left, parts } = orthogonalised(column, Q);
    const size = Math.sqrt(squaredNorm(left));
    if (!(size > INDEPENDENT * Math.sqrt(squaredNorm(column)))) return undefined;
    assign(block(R, [0, j + 1], [j, 1]), matrix(j + 1, 1, concatenated([parts, Float64Array.of(size)])));
    Q.push(left.map((x) => x / size));
  }
  const { left, parts } = orthogonalised(wanted, Q);
  return { coefficients: solve(R.values, parts, k), left };
}
