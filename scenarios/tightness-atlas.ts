/**
 * How far above the exact error do the theorems' bounds lie? An atlas of bounds, and a run at the middle of its grid.
 *
 * Covers: `fedsa plan tightness-atlas --atlas`: SCAFFLSA's Theorems 4.1 and 5.3, FedHSA's 1 and 2, Streaming FL's 4.5,
 * 4.7 and 4.9, and the Richardson–Romberg paper's, over η, H, M, heterogeneity and mixing time.
 * Choices, all ours: scalar quadratics whose noise does not depend on θ, as Streaming FL asks, on chains of two states; a
 * seed with which curvatures, noise and heterogeneity hardly change with the number of agents.
 * Expect: SCAFFLSA's error is 0.3 to 0.6 % of the bound of Theorem 5.3, which does not know that independent noise falls
 * like 1/M: it grows faster than the error by M^1.00. Theorem 4.1 does, and is within a factor of 8.
 * Cost: the atlas takes some seconds, the run a minute.
 */
import { scenario } from '../src/index.ts';

const MIDDLE = { 'problem.agents': 3, 'problem.agentOffset': 1, 'problem.kernel.persistence': 0.5 };

export default scenario({
  name: 'tightness-atlas',
  title: 'Tightness of bounds',
  question:
    'How far above the exact error do the theorems’ bounds lie, and by which powers? ' +
    'The atlas is over five axes; this run is at the middle of its grid. Where do the algorithms end?',
  answer: ({ panels: [run], against }) => {
    const [first, ...others] = ['scafflsa', 'local-sa', 'fedhsa', 'minibatch-sgd', 'local-sgd-m'].map(
      (name) => run!.of(name),
    );
    return against(first!, others);
  },
  problem: {
    kind: 'finite-sum-quadratic',
    agents: 3,
    components: 2,
    dimension: 1,
    eigenvalues: [1, 1],
    agentScale: 'exponential',
    agentOffset: 1,
    componentOffset: 0.5,
    kernel: { shape: 'uniform', persistence: 0.5 },
    initial: 'stationary',
    seed: 39848,
  },
  algorithms: [
    'local-sa',
    'scafflsa',
    'fedhsa',
    { name: 'minibatch-sgd', serverStepSize: 0.05 }, // γ, per round
    { name: 'local-sgd-m', serverStepSize: 0.01, momentum: 0.1 }, // γ, β, as small as (16) of its theorem asks
  ],
  stepSize: 0.004, // η, per local step
  localSteps: 2, // H, per round
  steps: 100_000,
  seeds: 20,
  sweep: {
    grid: {
      sampling: ['iid', 'markov'],
      'step-size': [0.002, 0.004, 0.008, 0.012],
      'local-steps': [1, 2, 4, 8],
      'problem.agents': [2, 3, 4],
      'problem.agentOffset': [0.5, 1, 2],
      'problem.kernel.persistence': [0, 0.5, 0.75],
    },
    // One of the problem's fields at a time; independent observations have no persistence.
    where: (point) => {
      const away = Object.entries(MIDDLE).filter(([name, value]) => point[name] !== value);
      return away.length <= (point.sampling === 'iid' && point['problem.kernel.persistence'] !== 0.5 ? 0 : 1);
    },
  },
  quick: { seeds: 10, steps: 20_000 },
});
