/**
 * What do control variates gain where the agents hardly differ?
 *
 * Covers: Mangold et al. 2024 (SCAFFLSA), §6, low heterogeneity: one Garnet, each agent's non-zero
 * transition probabilities raised by U[0, 0.0002] and renormalised; N = 100, η = 0.01, H = 10,000.
 * Choices of ours, which the paper leaves open: rewards U[0, 1] by state, features uniform on the
 * sphere and the same for all agents, 50 rounds, Markov observations.
 * Expect: FedLSA and SCAFFLSA alike: the bias of local steps lies below the noise.
 * Cost: about a minute on two cores.
 */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'garnet-low',
  title: 'Garnets that hardly differ',
  question:
    'A hundred agents on one Garnet, slightly perturbed. The drift of 10,000 local steps stays below the noise, ' +
    'so correcting for it changes nothing.',
  reproduces: 'SCAFFLSA (Mangold et al. 2024), Figure 1(a)',
  problem: {
    kind: 'garnet',
    agents: 100,
    states: 30,
    actions: 2,
    branching: 2,
    dimension: 8,
    discount: 0.95, // γ, per step of the chain
    heterogeneity: 'low',
    perturbation: 0.0002,
    seed: 1,
  },
  algorithms: ['local-sa', 'scafflsa'],
  stepSize: 0.01, // η, per local step
  localSteps: 10_000, // H, per round
  rounds: 50,
  seeds: 5,
});
