/** FedHSA (Zhu et al.), Figure 9. Cost: about a minute on two cores; `--quick`, with d = 10, five. */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'fedhsa-figure-9',
  title: 'FedHSA with more and more agents, on finite sums',
  question:
    'The same steps by 1, 5, 20 and 100 agents, each of which sees one of its ten quadratics at a time. ' +
    'Does the error floor fall as 1/M?',
  reproduces: 'FedHSA, Figure 9',
  paper: {
    says: 'Consistent with the observations from the previous experiments, the error floor decreases as the number of participating agents increases.',
    where: 'appendix D.3',
  },
  answer: ({ scaling }) => scaling('fedhsa', '1/M would be −1'),
  figure: { axes: 'algorithms', limits: false, slope: -1 },
  differs: [
    'The problems of different M are different ones: agent i is the same in all that have it.',
    'The paper leaves open the data: here, after the authors’ script, eigenvalues of A_ij ∼ U(1, 10), b_ij ∼ N(0, 2 I), random symmetric kernels, H = 10. That script has d = 10 and η = 0.001; d = 200 and η = 0.01 are Figure 8’s.',
    '100 rounds, six runs and every coordinate 1 at the start are our choice.',
  ],
  problem: {
    kind: 'finite-sum-quadratic',
    agents: 20,
    components: 10, // N
    dimension: 200,
    eigenvalues: [1, 10],
    agentScale: 'one',
    agentOffset: 0,
    componentOffset: Math.SQRT2, // standard deviation of the entries of b_ij
    kernel: { shape: 'random', persistence: 0 },
    initial: 'stationary',
    seed: 1,
  },
  initial: Array<number>(200).fill(1),
  algorithms: ['fedhsa'],
  stepSize: 0.01, // η, per local step
  localSteps: 10, // H, per round
  rounds: 100,
  seeds: 6,
  quick: { problem: { dimension: 40 }, initial: Array<number>(40).fill(1), seeds: 3 },
  across: 'number of agents M',
  panels: {
    'm-1': { title: 'M = 1', at: 1, problem: { agents: 1 } },
    'm-5': { title: 'M = 5', at: 5, problem: { agents: 5 } },
    'm-20': { title: 'M = 20', at: 20 },
    'm-100': { title: 'M = 100', at: 100, problem: { agents: 100 } },
  },
});
