/**
 * Federated TD(0) whose agents send compressed moves: rand-k, QSGD and powers of two, error against bytes.
 *
 * Covers: coins of agents, unbiased compressors, compressed Local SA; Garnets that hardly differ, i.i.d. observations.
 * Choices, all ours: d = 16, M = 20, H = 20, the compressors. ω of `E ‖Q(x) − x‖² ≤ ω ‖x‖²` is 0, 1/8, 0.25, 3 and 4 in the order of the
 * curves. Cost: about ten seconds.
 */
import { scenario } from '../src/index.ts';

const sent = (compressor: string, label: string) => ({ name: 'compressed-lsa', compressor, label }) as const;

export default scenario({
  name: 'compressed-lsa',
  title: 'Compressed moves',
  question:
    'Agents send how far twenty local steps have led, compressed at random without a bias. How much error do fewer bytes add?',
  answer: ({ panels: [run], against }) => {
    const [whole, ...others] = run!.algorithms;
    return against(whole!, others);
  },
  problem: {
    kind: 'garnet',
    agents: 20,
    states: 32,
    actions: 2,
    branching: 2,
    dimension: 16,
    discount: 0.5, // γ, per step of the chain
    heterogeneity: 'low',
    perturbation: 0.0002,
    seed: 1,
  },
  algorithms: [
    sent('none', 'Whole vectors'),
    sent('natural', 'Powers of two'),
    sent('qsgd:4', 'QSGD, s = 4'),
    sent('rand-k:4', 'Rand-k, k = 4'),
    sent('qsgd:1', 'QSGD, s = 1'),
  ],
  sampling: 'iid',
  stepSize: 0.1, // η, per local step
  localSteps: 20, // H, per round
  rounds: 2500,
  seeds: 5,
  quick: { seeds: 4, rounds: 1500 },
});
