/** Streaming FL, Figure 8 (appendix E.3). */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'streaming-fl-figure-8',
  title: 'More agents on two-state chains',
  question: 'Two-state chains, 100 local steps a round. Does it help to have more agents?',
  reproduces: 'Streaming FL, Figure 8',
  paper: {
    says: 'Figure 7 and 8 confirm that synthetic data experiments replicate the trends observed on real-world data: … all three algorithms improve with more clients …',
    where: 'appendix E.3',
  },
  answer: ({ changes }) => changes('gradient norm'),
  figure: { axes: 'algorithms', smooth: 21 },
  differs: [
    'The paper leaves open M and the length: here M = 5, 20 and 100, 2,000 rounds, and a flip probability of 1/τ. The agents of a smaller panel are among those of a larger one, but their average loss is another.',
    'The paper draws V and w anew for each seed; here they are the problem’s.',
  ],
  measure: 'gradientNorm',
  problem: {
    kind: 'two-state-regression',
    agents: 100,
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
  localSteps: 100, // K
  rounds: 2000,
  seeds: 10,
  quick: { rounds: 1000, seeds: 4 },
  across: 'number of agents M',
  panels: {
    'm-5': { title: 'M = 5', at: 5, problem: { agents: 5 } },
    'm-20': { title: 'M = 20', at: 20, problem: { agents: 20 } },
    'm-100': { title: 'M = 100', at: 100, problem: { agents: 100 } },
  },
});
