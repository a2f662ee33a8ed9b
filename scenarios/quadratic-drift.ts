/**
 * How far do local steps pull Local SA from the optimum of a sum of quadratics?
 *
 * Covers: FedHSA, appendix D.1 (Figure 2(b)): M = 20, d = 10, H = 10, Gauss–Markov gradient noise
 * with σ_ε² = 0.01. The paper leaves the matrices open; as its authors' scripts do, A_i is at least
 * I, b_i ∼ N(0, 1 + 100²), and Q_i is Gaussian with spectral radius 1/1.2. The step is the paper's
 * 0.001. `--sampling exact` gives the noiseless Figure 2(a).
 * Expect: Local SA stops at its predicted bias; FedHSA goes linearly on, down to the noise.
 * Cost: some seconds.
 */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'quadratic-drift',
  title: 'Drift on heterogeneous quadratics',
  question:
    'Twenty agents minimise the average of their quadratics from gradients with Gauss–Markov noise. ' +
    'Local SA stops at its predicted bias; SCAFFLSA and FedHSA go on down to the noise.',
  reproduces: 'FedHSA, Figure 2',
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
  // `fedsa sweep quadratic-drift`: how the bias grows with both; a minute
  sweep: { grid: { 'step-size': '0.0003..0.003:log5', 'local-steps': [1, 3, 10, 30] } },
});
