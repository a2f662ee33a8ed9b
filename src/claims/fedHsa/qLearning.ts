/** FedHSA on Q-learning, whose operators are not linear: runs that the paper states its theorems for and does not make. */
import type { ScenarioDefinition } from '../../configuration/scenario.ts';

const COMMON = {
  question: 'Do FedHSA’s bias and its floor on operators that are not linear go as on linear ones?',
  reproduces: 'FedHSA, Theorems 1 and 2',
  problem: {
    kind: 'q-learning',
    agents: 8,
    environment: { kind: 'garnet', states: 5, actions: 2, branching: 3, heterogeneity: 'high' },
    behaviour: 'uniform',
    features: { kind: 'tabular' },
    discount: 0.5,
    seed: 1,
  },
  stepSize: 0.05,
  localSteps: 10,
  rounds: 4000,
  seeds: 14,
  quick: { rounds: 2000, seeds: 6 },
} as const satisfies Partial<ScenarioDefinition>;

export const Q_LEARNING: ScenarioDefinition = {
  ...COMMON,
  name: 'claim-q-learning',
  title: 'Local SA and FedHSA on Q-learning, without noise',
  algorithms: ['local-sa', 'fedhsa'],
  sampling: 'exact',
  rounds: 800,
  seeds: 1,
  quick: {},
};

export const Q_LEARNING_AGENTS: ScenarioDefinition = {
  ...COMMON,
  name: 'claim-q-learning-agents',
  title: 'FedHSA with more and more agents, on Q-learning',
  algorithms: ['fedhsa'],
  across: 'number of agents M',
  panels: Object.fromEntries(
    [2, 4, 8, 16].map((agents) => [
      `m-${agents}`,
      { title: `M = ${agents}`, at: agents, problem: { agents } },
    ]),
  ),
};
