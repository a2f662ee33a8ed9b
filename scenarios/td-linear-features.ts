/**
 * TD learning with two hundred agents that share nothing but the parameter.
 *
 * Covers: FedHSA, appendix D.2 (Figure 6): M = 200, S = 100 states, d = 50, H = 10; own kernel,
 * reward, discount and feature matrix for each agent, Markov observations. The generation is that
 * of the authors' scripts: rows of P uniform and normalised, r ∼ U(0, 2), γ_i ∼ U(0.5, 0.99),
 * Φ_i ∼ U(0, 1), step 0.03, 2,000 rounds. `--sampling exact` gives the noiseless figure.
 * Expect: FedHSA below Local SA, whose bias is predicted.
 * Cost: about ten seconds on two cores.
 */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'td-linear-features',
  title: 'TD learning, two hundred different reward processes',
  question:
    'Two hundred agents evaluate two hundred Markov reward processes with one linear value function. ' +
    'Local SA settles at its predicted bias; the corrected algorithms are limited by noise alone.',
  reproduces: 'FedHSA, Figure 6',
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
});
