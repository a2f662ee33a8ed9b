/**
 * Norms in which no step of an order grows by much: for each state u of the automaton `‖x‖_u = √(xᵀ P_u x)`, so
 * that a step from u to v grows by at most the largest singular value of `L_vᵀ B L_u⁻ᵀ`, P = L Lᵀ. A bound holds for any P_u; good ones make
 * it sharp. They are sought as a fixed point of `P_u ∝ ⋁ BᵀP_v B` over the steps from u, with the upper bound ⋁ of two
 * matrices of the least determinant (Allamigeon, Gaubert, Goubault, Putot and Stott, "A scalable algebraic method to infer
 * quadratic invariants of switched systems", ACM TECS 2016), without any semidefinite programme. Norms for each state of an
 * automaton: Philippe, Essick, Dullerud and Jungers, "Stability of discrete-time switching systems with
 * constrained switching sequences", Automatica 2016.
 */
import { inverse } from '../../maths/inverse.ts';
import { choleskyLower, multiply, symmetricPart, transpose, trace } from '../../maths/linearAlgebra.ts';
import { spectralNorm } from '../../maths/symmetricEigenvalues.ts';
import { symmetricEigenvectors } from '../../maths/symmetricEigenvectors.ts';
import type { Vector } from '../../maths/vector.ts';

/** An arrow of the automaton, or of one that has all its walks. */
export interface Arrow {
  readonly from: number;
  readonly to: number;
  /** B `[n, n]` */
  readonly map: Float64Array;
}

/** L_u of each state `[n, n]`, with its inverse. */
export interface Ellipsoids {
  readonly lower: readonly Float64Array[];
  readonly inverse: readonly Float64Array[];
}

/** Of the identity, so that each P is positive definite: relative to its mean eigenvalue. */
const FLOOR = 1e-7;

/** Balls: the norm is the Euclidean one at each state. */
export function balls(states: number, n: number): Ellipsoids {
  const unit = new Float64Array(n * n);
  for (let j = 0; j < n; j++) unit[j * n + j] = 1;
  const all = new Array<Float64Array>(states).fill(unit);
  return { lower: all, inverse: all };
}

/** B in coordinates in which the norms are Euclidean. */
export const turned = ({ from, to, map }: Arrow, { lower, inverse }: Ellipsoids, n: number): Float64Array =>
  multiply(multiply(transpose(lower[to]!, n), map, n), transpose(inverse[from]!, n), n);

/** The most that a step grows by. */
const growth = (arrows: readonly Arrow[], ellipsoids: Ellipsoids, n: number): number =>
  arrows.reduce((most, arrow) => Math.max(most, spectralNorm(turned(arrow, ellipsoids, n), n)), 0);

/**
 * Better ellipsoids, round by round: each value is the best so far, with what a step grows by in it.
 *
 * @param start - of the states 0, 1, …
 */
export function* improved(
  arrows: readonly Arrow[],
  n: number,
  start: Ellipsoids,
): Generator<{ readonly ellipsoids: Ellipsoids; readonly growth: number }, void> {
  const leaving = start.lower.map((_, state) => arrows.filter(({ from }) => from === state));
  let now = start;
  let best = { ellipsoids: now, growth: growth(arrows, now, n) };
  for (;;) {
    yield best;
    const old = now;
    const before = old.lower.map((lower) => multiply(lower, transpose(lower, n), n));
    const joined = before.map((P, state) => {
      const images = leaving[state]!.map(({ to, map }) => {
        const image = multiply(transpose(old.lower[to]!, n), map, n);
        return withFloor(symmetricPart(multiply(transpose(image, n), image, n), n), n);
      });
      return images.length === 0 ? P : images.reduce((all, Q) => join(all, Q, n));
    });
    const ratio = traces(before, n) / traces(joined, n);
    // Half of the way only: the whole way may go round in circles.
    const shapes = before.map((P, state) => P.map((x, j) => (x + ratio * joined[state]![j]!) / 2));
    // Only what the shapes are to one another matters.
    const size = traces(shapes, n) / (n * shapes.length);
    const lower = shapes.map((P) =>
      choleskyLower(
        withFloor(
          P.map((x) => x / size),
          n,
        ),
        n,
      ),
    );
    now = { lower, inverse: lower.map((L) => inverse(L, n)) };
    const found = growth(arrows, now, n);
    if (found < best.growth) best = { ellipsoids: now, growth: found };
  }
}

const traces = (all: readonly Vector[], n: number): number => all.reduce((sum, P) => sum + trace(P, n), 0);

function withFloor(P: Float64Array, n: number): Float64Array {
  const floor = Math.max((FLOOR * trace(P, n)) / n, Number.MIN_VALUE);
  for (let j = 0; j < n; j++) P[j * n + j]! += floor;
  return P;
}

/** The smallest ellipsoid's matrix above P and Q: with `P = L Lᵀ` and `L⁻¹ Q L⁻ᵀ = U S Uᵀ`, `L U max(1, S) Uᵀ Lᵀ`. */
function join(P: Vector, Q: Vector, n: number): Float64Array {
  const L = choleskyLower(P, n);
  const I = inverse(L, n);
  const relative = symmetricPart(multiply(multiply(I, Q, n), transpose(I, n), n), n);
  const { values, vectors } = symmetricEigenvectors(relative, n);
  const T = multiply(L, vectors, n);
  const scaled = T.map((x, at) => x * Math.max(1, values[at % n]!));
  return multiply(scaled, transpose(T, n), n);
}
