/** The small problem of the vectors: `G_i(θ, s) = b_i(s) − A_i(s) θ`, s on agent i's chain of two states. */
import { buildProblem } from '../../problems/buildProblem.ts';
import type { FiniteLinearAgent, FiniteLinearSpecification } from '../../problems/finiteLinear/family.ts';

/** d */
export const DIMENSION = 2;

/** Numbers that no double holds exactly, so that an order of additions shows in the bits. */
const agent = (
  stay: readonly [number, number],
  A: readonly number[],
  b: readonly number[],
): FiniteLinearAgent => ({
  states: 2,
  transition: Float64Array.of(stay[0], 1 - stay[0], 1 - stay[1], stay[1]),
  A: Float64Array.from(A),
  b: Float64Array.from(b),
  initial: 'stationary',
});

/** Three agents, whose own roots lie far apart. */
export const VECTOR_PROBLEM: FiniteLinearSpecification & { readonly kind: 'finite-linear' } = {
  kind: 'finite-linear',
  dimension: DIMENSION,
  agents: [
    agent([0.6, 0.7], [1.1, 0.2, -0.1, 0.8, 0.7, 0, 0.3, 1.3], [1.3, -0.4, 0.6, 0.9]),
    agent([0.8, 0.4], [0.6, -0.3, 0.2, 1.2, 1.4, 0.1, 0, 0.9], [-0.7, 1.9, -1.2, 0.3]),
    agent([0.3, 0.5], [0.9, 0.4, 0.1, 0.5, 1.2, -0.2, 0.2, 1.1], [2.3, 0.8, 1.7, -1.6]),
  ],
};

/** θ̄ at the start. */
export const INITIAL: readonly number[] = [2, -1];

/** Of the observations and of drawn numbers of local steps: those of `fedsa run` with this seed. */
export const SEED = 24;

/** More than any trajectory uses, with a mistake or without. */
const LISTED = 32;
/** Richardson–Romberg has a second stream. */
const STREAMS = [0, 1];

/** The states that agents observe `[streams][agents][LISTED]`. */
export function listedObservations(): readonly (readonly (readonly number[])[])[] {
  const problem = buildProblem(VECTOR_PROBLEM);
  return STREAMS.map((copy) =>
    VECTOR_PROBLEM.agents.map((_, index) => {
      const operator = problem.agent(index).operator('markov', SEED, copy);
      return Array.from({ length: LISTED }, () => {
        const { state } = operator.observation!()!;
        operator.skip(1);
        return state;
      });
    }),
  );
}
