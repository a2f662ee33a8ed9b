/** Agents with one coordinate on two-state chains, whose moments under Markov sampling are exact for a few of them. */
import type { FiniteLinearSpecification } from '../problems/specification.ts';

export interface ChainAgents {
  readonly agents: number;
  /** λ, the second eigenvalue of each chain; 0 for independent observations */
  readonly memory: number;
  /** how far the Ā_i are from their average 1: agent i has 1 ± spread */
  readonly spread?: number;
  /** ± Ḡ_i(θ*), θ* = 1 */
  readonly pull?: number;
  /** half the difference of A between the two states */
  readonly matrixNoise?: number;
  /** of every chain; the stationary law where left out */
  readonly initial?: { readonly state: number };
}

/** Half the difference of A and b between the two states, where nothing else is given. */
const MATRIX_NOISE = 0.3;
const OFFSET_NOISE = 1;

/** `A(s) = Ā_i ± matrixNoise`, `b(s) = Ā_i θ* ± pull ± 1` in the states of a symmetric chain; θ* = 1, μ = 1. */
export function chainAgents({
  agents,
  memory,
  spread = 0,
  pull = 0,
  matrixNoise = MATRIX_NOISE,
  initial,
}: ChainAgents): FiniteLinearSpecification {
  const leave = (1 - memory) / 2;
  return {
    kind: 'finite-linear',
    dimension: 1,
    agents: Array.from({ length: agents }, (_, index) => {
      // of an odd number the last is as the average
      const sign = index === agents - 1 && agents % 2 === 1 ? 0 : index % 2 === 0 ? 1 : -1;
      const mean = 1 + sign * spread;
      return {
        transition: Float64Array.of(1 - leave, leave, leave, 1 - leave),
        A: Float64Array.of(mean + matrixNoise, mean - matrixNoise),
        b: Float64Array.of(mean + sign * pull + OFFSET_NOISE, mean + sign * pull - OFFSET_NOISE),
        states: 2,
        initial: initial ?? 'stationary',
      };
    }),
  };
}

/** L of Assumption 1, at least 1: the largest |A(s)| of agents without spread. */
export const LIPSCHITZ = 1 + MATRIX_NOISE;
/** μ of Assumption 2. */
export const MONOTONICITY = 1;
