/**
 * Federated Q-learning in different environments: more local steps between averages.
 *
 * Covers: the two phases and the plateau of Wang, Yang and Su, “On the convergence rates of federated Q-learning across heterogeneous
 * environments” (arXiv 2409.03897). There each step draws a successor of every pair; here agents follow their chains.
 * Choices, all ours: 20 Garnets of 5 states and 2 actions, γ = 0.9, η = 0.5. Cost: five seconds.
 */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'q-learning-environments',
  title: 'Q-learning in different environments',
  question:
    'Agents in different environments learn one table of action values, averaged every E local steps. What error is left for each E?',
  answer: ({ changes }) => changes('final error'),
  figure: { axes: 'algorithms' },
  problem: {
    kind: 'q-learning',
    agents: 20,
    environment: { kind: 'garnet', states: 5, actions: 2, branching: 3, heterogeneity: 'high' },
    behaviour: 'uniform',
    features: { kind: 'tabular' },
    discount: 0.9, // γ
    seed: 1,
  },
  algorithms: ['local-sa'],
  stepSize: 0.5, // η, per local step
  steps: 12_800,
  seeds: 8,
  quick: { seeds: 4, steps: 6400 },
  across: 'local steps E',
  panels: {
    'e-1': { title: 'E = 1', at: 1, localSteps: 1, record: { every: 4 } },
    'e-4': { title: 'E = 4', at: 4, localSteps: 4 },
    'e-16': { title: 'E = 16', at: 16, localSteps: 16 },
    'e-64': { title: 'E = 64', at: 64, localSteps: 64 },
  },
});
