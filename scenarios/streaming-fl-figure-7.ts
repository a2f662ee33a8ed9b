/** Streaming FL, Figure 7 (appendix E.3). */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'streaming-fl-figure-7',
  title: 'Drift and noise on two-state chains',
  question:
    'Two-state chains that flip once in a hundred steps. What do more local steps a round do to each algorithm?',
  reproduces: 'Streaming FL, Figure 7',
  paper: {
    says: 'Figure 7 and 8 confirm that synthetic data experiments replicate the trends observed on real-world data: Local SGD’s performance degrades under heterogeneity, while all three algorithms improve with more clients …',
    where: 'appendix E.3',
  },
  answer: ({ changes }) => changes('gradient norm'),
  figure: { smooth: 21 },
  differs: [
    'The paper leaves open what τ is of a chain, and the length: here the flip probability is 1/τ, and 2,000 rounds for every K. Agents of even number have the first optima.',
    'The paper draws V and w anew for each seed; here they are the problem’s.',
  ],
  measure: 'gradientNorm',
  problem: {
    kind: 'two-state-regression',
    agents: 10,
    dimension: 10,
    flipProbability: 1 / 100, // 1/τ
    features: [0, 1],
    optima: [
      [0, 1],
      [1, 2],
    ],
    labelNoise: [0, 0.01],
    regularisation: 0.01, // λ
    initial: 'stationary',
    seed: 1,
  },
  algorithms: [{ name: 'local-sgd', label: 'Local SGD' }, 'minibatch-sgd', 'local-sgd-m'],
  stepSize: 0.001, // η, per local step
  serverStepSize: 0.01, // γ, per round
  momentum: 0.1, // β
  rounds: 2000,
  seeds: 10,
  quick: { seeds: 4 },
  across: 'local steps K',
  panels: {
    'k-10': { title: '(a) K = 10', at: 10, localSteps: 10 },
    'k-100': { title: '(b) K = 100', at: 100, localSteps: 100 },
    'k-1000': { title: '(c) K = 1,000', at: 1000, localSteps: 1000 },
  },
});
