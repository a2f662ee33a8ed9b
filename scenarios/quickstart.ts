/**
 * Ten agents, ten different worlds: where does each algorithm stop?
 *
 * Covers: federated TD(0) on independent Garnets, Markov observations, an own thread for each agent.
 * Expect: Local SA stalls at the bias that theory predicts for it, since each agent pulls towards
 * the root of its own world; SCAFFLSA and FedHSA go on down to their noise.
 * Cost: some seconds.
 */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'quickstart',
  title: 'Ten agents, ten worlds',
  question:
    'Ten agents learn the value function of ten different Garnets, and communicate only now and then. ' +
    'What is the final error of Local SA, and do SCAFFLSA and FedHSA reach lower ones?',
  answer: ({ panels: [run], against }) => {
    const [local, ...corrected] = ['local-sa', 'scafflsa', 'fedhsa'].map((name) => run!.of(name));
    return against(local!, corrected);
  },
  problem: {
    kind: 'garnet',
    agents: 10,
    states: 30,
    actions: 1, // the policy is fixed: two successors a state, so that the environments differ much
    branching: 2,
    dimension: 8,
    discount: 0.95, // γ, per step of the chain
    heterogeneity: 'high',
    seed: 2,
  },
  algorithms: ['local-sa', 'scafflsa', 'fedhsa'],
  stepSize: 0.02, // η, per local step
  serverStepSize: 0.1, // α_g of FedHSA: its correction rests on one observation a round, and is noisy
  localSteps: 500, // H, per round
  rounds: 400,
  seeds: 5,
  placement: 'own-thread',
  quick: { rounds: 250, seeds: 4 },
});
