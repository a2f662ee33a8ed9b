/** Agents with one coordinate and independent observations: SCAFFLSA's assumptions hold with constants in closed form. */
import type { FiniteLinearSpecification } from '../../problems/specification.ts';

export interface IndependentAgents {
  readonly agents: number;
  /** Ā of the first, the second, the first, … agent */
  readonly means: readonly [number, number];
  /** Var A(o) */
  readonly spread: number;
}

/** Ḡ_i(θ*) of the agents in turn; 0 of a single one. */
const PULL = 1;

/**
 * `A(o) = Ā_i ± √spread` and noise ± 1 at θ* = 0, independent of each other and drawn anew each time. Every even
 * number of agents has as many of both kinds.
 */
export const independentAgents = ({
  agents,
  means,
  spread,
}: IndependentAgents): FiniteLinearSpecification => ({
  kind: 'finite-linear',
  dimension: 1,
  agents: Array.from({ length: agents }, (_, index) => {
    const mean = means[index % 2]!;
    const pull = agents === 1 ? 0 : index % 2 === 0 ? PULL : -PULL;
    const [up, down] = [mean + Math.sqrt(spread), mean - Math.sqrt(spread)];
    return {
      transition: new Float64Array(16).fill(1 / 4),
      A: Float64Array.of(up, up, down, down),
      b: Float64Array.of(pull + 1, pull - 1, pull + 1, pull - 1),
      states: 4,
      initial: 'stationary' as const,
    };
  }),
});

/** Two kinds of agents, Ā = 1 and 2, with noise that multiplies θ. */
export const twoKinds = (agents: number): FiniteLinearSpecification =>
  independentAgents({ agents, means: [1, 2], spread: 1 / 4 });

/** A 3's a and L of {@link twoKinds}, max E A², σ̄_ω and Δ_heter. */
export const TWO_KINDS = {
  monotonicity: 1,
  smoothness: (4 + 1 / 4) / 2,
  largestSquare: 4 + 1 / 4,
  rootNoise: 1,
  pullSpread: PULL ** 2,
} as const;
