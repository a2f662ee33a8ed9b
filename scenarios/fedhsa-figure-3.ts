/** FedHSA (Zhu et al.), Figure 3. Cost: about 25 seconds on two cores; `--quick` ten. */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'fedhsa-figure-3',
  title: 'FedHSA with more and more agents, on quadratics',
  question:
    'The same steps on the same kind of quadratics, by 1, 5, 20 and 100 agents. Does the error floor fall as 1/M?',
  reproduces: 'FedHSA, Figure 3',
  paper: {
    says: 'Figure 3 demonstrates a lower error floor with an increasing number of agents for our FedHSA algorithm.',
    where: 'appendix D.1',
  },
  answer: ({ scaling }) => scaling('fedhsa', '1/M would be −1'),
  figure: { axes: 'algorithms', slope: -1 },
  differs: [
    'The problems of different M are different ones: agent i is the same in all that have it, and agents differ in their noise. So the slope over these problems is not quite −1: what theory expects of the very same problems, exactly, is dashed.',
    'What the paper leaves open is as for Figure 2, and here 32 runs of 3,000 rounds.',
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
  algorithms: ['fedhsa'],
  stepSize: 0.001, // η, per local step
  localSteps: 10, // H, per round
  rounds: 3000,
  seeds: 32,
  quick: { rounds: 1600, seeds: 8 },
  across: 'number of agents M',
  panels: {
    'm-1': { title: 'M = 1', at: 1, problem: { agents: 1 } },
    'm-5': { title: 'M = 5', at: 5, problem: { agents: 5 } },
    'm-20': { title: 'M = 20', at: 20 },
    'm-100': { title: 'M = 100', at: 100, problem: { agents: 100 } },
  },
});
