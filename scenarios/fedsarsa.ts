/**
 * Federated SARSA with more and more agents: the policy acts by what is learnt.
 *
 * Covers: Local SA on observations whose law moves with θ; Zhang, Wang, Mitra and Anderson, “Finite-time analysis of on-policy
 * heterogeneous federated reinforcement learning”, ICLR 2024. Of their experiments it has the 10 states, the 25 features, γ = 0.2
 * and the 30 local steps. Choices, all ours: 5 actions, softmax of temperature 0.2, η = 0.05, identical agents.
 */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'fedsarsa',
  title: 'Learning on-policy with more and more agents',
  question:
    'Agents act by a softmax of the values that they learn together. Does the error floor fall as 1/M, as it does under fixed policies?',
  answer: ({ scaling }) => scaling('local-sa', '1/M would be −1'),
  figure: { axes: 'algorithms', slope: -1 },
  problem: {
    kind: 'sarsa',
    agents: 4,
    environment: {
      kind: 'garnet',
      states: 10,
      actions: 5,
      branching: 3,
      heterogeneity: 'low',
      perturbation: 0,
    },
    policy: { kind: 'softmax', temperature: 0.2 },
    features: { kind: 'aggregated', groups: 5 }, // d = 25
    discount: 0.2, // γ
    seed: 1,
  },
  algorithms: ['local-sa'],
  stepSize: 0.1, // η, per local step
  localSteps: 30, // H, per round
  rounds: 1000,
  seeds: 8,
  quick: { rounds: 500, seeds: 4 },
  across: 'number of agents M',
  panels: {
    'm-1': { title: 'M = 1', at: 1, problem: { agents: 1 } },
    'm-4': { title: 'M = 4', at: 4 },
    'm-16': { title: 'M = 16', at: 16, problem: { agents: 16 } },
    'm-64': { title: 'M = 64', at: 64, problem: { agents: 64 } },
  },
});
