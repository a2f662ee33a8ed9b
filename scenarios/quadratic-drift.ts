/**
 * FedHSA, Figure 2 (b), with SCAFFLSA beside it; `--sampling exact` gives the noiseless (a). Cost: some seconds.
 */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'quadratic-drift',
  title: 'Drift on heterogeneous quadratics',
  question:
    'Twenty agents minimise the average of their quadratics from gradients with Gauss–Markov noise. ' +
    'How far do local steps pull Local SA from the minimum, and do SCAFFLSA and FedHSA get there?',
  reproduces: 'FedHSA, Figure 2',
  paper: {
    says: 'In this noisy setting, we observe that the FedHSA method exhibits a lower error floor compared to Local SA.',
    where: 'appendix D.1',
  },
  answer: ({ panels: [run], against }) => {
    const [localSa, ...corrected] = run!.algorithms;
    return against(localSa!, corrected);
  },
  differs: [
    'The paper leaves open how A_i, b_i and the noise are drawn: here A_i ⪰ I, b_i ∼ N(0, 1 + 100²) and Gaussian Q_i of spectral radius 1/1.2, as in the authors’ scripts.',
    'SCAFFLSA is not in the paper’s figure.',
  ],
  problem: {
    kind: 'gauss-markov-quadratic',
    agents: 20,
    dimension: 10,
    noiseVariance: 0.01, // σ_ε²
    noiseSpectralRadius: 1 / 1.2, // of Q_i
    curvature: 'convex',
    offsetScale: Math.sqrt(1 + 100 ** 2), // standard deviation of the entries of b_i
    initialNoise: 'zero',
    seed: 1,
  },
  algorithms: ['local-sa', 'scafflsa', 'fedhsa'],
  stepSize: 0.001, // η, per local step
  localSteps: 10, // H, per round
  rounds: 1500,
  seeds: 5,
  quick: { rounds: 1000, seeds: 4 },
  // `fedsa sweep quadratic-drift`: how the bias grows with both; a minute
  sweep: { grid: { 'step-size': '0.0003..0.003:log5', 'local-steps': [1, 3, 10, 30] } },
});
