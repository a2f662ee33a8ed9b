/**
 * What do control variates gain where every agent lives in a world of its own?
 *
 * Covers: Mangold et al. 2024 (SCAFFLSA), §6, high heterogeneity: an independent Garnet for each
 * agent; N = 100, η = 0.01, H = 10,000.
 * Choices of ours, which the paper leaves open: rewards U[0, 1] by state, features uniform on the
 * sphere and the same for all agents, 50 rounds, Markov observations.
 * Expect: FedLSA stops at its heterogeneity bias; SCAFFLSA goes on until noise dominates.
 * Cost: about a minute on two cores.
 */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'garnet-high',
  title: 'Garnets that share nothing',
  question:
    'A hundred agents, each on a Garnet of its own. FedLSA stops at the bias that theory predicts for its 10,000 ' +
    'local steps; SCAFFLSA goes on until noise dominates.',
  reproduces: 'SCAFFLSA (Mangold et al. 2024), Figure 1(b)',
  problem: {
    kind: 'garnet',
    agents: 100,
    states: 30,
    actions: 2,
    branching: 2,
    dimension: 8,
    discount: 0.95, // γ, per step of the chain
    heterogeneity: 'high',
    seed: 1,
  },
  algorithms: ['local-sa', 'scafflsa'],
  stepSize: 0.01, // η, per local step
  localSteps: 10_000, // H, per round
  rounds: 50,
  seeds: 5,
});
