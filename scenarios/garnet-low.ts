/**
 * SCAFFLSA (Mangold et al. 2024), Figure 1(a), alone and on Markov observations. Cost: about a minute on two cores.
 */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'garnet-low',
  title: 'Garnets that hardly differ',
  question:
    'A hundred agents on one Garnet, slightly perturbed. What do control variates gain over 10,000 local steps where agents hardly differ?',
  reproduces: 'SCAFFLSA (Mangold et al. 2024), Figure 1(a)',
  paper: {
    says: '… we see that both algorithms behave similarly. This is due to the fact that in the low heterogeneity regime local iterations cause little client drift, making bias small …',
    where: '§6',
  },
  answer: ({ panels: [run], against }) => {
    const [localSa, ...corrected] = run!.algorithms;
    return against(localSa!, corrected);
  },
  differs: [
    'The paper leaves open how the Garnets are made: rewards U[0, 1] by state, features uniform on the sphere and the same for all agents, 50 rounds and Markov observations are our choice.',
  ],
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
  quick: { rounds: 30, seeds: 4 },
});
