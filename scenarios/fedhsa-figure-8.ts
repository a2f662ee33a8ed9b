/** FedHSA (Zhu et al.), Figure 8. Cost: about a minute and a half on two cores; `--quick`, with d = 20, four seconds. */
import { scenario } from '../src/index.ts';

export default scenario({
  name: 'fedhsa-figure-8',
  title: 'Local SA and FedHSA on finite sums of quadratics',
  question:
    'Each of two hundred agents sees one of its own two quadratics at a time, as a Markov chain chooses. ' +
    'Where do Local SA and FedHSA end, with that noise and without?',
  reproduces: 'FedHSA, Figure 8',
  paper: {
    says: 'Figure 8 validates message (i) exactly as in the previous experiments.',
    where: 'appendix D.3',
  },
  answer: ({ panel, against, ends, sentences }) => {
    const [quiet, noisy] = [panel('noiseless'), panel('markov')];
    return sentences(
      against(noisy.of('local-sa'), [noisy.of('fedhsa')], 'final error with noise'),
      ends([quiet.of('local-sa'), quiet.of('fedhsa')], 'Without noise'),
    );
  },
  figure: { scales: 'own' },
  differs: [
    'The paper leaves open the data: here, after the authors’ script, eigenvalues of A_ij ∼ U(0.1, 40) times Exp(1) for each agent, b_ij ∼ N(0, I), random symmetric kernels, H = 10. That script has N = 1, and so no noise; N = 2 is the text’s.',
    '200 rounds, three runs, and every coordinate 1 at the start, which is as far from 0 as the script’s N(0, I), are our choice.',
    'The agents of the largest factors take steps that would be unstable alone. The average over 200 holds them; over the first 100, at d = 20, it does not.',
  ],
  problem: {
    kind: 'finite-sum-quadratic',
    agents: 200,
    components: 2, // N
    dimension: 200,
    eigenvalues: [0.1, 40],
    agentScale: 'exponential',
    agentOffset: 0,
    componentOffset: 1, // standard deviation of the entries of b_ij
    kernel: { shape: 'random', persistence: 0 },
    initial: 'stationary',
    seed: 1,
  },
  initial: Array<number>(200).fill(1),
  algorithms: ['local-sa', 'fedhsa'],
  stepSize: 0.01, // η, per local step
  localSteps: 10, // H, per round
  rounds: 200,
  seeds: 3,
  quick: { problem: { dimension: 20 }, initial: Array<number>(20).fill(1), seeds: 4 },
  panels: {
    noiseless: { title: '(a) without noise', sampling: 'exact', seeds: 1 },
    markov: { title: '(b) with Markov noise' },
  },
});
