/** FedHSA (Zhu et al.), Figure 7. Cost: about 25 seconds on two cores; `--quick` eight. */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'fedhsa-figure-7',
  title: 'FedHSA with more and more agents, on TD learning',
  question:
    'The same steps by 1, 5, 20 and 100 agents, each with a Markov reward process of its own. ' +
    'Does the error floor fall as M grows, and as 1/M?',
  reproduces: 'FedHSA, Figure 7',
  paper: {
    says: 'Figure 7 shows improved error bounds with an increase in the number of agents, substantiating the linear speedup effect.',
    where: 'appendix D.2',
  },
  answer: ({ scaling }) => scaling('fedhsa', '1/M would be −1'),
  figure: { axes: 'algorithms', limits: false, slope: -1 },
  differs: [
    'The problems of different M are different ones: agent i is the same in all that have it. Their noise differs, and so do their floors, by more than 1/M.',
    'Eight runs of 5,000 rounds, since a single agent mixes slowly: its Ā has eigenvalues near 0. What else the paper leaves open is as for Figure 6.',
  ],
  problem: {
    kind: 'linear-features-td',
    agents: 20,
    states: 100,
    dimension: 50,
    discount: [0.5, 0.99], // γ_i ∼ U(low, high), per step of the chain
    reward: [0, 2], // r_i(s) ∼ U(low, high)
    seed: 1,
  },
  algorithms: ['fedhsa'],
  stepSize: 0.03, // η, per local step
  localSteps: 10, // H, per round
  rounds: 5000,
  seeds: 8,
  quick: { rounds: 2000 },
  across: 'number of agents M',
  panels: {
    'm-1': { title: 'M = 1', at: 1, problem: { agents: 1 }, quick: { rounds: 4000 } },
    'm-5': { title: 'M = 5', at: 5, problem: { agents: 5 } },
    'm-20': { title: 'M = 20', at: 20, quick: { rounds: 1000 } },
    'm-100': { title: 'M = 100', at: 100, problem: { agents: 100 }, quick: { rounds: 600 } },
  },
});
