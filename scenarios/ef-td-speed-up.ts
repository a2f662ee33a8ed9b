/**
 * TD learning with compressed updates and error feedback, with more and more agents.
 *
 * Covers: error feedback on Markov observations; the linear speed-up that Mitra, Pappas and Hassani, “Temporal difference learning with
 * compressed updates: error-feedback meets reinforcement learning” (TMLR 2024), state. Choices, all ours: one Garnet for all agents,
 * d = 16, the two largest coordinates of an update, no projection. Cost: ten seconds.
 */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'ef-td-speed-up',
  title: 'Compressed updates with more and more agents',
  question:
    'Agents send the 2 largest of the 16 coordinates of an update and remember the rest. Does the error floor fall as 1/M?',
  answer: ({ scaling }) => scaling('ef-td', '1/M would be −1'),
  figure: { axes: 'algorithms', slope: -1 },
  problem: {
    kind: 'garnet',
    agents: 4,
    states: 32,
    actions: 2,
    branching: 2,
    dimension: 16,
    discount: 0.5, // γ, per step of the chain
    heterogeneity: 'low',
    perturbation: 0,
    seed: 1,
  },
  algorithms: [{ name: 'ef-td', compressor: 'top-k:2' }],
  stepSize: 0.1, // η, of the server
  localSteps: 1, // H, per round
  rounds: 20_000,
  seeds: 8,
  quick: { seeds: 4, rounds: 10_000 },
  across: 'number of agents M',
  panels: {
    'm-1': { title: 'M = 1', at: 1, problem: { agents: 1 } },
    'm-4': { title: 'M = 4', at: 4 },
    'm-16': { title: 'M = 16', at: 16, problem: { agents: 16 } },
    'm-64': { title: 'M = 64', at: 64, problem: { agents: 64 } },
  },
});
