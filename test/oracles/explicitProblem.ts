/** A finite-state linear problem as nested arrays, for oracles; and the program's own form of it. */
import type { FiniteLinearSpecification, InitialState } from '../../src/problems/specification.ts';
import {
  addRows,
  averageOf,
  averageOfRows,
  type Row,
  type Rows,
  scale,
  scaleRows,
  solution,
  stationaryLaw,
} from './plainMatrices.ts';

export interface ExplicitAgent {
  /** P[s][s'] */
  readonly transition: Rows;
  /** A[s][i][j] and b[s][i] */
  readonly A: readonly Rows[];
  readonly b: readonly Row[];
  readonly initial: InitialState;
}

export type ExplicitProblem = readonly ExplicitAgent[];

export function specificationOf(problem: ExplicitProblem): FiniteLinearSpecification {
  return {
    kind: 'finite-linear',
    dimension: problem[0]!.b[0]!.length,
    agents: problem.map(({ transition, A, b, initial }) => ({
      transition: Float64Array.from(transition.flat()),
      A: Float64Array.from(A.flat(2)),
      b: Float64Array.from(b.flat()),
      states: transition.length,
      initial,
    })),
  };
}

/** Ā = Σ π(s) A(s), b̄ = Σ π(s) b(s) of one agent. */
export function meansOf({ transition, A, b }: ExplicitAgent): { readonly A: Rows; readonly b: Row } {
  const law = stationaryLaw(transition);
  return {
    A: law.map((p, s) => scaleRows(p, A[s]!)).reduce(addRows),
    b: law.map((p, s) => scale(p, b[s]!)).reduce((total, part) => total.map((x, j) => x + part[j]!)),
  };
}

/** θ* with mean Ā θ* = mean b̄. */
export function rootOf(problem: ExplicitProblem): Row {
  const means = problem.map(meansOf);
  return solution(averageOfRows(means.map(({ A }) => A)), averageOf(means.map(({ b }) => b)));
}

/** A random number generator of the tests' own (Steele, Lea, Flood: SplitMix in 32 bits), in [0, 1). */
export function ownUniforms(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) / 2 ** 32;
  };
}

/**
 * M agents with chains of 2 to 4 states; `A(s) = I + 0.8 E/√d`, E uniform on [−1, 1]², so that the
 * eigenvalues of every average of A's have real parts of about 1 ± 0.5 and steps η < ½ contract.
 */
export function randomProblem(M: number, d: number, seed: number): ExplicitProblem {
  const uniform = ownUniforms(seed);
  const signed = (): number => 2 * uniform() - 1;
  return Array.from({ length: M }, (_, agent) => {
    const S = 2 + (agent % 3);
    const transition = Array.from({ length: S }, () => {
      const row = Array.from({ length: S }, () => 0.1 + uniform());
      return scale(1 / row.reduce((sum, p) => sum + p), row);
    });
    const A = Array.from({ length: S }, () =>
      Array.from({ length: d }, (_, i) =>
        Array.from({ length: d }, (_, j) => (i === j ? 1 : 0) + (0.8 * signed()) / Math.sqrt(d)),
      ),
    );
    const b = Array.from({ length: S }, () => Array.from({ length: d }, () => 3 * signed()));
    return { transition, A, b, initial: 'stationary' as const };
  });
}
