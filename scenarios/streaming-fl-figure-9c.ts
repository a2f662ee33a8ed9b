/** Streaming FL, Figure 9 (c) (appendix E.3). */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'streaming-fl-figure-9c',
  title: 'Slow chains, K = 1000',
  question:
    'Chains that flip once in ten steps or once in ten thousand, K = 1000 local steps a round. ' +
    'How does the gradient norm of the last iterate depend on the mixing time τ?',
  reproduces: 'Streaming FL, Figure 9 (c)',
  paper: {
    says: 'As predicted by our analysis, the performance of Minibatch SGD, Local SGD, and Local SGD-M degrades when the mixing time increases.',
    where: 'appendix E.3',
  },
  answer: ({ changes }) => changes('last gradient norm', 'last'),
  figure: { axes: 'across', ends: 'last' },
  differs: [
    'The paper says that all three degrade. Local SGD does not here: it is at its drift, what a run without noise leaves, whatever τ is.',
    'The paper leaves open the length: here 500,000 local steps, so 500 rounds, and a flip probability of 1/τ.',
    'The paper draws V and w anew for each seed; here they are the problem’s.',
    'A single last iterate varies, so that intervals are wide.',
  ],
  measure: 'gradientNorm',
  problem: {
    kind: 'two-state-regression',
    agents: 100,
    dimension: 10,
    flipProbability: 1 / 10, // 1/τ
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
  localSteps: 1000, // K
  steps: 500_000,
  seeds: 10,
  quick: { seeds: 4, problem: { agents: 20 } },
  across: 'mixing time τ',
  panels: {
    'tau-10': { title: 'τ = 10', at: 10, problem: { flipProbability: 1 / 10 } },
    'tau-100': { title: 'τ = 100', at: 100, problem: { flipProbability: 1 / 100 } },
    'tau-1000': { title: 'τ = 1000', at: 1000, problem: { flipProbability: 1 / 1000 } },
    'tau-10000': { title: 'τ = 10⁴', at: 10_000, problem: { flipProbability: 1 / 10_000 } },
  },
});
