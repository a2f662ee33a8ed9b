/** Linear problems small enough that nothing but the machinery around them costs anything. */
import type { FiniteLinearSpecification } from '../../src/problems/specification.ts';

/** Two states, d = 2: one agent of a small problem file. */
export const TWO_STATES: FiniteLinearSpecification = {
  kind: 'finite-linear',
  dimension: 2,
  agents: [
    {
      states: 2,
      transition: Float64Array.of(0.9, 0.1, 0.2, 0.8),
      A: Float64Array.of(1, 0.25, -0.25, 1, 2, 0, 0, 1),
      b: Float64Array.of(1, 0, 0, 1),
      initial: { state: 0 },
    },
  ],
};

/** `G_i(θ) = 1 − θ` in d coordinates for each of M agents: one state, A = I, b = 1. */
export function contraction(agents: number, d: number): FiniteLinearSpecification {
  const agent = {
    states: 1,
    transition: Float64Array.of(1),
    A: Float64Array.from({ length: d * d }, (_, e) => (e % (d + 1) === 0 ? 1 : 0)),
    b: new Float64Array(d).fill(1),
    initial: 'stationary',
  } as const;
  return { kind: 'finite-linear', dimension: d, agents: new Array<typeof agent>(agents).fill(agent) };
}
