/**
 * Does FedHSA's error floor fall with the number of agents in TD learning?
 *
 * Covers: FedHSA (Zhu et al.), Figure 7, appendix D.2: Figure 6's problem on Markov observations, for
 * M = 1, 5, 20 and 100 agents: S = 100, d = 50, H = 10.
 * Choices, which the paper leaves open: those of Figure 6 (η = 0.03 from the authors' scripts); here
 * eight runs of 5,000 rounds, since a single agent mixes slowly: its Ā has eigenvalues down to 0.009.
 * Expect: a lower floor with every M, from 0.2 to 0.006, at a slope of about −0.78. It is no 1/M law, since the
 * problems of different M have other noise (the least at M = 1), and at M = 1 a bias of the noise besides: the
 * first order predicts 0.218, 0.094, 0.032 and 0.0057. Over those floors the slope is −1.
 * Cost: about 25 seconds on two cores; `--quick` eight.
 */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'fedhsa-figure-7',
  title: 'FedHSA with more and more agents, on TD learning',
  question:
    'The same steps by 1, 5, 20 and 100 agents, each with a Markov reward process of its own. ' +
    'The error floor falls with every M.',
  reproduces: 'FedHSA, Figure 7',
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
