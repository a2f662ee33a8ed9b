/**
 * Norms in which no step of an order grows by much: for each state u of the automaton `‖x‖_u = √(xᵀ P_u x)`, so
 * that a step from u to v grows by at most the largest singular value of `L_vᵀ B L_u⁻ᵀ`, P = L Lᵀ. A bound holds for any P_u; good ones make
 * it sharp. They are sought as a fixed point of `P_u ∝ ⋁ BᵀP_v B` over the steps from u, with the upper bound ⋁ of two
 * matrices of the least determinant (Allamigeon, Gaubert, Goubault, Putot and Stott, "A scalable algebraic method to infer
 * quadratic invariants of switched systems", ACM TECS 2016), without any semidefinite programme. Norms for each state of an
 * automaton: Philippe, Essick, Dullerud and Jungers, "Stability of discrete-time switching systems with
 * constrained switching sequences", Automatica 2016.
 */
import { inverted } from '../../maths/inverse.ts';
import { choleskyLower } from '../../maths/linearAlgebra.ts';
import {
  add,
  identityMatrix,
  type Matrix,
  matrix,
  multiply,
  multiplyTransposed,
  scaled,
  square,
  symmetrise,
  traceOf,
  transposed,
} from '../../maths/matrix.ts';
import { spectralNorm } from '../../maths/symmetricEigenvalues.ts';
import { symmetricEigenvectors } from '../../maths/symmetricEigenvectors.ts';

/** An arrow of the automaton, or of one that has all its walks. */
export interface Arrow {
  readonly from: number;
  readonly to: number;
  /** B `[n, n]` */
  readonly map: Matrix;
}

/** L_u of each state `[n, n]`, with its inverse. */
export interface Ellipsoids {
  readonly lower: readonly Matrix[];
  readonly inverse: readonly Matrix[];
}

/** Of the identity, so that each P is positive definite: relative to its mean eigenvalue. */
const FLOOR = 1e-7;

/** Balls: the norm is the Euclidean one at each state. */
export function balls(states: number, n: number): Ellipsoids {
  const all = new Array<Matrix>(states).fill(identityMatrix(n));
  return { lower: all, inverse: all };
}

/** B in coordinates in which the norms are Euclidean: L_vᵀ B L_u⁻ᵀ. */
export const turned = ({ from, to, map }: Arrow, { lower, inverse }: Ellipsoids): Matrix =>
  multiplyTransposed(multiply(transposed(lower[to]!), map), inverse[from]!);

/** The most that a step grows by. */
const growth = (arrows: readonly Arrow[], ellipsoids: Ellipsoids): number =>
  arrows.reduce((most, arrow) => {
    const { values, rows } = turned(arrow, ellipsoids);
    return Math.max(most, spectralNorm(values, rows));
  }, 0);

/**
 * Better ellipsoids, round by round: each value is the best so far, with what a step grows by in it.
 *
 * @param start - of the states 0, 1, …
 */
export function* improved(
  arrows: readonly Arrow[],
  start: Ellipsoids,
): Generator<{ readonly ellipsoids: Ellipsoids; readonly growth: number }, void> {
  const leaving = start.lower.map((_, state) => arrows.filter(({ from }) => from === state));
  let now = start;
  let best = { ellipsoids: now, growth: growth(arrows, now) };
  for (;;) {
    yield best;
    const { lower } = now;
    const before = lower.map(square);
    const joined = before.map((P, state) => {
      // BᵀP_v B
      const images = leaving[state]!.map(({ to, map }) =>
        withFloor(square(multiply(transposed(map), lower[to]!))),
      );
      return images.length === 0 ? P : images.reduce(join);
    });
    const ratio = traces(before) / traces(joined);
    // Half of the way only: the whole way may go round in circles.
    const shapes = before.map((P, state) => add(scaled(P, 1 / 2), joined[state]!, ratio / 2));
    // Only what the shapes are to one another matters.
    const size = traces(shapes) / (shapes.length * shapes[0]!.rows);
    const next = shapes.map((P) => cholesky(withFloor(scaled(P, 1 / size))));
    now = { lower: next, inverse: next.map(inverted) };
    const found = growth(arrows, now);
    if (found < best.growth) best = { ellipsoids: now, growth: found };
  }
}

const traces = (all: readonly Matrix[]): number => all.reduce((sum, P) => sum + traceOf(P), 0);

/** L with L Lᵀ = P. */
const cholesky = ({ values, rows }: Matrix): Matrix => matrix(rows, rows, choleskyLower(values, rows));

const withFloor = (P: Matrix): Matrix =>
  add(P, identityMatrix(P.rows, Math.max((FLOOR * traceOf(P)) / P.rows, Number.MIN_VALUE)));

/** The smallest ellipsoid's matrix above P and Q: with `P = L Lᵀ` and `L⁻¹ Q L⁻ᵀ = U S Uᵀ`, `L U max(1, S) Uᵀ Lᵀ`. */
function join(P: Matrix, Q: Matrix): Matrix {
  const n = P.rows;
  const L = cholesky(P);
  const I = inverted(L);
  const relative = symmetrise(multiplyTransposed(multiply(I, Q), I));
  const { values, vectors } = symmetricEigenvectors(relative.values, n);
  const T = multiply(L, matrix(n, n, vectors));
  const weighted = matrix(
    n,
    n,
    T.values.map((x, at) => x * Math.max(1, values[at % n]!)),
  );
  return multiplyTransposed(weighted, T);
}
