/** FedHSA (Zhu et al.), Figure 5. Cost: about 30 seconds on two cores; `--quick` ten. */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'fedhsa-figure-5',
  title: 'FedHSA with more and more agents, on saddles',
  question:
    'The same steps by 1, 5, 20 and 100 agents, whose objectives are saddles that average to a bowl. ' +
    'Does the error floor fall as 1/M, as it does for convex ones?',
  reproduces: 'FedHSA, Figure 5',
  paper: {
    says: 'As demonstrated in Figures 4 and 5, the observed results remain consistent with those obtained under strongly convex objectives.',
    where: 'appendix D.1',
  },
  answer: ({ scaling }) => scaling('fedhsa', '1/M would be −1'),
  figure: { axes: 'algorithms', slope: -1 },
  differs: [
    'The problems of different M are different ones: agent i is the same in all that have it. Agent 1’s noise is weaker than the average agent’s, so that the slope over these problems is not quite −1.',
    'A single agent’s A_1 is the average, and so positive definite: all M have the same average matrix.',
    'What the paper leaves open is as for Figure 4, and here 40 runs of 3,000 rounds.',
  ],
  problem: {
    kind: 'gauss-markov-quadratic',
    agents: 20,
    dimension: 10,
    noiseVariance: 0.01, // σ_ε²
    noiseSpectralRadius: 1 / 1.2, // of Q_i
    curvature: 'non-convex',
    offsetScale: Math.sqrt(1 + 100 ** 2), // standard deviation of the entries of b_i
    initialNoise: 'zero',
    seed: 1,
  },
  algorithms: ['fedhsa'],
  stepSize: 0.001, // η, per local step
  localSteps: 10, // H, per round
  rounds: 3000,
  seeds: 40,
  quick: { rounds: 1600, seeds: 8 },
  across: 'number of agents M',
  panels: {
    'm-1': { title: 'M = 1', at: 1, problem: { agents: 1 } },
    'm-5': { title: 'M = 5', at: 5, problem: { agents: 5 } },
    'm-20': { title: 'M = 20', at: 20 },
    'm-100': { title: 'M = 100', at: 100, problem: { agents: 100 } },
  },
});
