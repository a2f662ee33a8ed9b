/** The problems that benches run: those of the papers' experiments. */
import type { GarnetSpecification, LinearFeaturesTdSpecification } from '../../src/problems/specification.ts';

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
