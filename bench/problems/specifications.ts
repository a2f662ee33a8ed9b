/** The problems that benches run: those of the papers' experiments, and linear ones in which only the machinery around them costs anything. */
import type {
  FiniteLinearSpecification,
  GarnetSpecification,
  LinearFeaturesTdSpecification,
} from '../../src/problems/specification.ts';

/** FedHSA D.2: M = 200, S = 100, d = 50, everything of each agent's own. */
export const LINEAR_FEATURES: LinearFeaturesTdSpecification = {
  kind: 'linear-features-td',
  agents: 200,
  states: 100,
  dimension: 50,
  discount: [0.5, 0.99],
  reward: [0, 2],
  seed: 1,
};

/** SCAFFLSA §6, low heterogeneity: N = 100, n = 30, d = 8; features shared by all agents. */
export const GARNET: GarnetSpecification & { readonly heterogeneity: 'low' } = {
  kind: 'garnet',
  agents: 100,
  states: 30,
  actions: 2,
  branching: 2,
  dimension: 8,
  discount: 0.95,
  heterogeneity: 'low',
  perturbation: 0.0002,
  seed: 1,
};

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
