/**
 * FedHSA, Figure 6 on Markov observations, with SCAFFLSA beside it; `--sampling exact` gives the noiseless figure. Cost: about ten seconds on two cores.
 */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'td-linear-features',
  title: 'TD learning, two hundred different reward processes',
  question:
    'Two hundred agents evaluate two hundred Markov reward processes with one linear value function. ' +
    'Where do Local SA and the corrected algorithms settle?',
  reproduces: 'FedHSA, Figure 6',
  paper: {
    says: 'Figure 6 clearly demonstrates that FedHSA … consistently outperforms Local SA both in the noiseless case and the one with Markovian noise.',
    where: 'appendix D.2',
  },
  answer: ({ panels: [run], against }) => {
    const [localSa, ...corrected] = run!.algorithms;
    return against(localSa!, corrected);
  },
  differs: [
    'The paper leaves open how the processes are drawn, and the step size: here rows of P uniform and normalised, r ∼ U(0, 2), γ_i ∼ U(0.5, 0.99), Φ_i ∼ U(0, 1), η = 0.03 and 2,000 rounds, as in the authors’ scripts.',
    'SCAFFLSA is not in the paper’s figure.',
  ],
  problem: {
    kind: 'linear-features-td',
    agents: 200,
    states: 100,
    dimension: 50,
    discount: [0.5, 0.99], // γ_i ∼ U(low, high), per step of the chain
    reward: [0, 2], // r_i(s) ∼ U(low, high)
    seed: 1,
  },
  algorithms: ['local-sa', 'scafflsa', 'fedhsa'],
  stepSize: 0.03, // η, per local step
  localSteps: 10, // H, per round
  rounds: 2000,
  seeds: 3,
  quick: { problem: { agents: 50 }, rounds: 1000 },
});
